import {
  type Address,
  createClient,
  custom,
  decodeFunctionData,
  erc20Abi,
  type Hex,
  numberToHex,
  pad,
  parseAbi,
  toEventSelector,
  toHex,
} from 'viem'
import { formatAmount } from '../../../../src/amount.ts'
import { createRunner, type Runner } from '../../../../src/checkout/effects/runner.ts'
import type { Intent } from '../../../../src/checkout/ports/intent.ts'
import type { Ports } from '../../../../src/checkout/ports/ports.ts'
import type { Wallets } from '../../../../src/checkout/ports/wallets.ts'
import { createPaymentOption } from '../../../../src/checkout/quote/payment-option.ts'
import { updatePaymentOption } from '../../../../src/checkout/quote/settlement.ts'
import type { State } from '../../../../src/checkout/state.ts'
import { createJournal } from '../../../../src/element/checkout/storage/journal.ts'
import { PayError } from '../../../../src/errors.ts'
import type { SignedAuthorization } from '../../../../src/service/chain/types/authorizations.ts'
import type { ChargeRecord } from '../../../../src/service/charges/records.ts'
import type { SubmitResult } from '../../../../src/service/relayer/relayer.ts'
import { readAuthorizedStatus } from '../../../../src/wallet/authorize/authorized-status.ts'
import { findAuthorizationRefusal } from '../../../../src/wallet/authorize/refused-authorization.ts'
import { searchAuthorization } from '../../../../src/wallet/authorize/search-authorization.ts'
import { createTransferCall } from '../../../../src/wallet/send/transfer-call.ts'
import * as samples from '../../../checkout/samples.ts'
import { type Clock, settled } from '../../../fault/clock.ts'
import { Disk, Locks } from '../../../fault/web-platform.ts'
import type { Dice } from '../../../support/dice.ts'
import type { Debit } from './chain.ts'

// The payer's browser in the schedules of the relayer: the page's real rules, journal, locks and readers of the chain, in tabs that
// die and open again, behind a network that loses, lies and keeps what passes.

/** What the browser meets. */
export interface BrowserWorld {
  clock: Clock
  dice: Dice
  charge: ChargeRecord
  price: bigint
  payer: string
  head(): number
  /** Unix seconds of a block. */
  timeOf(block: number): number
  debits(): readonly Debit[]
  /** The charge, as the service has it. */
  read(): ChargeRecord
  /** Whether every fault is over. */
  isCalm(): boolean
  submit(authorization: SignedAuthorization): Promise<SubmitResult>
  /** Somebody on the way keeps what was signed, and sends it when it likes. */
  keep(authorization: SignedAuthorization): void
  /** The wallet sends an ordinary transfer, with this calldata. Returns its hash. */
  send(input: Hex): string
}

/** What careless code would do. */
export interface BrowserFaults {
  /** The nonce is made up, and not the charge's. */
  randomNonce?: boolean
  /** A 4xx counts as if nobody could use the signature. */
  believesRefusals?: boolean
  /** A reload forgets the journal. */
  forgetsJournal?: boolean
  /** Whatever a wallet fails with closes the way to pay by a signature. */
  closesOnFailure?: boolean
}

const abi = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])
const usedTopic = toEventSelector('AuthorizationUsed(address,bytes32)')
const plain = createClient({ transport: custom({ request: async () => null }) })
let clients = 0

/** Milliseconds that an owner takes who does not sign at once: to read, to fetch a phone, to forget about it. */
const ownerTimes = [20_000, 120_000, 400_000, 900_000]

/** How a post ends: lost before or behind the service, refused on the way, or answered. */
const postFates = ['lost', 'answer lost', 'refused', 'refused, passed on', 'refused, kept'] as const

export function createBrowser(
  world: BrowserWorld,
  nonceOf: (charge: ChargeRecord) => string,
  faults: BrowserFaults = {},
) {
  const { clock, dice, charge, price, payer } = world
  const disk = new Disk()
  const locks = new Locks()
  const tabs: { runner: Runner; dead: boolean; acts: () => boolean }[] = []
  let hasCoin = false
  let isRefusing = false
  /** The token has refused what the account signs, or the page had reason to believe so. */
  let hasRefused = false
  /** What a card has said of the account that was not true. */
  let untruth = ''
  let signatures = 0
  let transfers = 0
  const { quote } = charge

  /** A node, which fails or is behind by a block. */
  function createReader() {
    const request = async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
      if (!world.isCalm() && dice.chance(0.05)) throw new Error('The node failed.')
      const isBehind = !world.isCalm() && dice.chance(0.1) && world.head() > 0
      const head = world.head() - (isBehind ? 1 : 0)
      const at = (tag: unknown) =>
        typeof tag === 'string' && tag.startsWith('0x') ? Number(tag) : head
      switch (method) {
        case 'eth_blockNumber':
          return toHex(head)
        case 'eth_getBlockByNumber': {
          const number = Math.min(at(params[0]), head)
          return { number: toHex(number), timestamp: toHex(world.timeOf(number)) }
        }
        case 'eth_call':
          return call(params[0] as { data: Hex }, at(params[1]))
        case 'eth_getTransactionReceipt': {
          const debit = world
            .debits()
            .find(({ hash, block }) => hash === params[0] && block <= head)
          return debit
            ? {
                transactionHash: debit.hash,
                status: '0x1',
                blockNumber: toHex(debit.block),
                logs: [],
              }
            : null
        }
        case 'eth_getLogs':
          return listLogs(params[0] as { fromBlock: Hex; toBlock: Hex; topics: Hex[] }, head)
        default:
          throw new Error(`This node does not know ${method}.`)
      }
    }
    return { ...plain, uid: `browser ${++clients}`, request } as typeof plain
  }

  function isUsed(from: string, nonce: string, block: number): boolean {
    return world
      .debits()
      .some((debit) => debit.from === from && debit.nonce === nonce && debit.block <= block)
  }

  function call({ data }: { data: Hex }, block: number): Hex {
    if (data.startsWith('0x70a08231')) return numberToHex(10n ** 12n, { size: 32 })
    const { functionName, args } = decodeFunctionData({ abi: [...abi, ...erc20Abi], data })
    const lower = (address: unknown) => String(address).toLowerCase()
    if (functionName === 'authorizationState')
      return numberToHex(isUsed(lower(args[0]), String(args[1]), block) ? 1n : 0n, { size: 32 })
    if (functionName !== 'transferWithAuthorization') throw new Error('Not of this token.')
    const isExpired = world.timeOf(block) >= Number(args[4])
    if (isRefusing || isExpired || isUsed(lower(args[0]), String(args[5]), block))
      throw Object.assign(new Error('execution reverted'), { code: 3 })
    return '0x'
  }

  function listLogs(filter: { fromBlock: Hex; toBlock: Hex; topics: Hex[] }, head: number) {
    const [topic, from, nonce] = filter.topics
    const [first, last] = [Number(filter.fromBlock), Math.min(Number(filter.toBlock), head)]
    return world
      .debits()
      .filter((debit) => topic === usedTopic && pad(debit.from as Hex) === from?.toLowerCase())
      .filter((debit) => debit.nonce === nonce && debit.block >= first && debit.block <= last)
      .map(({ hash, block }) => ({
        ...{ address: quote.token, topics: [topic, from, nonce], data: '0x', logIndex: '0x0' },
        ...{ blockNumber: toHex(block), transactionHash: hash, transactionIndex: '0x0' },
        ...{ blockHash: pad(toHex(block)), removed: false },
      }))
  }

  /** The charge as the service shows it. */
  function readCharge() {
    const { id, reference, status, payments } = world.read()
    const amount = formatAmount(price, quote.decimals)
    return samples.charge({
      ...{ id, reference, status },
      payments: payments.map(({ hash, status, payerAddress, receivedAmount }) => ({
        ...{
          payerTransactionHash: hash,
          status,
          payerAddress: status === 'COMPLETED' ? payerAddress : '',
        },
        paidAmountInRequestedToken: formatAmount(receivedAmount, quote.decimals),
      })),
      pricing: {
        local: { amount, currency: 'USD' },
        settlement: { amount, currency: quote.symbol },
      },
    })
  }

  const destination = samples.destination({
    ...{ tokenAmount: formatAmount(price, quote.decimals), tokenAddress: quote.token },
    ...{ tokenDecimals: quote.decimals, tokenSymbol: quote.symbol, chainId: String(quote.chainId) },
    requestLink: { recipientAddress: quote.recipient },
  })

  const offline = () => new PayError('offline', 'No network.', { retryable: true })
  const refusal = () => new PayError('invalid_request', 'It is refused.', { status: 400 })

  async function post({ from, quote: paid, authorization }: Intent): Promise<string> {
    const { value = 0n, validBefore = 0n, nonce = '', signature = '' } = authorization ?? {}
    const body = {
      ...{ chainId: paid.chainId, token: paid.token.address, from, recipient: paid.recipient },
      ...{ value, validAfter: 0n, validBefore, nonce, signature },
    }
    const fate = !world.isCalm() && dice.chance(0.5) ? dice.pick(postFates) : 'answered'
    if (fate === 'lost') throw offline()
    if (fate === 'refused' || fate === 'refused, kept') {
      if (fate === 'refused, kept') world.keep(body)
      throw refusal()
    }
    const result = await world.submit(body).catch((cause: unknown) => {
      // The service's own conflicts are answers; what has crashed gives none.
      throw cause instanceof PayError ? cause : offline()
    })
    if (fate === 'refused, passed on') throw refusal()
    if (fate === 'answer lost') throw offline()
    if (result.outcome === 'refused' || result.outcome === 'unsupported') throw refusal()
    if (result.outcome !== 'relaying' || !result.relay.hash) throw offline()
    return result.relay.hash
  }

  function createWallets(owner: object): Wallets {
    const client = createReader()
    const unreadable = () => Promise.reject(new PayError('chain_unreachable', 'Not here.'))
    return {
      dispose() {},
      watch(onChange) {
        onChange([samples.walletA])
        return () => {}
      },
      connect: async () => ({ ...samples.account, address: payer, chainId: quote.chainId }),
      switchChain: async () => {},
      readFunds: async () => ({
        ...{ tokenBalance: 10n ** 12n, nativeBalance: hasCoin ? 10n ** 18n : 0n, fee: 1n },
        ...{ nativeSymbol: 'ETH', nonce: transfers, blockNumber: BigInt(world.head()) },
      }),
      readBalances: async () => [],
      prepareAuthorization: async ({ amount }) => {
        const nonce = faults.randomNonce ? pad(toHex(dice.below(1e9) + 1)) : nonceOf(charge)
        if (isUsed(payer, nonce, world.head())) return undefined
        const now = Math.max(world.timeOf(world.head()), Math.floor(clock.now / 1000))
        const domain = { name: 'USD Coin', version: '2' }
        return { value: amount, fee: 0n, nonce, validBefore: BigInt(now + 600), domain }
      },
      signAuthorization: async (_, isWanted) => {
        if (!isWanted()) throw new PayError('chain_refused', 'Not wanted any more.')
        if (!world.isCalm() && dice.chance(0.3))
          await clock.sleep(dice.pick(ownerTimes), new AbortController().signal, owner)
        if (!world.isCalm() && dice.chance(0.1))
          throw new PayError('wallet_refused', 'The payer said no.', { retryable: true })
        if (!world.isCalm() && dice.chance(0.1)) {
          const code = faults.closesOnFailure ? 'authorization_refused' : 'wallet_failed'
          throw new PayError(code, 'The device is locked.', { retryable: true })
        }
        return toHex(
          `${charge.id} browser ${++signatures} of this account, and of no other one.......`,
        )
      },
      findAuthorizationRefusal: async (intent) =>
        faults.believesRefusals ? 'refused' : await findAuthorizationRefusal(client, intent),
      transfer: async (intent, isWanted) => {
        if (!isWanted()) throw new PayError('chain_refused', 'Not wanted any more.')
        const { data } = await createTransferCall(client, intent.quote, true)
        transfers += 1
        return world.send(data)
      },
      searchTransfer: async (intent, range) =>
        intent.authorization
          ? await searchAuthorization(client, intent, range)
          : { found: 'nothing', toBlock: BigInt(world.head()) },
      getTransactionStatus: async (_, hash, intent, depth) => {
        if (intent?.authorization) return await readAuthorizedStatus(client, hash, intent, depth)
        const debit = world.debits().find((one) => one.hash === hash)
        if (!debit) return { status: 'pending' }
        const confirmations = world.head() - debit.block + 1
        return { status: 'mined', confirmations, isReverted: false }
      },
      compareTransfer: async () => ({ result: 'unreadable' }),
      signMessage: unreadable,
      inspectTransaction: unreadable,
      findIncomingTransfers: unreadable,
      watchAccount: () => () => {},
    }
  }

  function createPorts(tab: (typeof tabs)[number]): Ports {
    const wallets = createWallets(tab)
    const owner = tab as never
    const guarded = async <T>(work: () => T | Promise<T>): Promise<T> => {
      if (tab.dead) return await new Promise<T>(() => {})
      if (!world.isCalm() && dice.chance(0.05)) throw offline()
      const result = await work()
      // Of a page that is gone, what others were asked still happens, and it hears nothing.
      return tab.dead ? await new Promise<T>(() => {}) : result
    }
    return {
      proxy: {
        load: () => guarded(() => createPaymentOption(readCharge(), destination)),
        getChargeId: () => charge.id,
        getPreviousChargeId: () => undefined,
        refresh: (option) => guarded(() => updatePaymentOption(option, readCharge())),
        reportTransaction: () => guarded(() => undefined),
        getPaymentStatus: () =>
          Promise.reject(new PayError('not_found', 'This service does not tell it.')),
        findAuthorizationOffer: () =>
          guarded(() => ({
            ...{ chainId: String(quote.chainId), tokenAddress: quote.token as Address },
            ...{ recipientAddress: quote.recipient, value: String(price), fee: '0' },
            ...{ nonce: nonceOf(charge), validBefore: String(2n ** 40n) },
            domain: { name: 'USD Coin', version: '2' },
          })),
        addAuthorization: (intent) => guarded(() => post(intent)),
        listRefunds: async () => [],
        reserveAmount: () => Promise.reject(new PayError('not_found', 'None here.')),
      },
      journal: createJournal(
        () => disk.of(owner),
        locks.of(owner),
        () => clock.now,
      ),
      tabs: { notify() {}, listen: () => () => {} },
      loadWallets: async () => wallets,
      getAcceptedAssets: () => undefined,
      checkQuote: () => undefined,
      isPageVisible: () => !tab.dead,
      getRequiredConfirmations: () => 2,
      sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal, tab),
      now: () => clock.now,
      monotonicNow: () => clock.now,
      random: () => dice.below(1000) / 1000,
      onLeave: () => undefined,
    }
  }

  /** A card may say that an account cannot pay by a signature only where the token has refused one. */
  function noteUntruth(state: State) {
    const refusal = 'option' in state ? state.option?.refusedAuthorization : undefined
    if (refusal?.error.code === 'authorization_refused' && !hasRefused)
      untruth = 'a card says that an account cannot sign which can'
  }

  function open() {
    const tab = { dead: false, acts: () => !tab.dead } as (typeof tabs)[number]
    tab.runner = createRunner(createPorts(tab), noteUntruth)
    tabs.push(tab)
    tab.runner.dispatch({ type: 'start' })
  }

  function kill(tab: (typeof tabs)[number]) {
    tab.dead = true
    tab.runner.dispose()
    clock.drop(tab)
    locks.release(tab as never)
    if (faults.forgetsJournal) disk.wipe()
  }

  const living = () => tabs.filter(({ dead }) => !dead)

  /** What a payer does who wants to pay and never says yes to a second payment. */
  function click(runner: Runner) {
    const { step } = runner.state
    if (step === 'ready' || step === 'notPaid') runner.dispatch({ type: 'pay' })
    else if (step === 'choosingWallet')
      runner.dispatch({ type: 'chooseWallet', walletId: samples.walletA.id })
    else runner.dispatch({ type: 'retry' })
  }

  return {
    get step(): State['step'] | undefined {
      return living().at(-1)?.runner.state.step
    },
    get state() {
      return living().at(-1)?.runner.state
    },
    /** The token refuses what the account signs, as of some that delegate (EIP-7702). */
    get isRefusing() {
      return isRefusing
    },
    get transfers() {
      return transfers
    },
    /** What a card has said that was not true; '' for nothing. */
    get untruth() {
      return untruth
    },
    /** Something happens in the browser. */
    async act() {
      const tab = dice.pick([...living(), undefined])
      if (!tab) {
        if (living().length < 3 && tabs.length < 8) open()
      } else
        switch (dice.below(10)) {
          case 0:
            kill(tab)
            break
          case 1:
            hasCoin = !hasCoin
            break
          case 2:
            // Not after another payment: nobody can know of an account that changes in that very one (docs/payments.md).
            if (transfers === 0) isRefusing = !isRefusing
            hasRefused = true
            break
          default:
            click(tab.runner)
        }
      await settled()
    },
    /** Every tab is closed, and one is opened in a browser and a network that work. */
    async reopen() {
      for (const tab of living()) kill(tab)
      if (transfers === 0) isRefusing = false
      open()
      await settled()
    },
    async again() {
      const [tab] = living()
      if (tab && tab.runner.state.step !== 'paid') click(tab.runner)
      await settled()
    },
    end() {
      for (const tab of living()) kill(tab)
    },
  }
}
