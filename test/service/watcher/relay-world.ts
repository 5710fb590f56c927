import assert from 'node:assert/strict'
import { pino } from 'pino'
import { PayError } from '../../../src/errors.ts'
import { computeAuthorizationNonce } from '../../../src/service/domain/charges/authorization-nonce.ts'
import type {
  ChargeRecord,
  PaymentRecord,
  PriceQuote,
} from '../../../src/service/domain/charges/records.ts'
import { computeReference } from '../../../src/service/domain/charges/reference.ts'
import type {
  RelayAttempt,
  RelayRecord,
  RelaySlot,
  SignedAuthorization,
  SlotKey,
  UnsignedRelay,
} from '../../../src/service/domain/relayer/records.ts'
import { createRelayer, type RelayerOptions } from '../../../src/service/watcher/relayer/relayer.ts'
import { Clock } from '../../fault/clock.ts'
import { createDice } from '../../support/dice.ts'
import { noOrder } from '../../support/no-order.ts'
import { type BrowserFaults, createBrowser } from './relay-browser.ts'

// Schedules of payers, programs, a browser, two relayers, crashes, nodes that forget and reorganize, other relays and expiry, on the
// rules of page and relayer themselves: no account pays a charge twice, no program an order, no authorization that stays valid
// is lost, no nonce is left unused, and a browser whose account was debited shows that.

const stepsOfSchedule = 30

const chainId = 8453
const token = '0x1111111111111111111111111111111111111111'
const shop = '0x2222222222222222222222222222222222222222'
const payers = [
  '0x3333333333333333333333333333333333333333',
  '0x4444444444444444444444444444444444444444',
] as const
/** Pays in a browser, and nowhere else. */
const browserPayer = '0x6666666666666666666666666666666666666666'
/** Their clients make up nonces, and sign again as soon as a charge is offered. */
const programs = [
  '0x7777777777777777777777777777777777777777',
  '0x8888888888888888888888888888888888888888',
] as const
const accounts = [
  '0x5555555555555555555555555555555555555555',
  '0x5656565656565656565656565656565656565656',
] as const
/** A reorganization of this world reaches as far. */
const reorgBlocks = 8n
const price = 100n

interface SentTransaction extends SlotKey {
  hash: string
  fee: bigint
  authorization: SignedAuthorization | undefined
  /** The charge that it pays as an ordinary transfer of its account. */
  pays?: string
}

class Crash extends Error {}

/** A chain with a token that takes each nonce of an account once. */
function createChain(
  dice: ReturnType<typeof createDice>,
  startedAt: number,
  isRefused: (authorization: SignedAuthorization) => boolean,
) {
  let blocks: { transactions: (SentTransaction & { hasSucceeded: boolean })[]; time: number }[] = [
    { transactions: [], time: startedAt },
  ]
  let waiting: SentTransaction[] = []
  let transfers = 0
  const raws = new Map<string, SentTransaction>()
  const mined = () => blocks.flatMap(({ transactions }) => transactions)
  const getNonce = (account: string, upTo = blocks.length) =>
    blocks
      .slice(0, upTo)
      .flatMap(({ transactions }) => transactions)
      .filter((tx) => tx.account === account).length
  const debits = () => mined().filter((tx) => (tx.authorization ?? tx.pays) && tx.hasSucceeded)
  const isUsed = (from: string, nonce: string) =>
    debits().some(
      ({ authorization }) => authorization?.from === from && authorization.nonce === nonce,
    )
  const time = () => blocks.at(-1)?.time ?? 0
  return {
    raws,
    mined,
    debits,
    isUsed,
    time,
    getNonce,
    head: () => BigInt(blocks.length - 1),
    timeOf: (block: number) => blocks[block]?.time ?? 0,
    /** Debits with their blocks. */
    listDebits: () =>
      blocks.flatMap(({ transactions }, block) =>
        transactions
          .filter((tx) => (tx.authorization ?? tx.pays) && tx.hasSucceeded)
          .map((tx) => ({
            ...{ hash: tx.hash, block, from: payerOf(tx), chargeId: chargeIdOf(tx) },
            nonce: tx.authorization?.nonce,
          })),
      ),
    /** An account sends an ordinary transfer. */
    transfer(account: string, pays: string): string {
      const own = waiting.filter((tx) => tx.account === account).length
      const nonce = getNonce(account) + own
      const hash = toHash('f', ++transfers)
      waiting = [
        ...waiting,
        { chainId, account, nonce, fee: 1n, hash, authorization: undefined, pays },
      ]
      return hash
    },
    forget: () => {
      waiting = []
    },
    mine(seconds = 5, share = 0.2) {
      const transactions: (SentTransaction & { hasSucceeded: boolean })[] = []
      const block = { transactions, time: time() + seconds }
      blocks = [...blocks, block]
      for (const tx of waiting.toSorted((a, b) => a.nonce - b.nonce)) {
        if (tx.nonce !== getNonce(tx.account) || dice.chance(share)) continue
        const { authorization } = tx
        const hasSucceeded =
          !authorization ||
          (BigInt(block.time) < authorization.validBefore &&
            !isRefused(authorization) &&
            !isUsed(authorization.from, authorization.nonce))
        transactions.push({ ...tx, hasSucceeded })
      }
      waiting = waiting.filter((tx) => tx.nonce >= getNonce(tx.account))
    },
    /** Replaces the newest blocks by empty ones. What was in them waits again, or no node has kept it. */
    reorganize(depth = 1, isKept = true) {
      if (blocks.length < depth + 2) return
      const dropped = blocks.slice(-depth)
      blocks = blocks.slice(0, -depth)
      const transactions = dropped.flatMap(({ transactions }) => transactions)
      // What pays by itself is sent again by its wallet.
      const kept = transactions.filter((tx) => isKept || tx.pays !== undefined)
      waiting = [...kept, ...waiting]
      blocks = [...blocks, ...dropped.map(({ time }) => ({ transactions: [], time }))]
    },
    /** Somebody else sends what was signed. */
    relayElsewhere(authorization: SignedAuthorization) {
      const account = `0x${'99'.repeat(20)}`
      const tx = {
        chainId,
        account,
        nonce: getNonce(account),
        fee: 1n,
        hash: toHash('e', mined().length),
        authorization,
      }
      if (waiting.every((other) => other.account !== account)) waiting = [...waiting, tx]
    },
    accept(raw: string) {
      const tx = raws.get(raw)
      if (!tx) throw new Error('The node cannot read it.')
      if (tx.nonce < getNonce(tx.account)) return
      const same = waiting.find(
        ({ account, nonce }) => account === tx.account && nonce === tx.nonce,
      )
      if (same && same.fee * 110n > tx.fee * 100n) return
      waiting = [...waiting.filter((other) => other !== same), tx]
    },
  }
}

/** One for all schedules: each that is made asks for the state of the output. */
const log = pino({ enabled: false })

/** Tables in memory, with what the database guarantees: a method takes effect completely or not at all. */
function createStore(
  time: () => number,
  getCharge: (id: string) => ChargeRecord,
  sharesNonces: boolean,
) {
  const relays: RelayRecord[] = []
  const slots: (SlotKey & {
    id: string | undefined
    isOpen: boolean
    closedAt?: bigint
    minedHash?: string | undefined
    since: number
  })[] = []
  const attempts: (RelayAttempt & SlotKey & { index: number; savedAt: number })[] = []
  const next = new Map<string, number>()
  const isSlot = (a: SlotKey) => (b: SlotKey) => a.account === b.account && a.nonce === b.nonce
  const takeNonce = (account: string, chainNonce: number) => {
    const nonce = sharesNonces ? chainNonce : Math.max(next.get(account) ?? 0, chainNonce)
    next.set(account, nonce + 1)
    return nonce
  }
  const copyRelay = (id: string | undefined) => {
    const relay = relays.find((relay) => relay.id === id)
    return relay && { ...relay }
  }
  const toSlot = ({ id, minedHash, since, ...key }: (typeof slots)[number]): RelaySlot => ({
    ...{ chainId, account: key.account, nonce: key.nonce },
    relay: copyRelay(id),
    minedBefore: minedHash,
    ageMs: (time() - since) * 1000,
    attempts: attempts
      .filter(isSlot(key))
      .toSorted((a, b) => a.index - b.index)
      .map((attempt) => ({ ...attempt, ageMs: (time() - attempt.savedAt) * 1000 })),
  })
  const open = (account: string, nonce: number, id: string | undefined) => {
    const slot = { chainId, account, nonce, id, isOpen: true, since: time() }
    slots.push(slot)
    return slot
  }
  const close = (key: SlotKey, closedAt: bigint, minedHash?: string) => {
    const slot = slots.find((slot) => isSlot(key)(slot) && slot.isOpen)
    if (slot) Object.assign(slot, { isOpen: false, closedAt, minedHash })
    return slot
  }
  const store: RelayerOptions['store'] = {
    // What the chain shows, the watcher has read.
    readMoney: async () => 'credited',
    getReport: async () => undefined,
    addReport: async () => ({ outcome: 'known' }),
    listOfferedFees: async () => [],
    saveOfferedFee: async () => undefined,
    findCharges: async ({ ids = [] }) => ids.map(getCharge),
    findRelay: async (chargeId, { from, signature }) =>
      relays.findLast(
        (relay) =>
          relay.chargeId === chargeId && relay.from === from && relay.signature === signature,
      ),
    listUnderWay: async ({ from }) =>
      relays.filter((relay) => relay.from === from && relay.status === 'RELAYING'),
    async beginRelay(relay, account, chainNonce, _, { balance, usedIds }, check) {
      const known = await store.findRelay(relay.chargeId, relay)
      if (known && known.status !== 'FAILED') return { outcome: 'known', relay: known }
      if (
        relays.some(({ chargeId, status }) => chargeId === relay.chargeId && status === 'RELAYING')
      )
        return { outcome: 'busy' }
      check(getCharge(relay.chargeId))
      const reserved = relays
        .filter(
          ({ id, from, status }) =>
            from === relay.from && status === 'RELAYING' && !usedIds.includes(id),
        )
        .reduce((sum, { value }) => sum + value, relay.value)
      if (reserved > balance) return { outcome: 'limited', by: 'balance' }
      const nonce = takeNonce(account, chainNonce)
      relays.push({ ...relay })
      return { outcome: 'begun', slot: toSlot(open(account, nonce, relay.id)) }
    },
    async saveAttempt(slot, index, attempt) {
      const saved = attempts.find((other) => isSlot(slot)(other) && other.index === index)
      if (saved) return saved
      const { chainId, account, nonce } = slot
      attempts.push({ ...attempt, chainId, account, nonce, index, savedAt: time() })
      const id = slots.find((other) => isSlot(slot)(other) && other.isOpen)?.id
      const relay = relays.find((relay) => relay.id === id)
      if (relay && attempt.kind === 'relay') relay.hash = attempt.hash
      return attempt
    },
    listOpenSlots: async () =>
      slots
        .filter(({ isOpen }) => isOpen)
        .toSorted((a, b) => a.nonce - b.nonce)
        .map(toSlot),
    async endSlot(slot, hash, head, end) {
      const id = close(slot, head, hash)?.id
      const relay = relays.find((relay) => relay.id === id)
      if (relay && end && relay.status === 'RELAYING') Object.assign(relay, end)
    },
    async moveRelay(slot, chainNonce, head) {
      const nonce = takeNonce(slot.account, chainNonce)
      const closed = close(slot, head)
      if (closed) open(slot.account, nonce, closed.id)
    },
    listNextNonces: async (_, block) => {
      const isReachable = ({ isOpen, closedAt = 0n }: (typeof slots)[number]) =>
        isOpen || closedAt > block
      const reachable = slots.filter(isReachable).map(({ account }) => account)
      return new Map([...next].filter(([account]) => reachable.includes(account)))
    },
    async reopenSlots({ account }, from) {
      const reopened = slots.filter(
        (slot) => slot.account === account && slot.nonce >= from && !slot.isOpen,
      )
      for (const slot of reopened) {
        const { id } = slot
        const hasOther = slots.some((other) => other.isOpen && other.id === id)
        const relay = relays.find((relay) => relay.id === id)
        Object.assign(slot, { isOpen: true, since: time() })
        if (hasOther) slot.id = undefined
        const isTaken = relays.some(
          ({ chargeId, status }) => chargeId === relay?.chargeId && status === 'RELAYING',
        )
        if (relay?.status === 'USED' && !isTaken) relay.status = 'RELAYING'
      }
      const missing: number[] = []
      for (let nonce = from; nonce < (next.get(account) ?? 0); nonce += 1)
        if (!slots.some((slot) => slot.account === account && slot.nonce === nonce)) {
          open(account, nonce, undefined)
          missing.push(nonce)
        }
      return { reopened: reopened.map(({ nonce }) => nonce), missing }
    },
  }
  return { store, relays, slots }
}

function createCharge(id: string, createdAt: number): ChargeRecord {
  const quote: PriceQuote = {
    ...{ chainId, recipient: shop, token, tokenType: 'ERC20', decimals: 6, symbol: 'USDC' },
    ...{ amount: price, priceSource: 'usd_peg' },
  }
  return {
    ...{ id, accountId: 'a', reference: computeReference(id), requestId: undefined, shop: '' },
    ...{
      livemode: true,
      status: 'NEW',
      pricingType: 'fixed_price',
      localAmount: '100',
      localCurrency: 'USD',
    },
    ...{ quote, accepts: [], order: noOrder, baseUrl: undefined, metadata: {}, successUrl: '' },
    ...{ cancelUrl: '', createdAt: new Date(createdAt * 1000), toleratedAmount: '0' },
    ...{ expiresAt: new Date((createdAt + 86_400) * 1000), quoteExpiresAt: undefined },
    ...{ shippedAt: undefined, payments: [], timeline: [], quotePeriods: [] },
  }
}

const toHash = (kind: string, count: number) => `0x${kind}${count.toString(16).padStart(63, '0')}`

/** The charge that a debit is for: signatures say it, as text, or as the bytes of a text. */
function chargeIdOf({
  authorization,
  pays,
}: Pick<SentTransaction, 'authorization' | 'pays'>): string {
  const { signature = '' } = authorization ?? {}
  const letter = Number.parseInt(signature.slice(2, 4), 16)
  return pays ?? (signature.startsWith('0x') ? String.fromCharCode(letter) : signature.slice(0, 1))
}

const payerOf = ({ authorization, account }: SentTransaction) => authorization?.from ?? account

function toPayment(
  { id: chargeId, createdAt }: ChargeRecord,
  debit: SentTransaction,
): PaymentRecord {
  const { hash } = debit
  return {
    ...{ id: hash, chargeId, chainId, hash, token, status: 'COMPLETED', reason: '', createdAt },
    ...{ receivedAmount: price, countedAmount: price, creditedAmount: price, block: undefined },
    ...{ payerAddress: payerOf(debit), proof: 'authorization' },
    ...{ minedAt: undefined, verifiedAt: undefined },
  }
}

/**
 * Plays a schedule, and returns what it did, or throws what it broke.
 *
 * @param faults `sharesNonces` lets the relayer take the chain's nonce for each transaction, as relayers do that keep none of their own
 */
export async function playSchedule(
  seed: number,
  { sharesNonces = false, ...browserFaults }: { sharesNonces?: boolean } & BrowserFaults = {},
): Promise<{ paid: number; refused: number; browser: number; program: number }> {
  const dice = createDice(seed)
  const startedAt = Math.floor(Date.now() / 1000)
  const isRefused = ({ from }: SignedAuthorization) => from === browserPayer && browser.isRefusing
  const chain = createChain(dice, startedAt, isRefused)
  let seconds = startedAt
  const charges = ['a', 'b', 'c'].map((id) => createCharge(id, startedAt))
  const getCharge = (id: string) => {
    const charge = charges.find((charge) => charge.id === id) as ChargeRecord
    // The watcher has credited what the chain shows.
    const payments = chain
      .debits()
      .filter((debit) => chargeIdOf(debit) === id)
      .map((debit): PaymentRecord => toPayment(charge, debit))
    return payments.length > 0 ? { ...charge, payments, status: 'COMPLETED' as const } : charge
  }
  const nonceOf = ({ quote, reference }: ChargeRecord) =>
    computeAuthorizationNonce({ ...quote, reference })
  const { store, relays, slots } = createStore(() => seconds, getCharge, sharesNonces)
  let crashes = 0
  let isCalm = false
  /** Any call of the world may be the last one of its process. */
  const mayCrash = () => {
    if (isCalm || !dice.chance(0.04)) return
    crashes += 1
    throw new Crash()
  }
  const guarded = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (of, name) => {
        const value = of[name as keyof T]
        // The one that is no call of a node.
        if (typeof value !== 'function' || name === 'getConfirmations') return value
        return async (...args: unknown[]) => {
          mayCrash()
          const result = await value.apply(of, args)
          mayCrash()
          return result
        }
      },
    })
  let hashes = 0
  let isPaidTwice = false
  let miscount = 0
  const sign = async ({ chainId, account, nonce, authorization, fees }: UnsignedRelay) => {
    const isPaidByOthers = chain
      .debits()
      .some(
        (other) =>
          authorization &&
          chargeIdOf(other) === chargeIdOf({ authorization }) &&
          payerOf(other) !== authorization.from,
      )
    isPaidTwice ||= isPaidByOthers
    const hash = toHash('a', ++hashes)
    const raw = `raw ${hash}`
    chain.raws.set(raw, { chainId, account, nonce, hash, authorization, fee: fees.maxFeePerGas })
    return { raw, hash }
  }
  const node: RelayerOptions['chains'] = {
    getBlockNumber: async () => chain.head(),
    getBlockTime: async (_, block) => new Date(chain.timeOf(Number(block)) * 1000),
    getConfirmations: () => 2,
    getNonce: async (_, account, number) => chain.getNonce(account, Number(number) + 1),
    // For a moment a node counts nonces that nobody has used.
    getLowestNonce: async (_, account) => chain.getNonce(account) + (isCalm ? 0 : miscount),
    getBalance: async () => 10n ** 18n,
    getTokenBalance: async () => 10n ** 18n,
    getAuthorizationDomain: async () => ({ name: 'USD Coin', version: '2' }),
    hasCode: async () => false,
    isAuthorizationUsed: async (_, __, from, nonce) => chain.isUsed(from, nonce),
    findAuthorizationUse: async ({ sender, nonce }) => {
      const use = chain.listDebits().find((debit) => debit.from === sender && debit.nonce === nonce)
      return use && { kind: 'used', hash: use.hash, blockNumber: BigInt(use.block) }
    },
    getFees: async () => ({ maxFeePerGas: BigInt(10 + dice.below(10)), maxPriorityFeePerGas: 1n }),
    getDataFee: async () => 0n,
    getRate: async () => undefined,
    broadcast: async (_, raw) => {
      // Some nodes lose what they have taken.
      if (isCalm || dice.chance(0.8)) chain.accept(raw)
    },
    simulateRelay: async (_, __, authorization) =>
      chain.isUsed(authorization.from, authorization.nonce) ||
      isRefused(authorization) ||
      BigInt(chain.time()) >= authorization.validBefore
        ? { outcome: 'refused', reason: 'used or expired' }
        : { outcome: 'accepted', gas: 90_000n },
    lookUpAtNodes: async (_, hash) => {
      const found = chain.mined().find((tx) => tx.hash === hash)
      const receipt = found && { hasSucceeded: found.hasSucceeded }
      if (!isCalm && dice.chance(0.1)) return [{ node: 'n', failure: 'down' }]
      return [{ node: 'n', lookup: { receipt } as never }]
    },
  }
  const createOne = () =>
    createRelayer({
      ...{ store: guarded(store), chains: guarded(node), signer: { accounts, sign } },
      ...{ log, onEnd: () => undefined, fee: 'none' as const },
      ...{ onSubmit: () => undefined, onState: () => undefined },
      limits: {
        ...{
          maxCosts: new Map([[chainId, 10n ** 12n]]),
          minBalances: new Map(),
          replaceAfterMs: 20_000,
          compareAfterMs: 0,
          reorgBlocks,
        },
        counts: { perAccount: 100, total: 100, openSlots: 16 },
      },
    })
  const relayers = [createOne(), createOne()]
  const signed: { charge: ChargeRecord; authorization: SignedAuthorization }[] = []
  let refused = 0
  const attempt = async (act: () => Promise<unknown>) => {
    try {
      await act()
    } catch (cause) {
      if (!(cause instanceof Crash || cause instanceof PayError)) throw cause
      refused += 1
    }
  }
  const submit = ({ charge, authorization }: (typeof signed)[number]) =>
    attempt(() => dice.pick(relayers).submit(getCharge(charge.id), charge.quote, authorization))
  const follow = () => attempt(() => dice.pick(relayers).follow(chainId, async () => chain.head()))
  const clock = new Clock()
  const kept: SignedAuthorization[] = []
  const [order] = charges as [ChargeRecord]
  const browser = createBrowser(
    {
      ...{ clock, dice, charge: order, price, payer: browserPayer, isCalm: () => isCalm },
      ...{ head: () => Number(chain.head()), timeOf: chain.timeOf, debits: chain.listDebits },
      submit: (authorization) =>
        dice.pick(relayers).submit(getCharge(order.id), order.quote, authorization),
      keep: (authorization) => kept.push(authorization),
      transfer: () => chain.transfer(browserPayer, order.id),
    },
    nonceOf,
    browserFaults,
  )
  clock.now = startedAt * 1000
  const payloads = new Map<string, SignedAuthorization>()
  /** A program pays: a new payload where the charge is offered, and otherwise the one that it has. */
  async function runProgram() {
    const [charge, from] = [dice.pick(charges), dice.pick(programs)]
    const key = `${charge.id} ${from}`
    const isUnderWay = relays.some(
      ({ chargeId, status }) => chargeId === charge.id && status !== 'FAILED',
    )
    const isOffered = !isUnderWay && getCharge(charge.id).status !== 'COMPLETED'
    let authorization = payloads.get(key)
    if (isOffered) {
      const [nonce, validBefore] = [toHash('c', ++hashes), BigInt(chain.time() + 300)]
      authorization = {
        ...{
          chainId,
          token,
          from,
          recipient: shop,
          value: price,
          validAfter: 0n,
          validBefore,
          nonce,
        },
        signature: `${charge.id} ${from} ${nonce}`,
      }
      payloads.set(key, authorization)
    }
    if (!authorization) return
    const terms = { isProgram: true }
    try {
      await dice.pick(relayers).submit(getCharge(charge.id), charge.quote, authorization, terms)
    } finally {
      // What the service never got, and its client replaces by another one, nobody else may have: no service can know of it.
      const { nonce } = authorization
      if (relays.some((relay) => relay.nonce === nonce) && dice.chance(0.2))
        kept.push(authorization)
    }
  }
  const actions: (() => unknown)[] = [
    async () => {
      const [charge, from] = [dice.pick(charges), dice.pick(payers)]
      // A payer whose page forgot signs once more: the nonce is the same. Some programs make one up.
      const isOwn = dice.chance(0.8)
      const nonce = isOwn ? nonceOf(charge) : toHash('d', dice.below(1e9))
      const validBefore = BigInt(startedAt + (dice.chance(0.3) ? 70 : 80_000))
      const signature = `${charge.id} ${from} ${validBefore} ${nonce}`
      const authorization = {
        ...{ chainId, token, from, recipient: shop, value: price, validAfter: 0n, validBefore },
        ...{ nonce, signature },
      }
      signed.push({ charge, authorization })
      await submit({ charge, authorization })
    },
    async () => signed.length > 0 && (await submit(dice.pick(signed))),
    async () => {
      // Both posted at once.
      if (signed.length > 0)
        await Promise.all([submit(dice.pick(signed)), submit(dice.pick(signed))])
    },
    () => Promise.all([follow(), follow()]),
    follow,
    () => chain.mine(),
    () => chain.mine(dice.chance(0.2) ? (dice.chance(0.2) ? 700 : 60) : 5),
    () => attempt(runProgram),
    () => browser.act(),
    () => browser.act(),
    () => browser.act(),
    () => {
      // What somebody on the way has kept is sent, at any time.
      const authorization = kept.length > 0 && dice.chance(0.3) && dice.pick(kept)
      if (authorization) chain.relayElsewhere(authorization)
    },
    () => chain.forget(),
    () => chain.reorganize(),
    () =>
      dice.chance(0.3) &&
      chain.reorganize(2 + dice.below(Number(reorgBlocks) - 3), dice.chance(0.5)),
    () => {
      miscount = dice.chance(0.5) ? 1 + dice.below(3) : 0
    },
    () => {
      const seen = signed.filter(
        ({ charge, authorization }) => authorization.nonce === nonceOf(charge),
      )
      if (seen.length > 0 && dice.chance(0.3)) chain.relayElsewhere(dice.pick(seen).authorization)
    },
  ]
  const check = () => {
    assert.ok(!isPaidTwice, 'a second account was to pay a charge that another one had paid')
    const debits = chain.listDebits()
    const debited = debits.map(({ from, chargeId }) => `${from} ${chargeId}`)
    const isProgram = (from: string) => programs.some((program) => program === from)
    const byPrograms = debits.filter(({ from }) => isProgram(from)).map(({ chargeId }) => chargeId)
    assert.equal(new Set(byPrograms).size, byPrograms.length, 'programs paid an order twice')
    assert.equal(new Set(debited).size, debited.length, 'an account paid a charge twice')
    const open = relays
      .filter(({ status }) => status === 'RELAYING')
      .map(({ chargeId }) => chargeId)
    assert.equal(new Set(open).size, open.length, 'two authorizations are under way for a charge')
    const taken = slots.map(({ account, nonce }) => `${account} ${nonce}`)
    assert.equal(new Set(taken).size, taken.length, 'two authorizations have one nonce')
  }
  for (let step = 0; step < stepsOfSchedule; step += 1) {
    const passed = dice.below(15)
    seconds += passed
    await clock.advance(passed * 1000, () => false)
    await dice.pick(actions)()
    check()
  }
  isCalm = true
  await browser.reopen()
  const settle = async () => {
    // What a program has signed lapses after 300 seconds, and keeps what the page posts until then waiting.
    const isOpen = () => slots.some((slot) => slot.isOpen)
    for (let round = 0; round < 12 || (isOpen() && round < 40); round += 1) {
      seconds += 30
      await relayers[0]?.follow(chainId, async () => chain.head())
      chain.mine(30, 0)
      // A page reads every three seconds: enough to see each block.
      await clock.advance(6_000, () => false)
      check()
    }
  }
  await settle()
  assert.ok(
    slots.every(({ isOpen }) => !isOpen),
    'a nonce waits for ever',
  )
  assert.ok(
    relays.every(({ status }) => status !== 'RELAYING'),
    'an authorization was lost',
  )
  // What was used by another transaction that a reorganization took back is given up: posted again, it is sent.
  const isGivenUp = ({ status, from, nonce, validBefore, chargeId }: RelayRecord) =>
    status === 'FAILED' &&
    validBefore > BigInt(chain.time() + 500) &&
    !chain.isUsed(from, nonce) &&
    getCharge(chargeId).status !== 'COMPLETED'
  const [givenUp] = relays.filter(isGivenUp)
  if (givenUp) {
    const charge = getCharge(givenUp.chargeId)
    const { chainId, token, from, recipient, value, validAfter, validBefore, nonce, signature } =
      givenUp
    const terms = {
      chainId,
      token,
      from,
      recipient,
      value,
      validAfter,
      validBefore,
      nonce,
      signature,
    }
    await relayers[0]?.submit(charge, charge.quote, terms)
    await settle()
    assert.ok(
      chain.isUsed(from, nonce) || getCharge(charge.id).status === 'COMPLETED',
      'an authorization that stays valid is not sent',
    )
  }
  // What was signed has lapsed; the browser has read it, and the payer has tried again.
  chain.mine(700, 0)
  await settle()
  await browser.again()
  await settle()
  const isDebited = chain.listDebits().some(({ from }) => from === browserPayer)
  if (isDebited)
    assert.equal(browser.step, 'paid', 'a browser whose account was debited says otherwise')
  else if (browser.transfers === 0)
    assert.notEqual(browser.step, 'unknownOutcome', 'a browser waits for what has lapsed')
  assert.equal(browser.untruth, '', browser.untruth)
  browser.end()
  for (const account of accounts) {
    const own = slots.filter((slot) => slot.account === account)
    assert.equal(chain.getNonce(account), own.length, 'a nonce was left unused')
  }
  const debits = chain.listDebits()
  const count = (payers: readonly string[]) =>
    debits.filter(({ from }) => payers.includes(from)).length
  return {
    ...{ paid: debits.length, refused: refused + crashes },
    ...{ browser: count([browserPayer]), program: count(programs) },
  }
}
