import type { Logger } from 'pino'
import type { Fees, SignedAuthorization } from '../../chain/types/authorizations.ts'
import type { Chains } from '../../chain/types/chains.ts'
import type { ChargeRecord, PriceQuote } from '../../charges/records.ts'
import type { ChargeStore } from '../../charges/store/charges.ts'
import { createId } from '../../kernel/id.ts'
import { createReport, reportLimits } from '../../payments/reports.ts'
import type { ReportStore } from '../../payments/store/reports.ts'
import type { ReadHead } from '../../watcher/context.ts'
import { typicalRelayBytes } from '../fees.ts'
import type {
  PayerFunds,
  RelayAttempt,
  RelayEnd,
  RelayFee,
  RelayLimits,
  RelayRecord,
  RelaySigner,
  RelaySlot,
} from '../records.ts'
import type { Relayer, RelayerState, SubmitResult, SubmitTerms } from '../relayer.ts'
import {
  cancelGas,
  checkAuthorization,
  createConflict,
  decideStep,
  isAffordable,
  isWanted,
  maxRelayGas,
  raiseFees,
} from '../rules.ts'
import type { OfferedFeeStore } from '../store/offered-fees.ts'
import type { RelayerStore } from '../store/relays.ts'
import { createRelayerAccounts } from './accounts.ts'
import { createFeeOffers } from './fees.ts'

/** Seconds until a block has what is sent now: after that an authorization must still be valid. */
const blockSeconds = 15n

/** Options of {@link createRelayer}. */
export interface RelayerOptions {
  store: Omit<RelayerStore, 'listUnfailedRelays' | 'findRelayByPaymentId'> &
    OfferedFeeStore &
    Pick<ChargeStore, 'findCharges'> &
    Pick<ReportStore, 'addReport' | 'getReport'>
  chains: Pick<
    Chains,
    | 'simulateRelay'
    | 'getFees'
    | 'getDataFee'
    | 'getRate'
    | 'broadcast'
    | 'getNonce'
    | 'getLowestNonce'
    | 'getBalance'
    | 'getBlockNumber'
    | 'getBlockTime'
    | 'getConfirmations'
    | 'getAuthorizationDomain'
    | 'isAuthorizationUsed'
    | 'hasCode'
    | 'getTokenBalance'
    | 'findAuthorizationUse'
    | 'lookUpAtNodes'
  >
  signer: RelaySigner
  limits: RelayLimits
  /** What payers add to what they owe. */
  fee: RelayFee
  log: Logger
  /** Called with how a relay ended, for the metrics. */
  onEnd: (chainId: number, status: 'USED' | 'FAILED') => void
  /** Called with how an authorization was answered. */
  onSubmit: (chainId: number, outcome: SubmitResult['outcome']) => void
  /** Called with the state on a chain, about once a minute. */
  onState: (chainId: number, state: RelayerState) => void
}

/** Milliseconds between two looks at the balances of a chain. */
const stateIntervalMs = 60_000

/** A relayer, with the work that its transactions need until they are final. */
export interface RunningRelayer extends Relayer {
  /** Does what is due about the open slots of a chain. One process at a time should, and several may. */
  follow(chainId: number, readHead: ReadHead): Promise<void>
}

/**
 * Creates the relayer. All that it knows is in the database: what was accepted, each nonce that was taken and each transaction
 * that was signed, before it is sent. So any process continues what another one has begun. A transaction that is sent twice is
 * the same one, and the token takes each authorization once.
 */
export function createRelayer(options: RelayerOptions): RunningRelayer {
  const { store, chains, signer, limits, log, onEnd, onState } = options
  const feeOffers = createFeeOffers(options)
  const accounts = createRelayerAccounts(options)
  const isRelayed = (chainId: number) => (limits.maxCosts.get(chainId) ?? 0n) > 0n

  /** Returns what gas costs now, and what a transaction costs beside it. */
  const readPrices = (chainId: number) =>
    Promise.all([chains.getFees(chainId), chains.getDataFee(chainId, typicalRelayBytes)])

  /** Signs and saves the next transaction of a slot, and sends what was saved. */
  async function sign(
    slot: RelaySlot,
    { kind, gas, fees }: Pick<RelayAttempt, 'kind' | 'gas' | 'fees'>,
  ): Promise<RelayAttempt> {
    const { chainId, account, nonce, attempts, relay } = slot
    const authorization = kind === 'relay' ? relay : undefined
    const signed = await signer.sign({ chainId, account, nonce, authorization, gas, fees })
    const attempt = await store.saveAttempt(slot, attempts.length, {
      ...signed,
      kind,
      gas,
      fees,
      ageMs: 0,
    })
    await send(chainId, attempt)
    return attempt
  }

  /** It is saved: what a node does not take now is sent again with the next look at its slot. */
  async function send(chainId: number, { raw, hash }: RelayAttempt): Promise<void> {
    try {
      await chains.broadcast(chainId, raw)
    } catch (err) {
      log.warn({ err, chainId, hash }, 'A relay could not be sent. The service tries again.')
    }
  }

  async function submit(
    charge: ChargeRecord,
    quote: PriceQuote,
    authorization: SignedAuthorization,
    terms: SubmitTerms = {},
  ): Promise<SubmitResult> {
    let result: SubmitResult = { outcome: 'limited', by: 'slots' }
    // Calls of one moment choose the same account. Where they have filled it, each chooses again.
    for (const _ of signer.accounts) {
      result = await trySubmit(charge, quote, authorization, terms)
      if (result.outcome !== 'limited' || result.by !== 'slots') break
    }
    return result
  }

  async function trySubmit(
    charge: ChargeRecord,
    quote: PriceQuote,
    authorization: SignedAuthorization,
    submitTerms: SubmitTerms,
  ): Promise<SubmitResult> {
    const { isProgram, paymentId } = submitTerms
    const { chainId, token, from, nonce } = authorization
    const known = await store.findRelay(charge.id, authorization)
    if (known && known.status !== 'FAILED') return await answer(known)
    const offeredFees = await feeOffers.listFees(charge, quote, authorization)
    const fee = checkAuthorization(
      charge,
      quote,
      authorization,
      offeredFees,
      new Date(),
      submitTerms,
    )
    if (!isRelayed(chainId) || !(await chains.getAuthorizationDomain(chainId, token)))
      return { outcome: 'unsupported' }
    if (await chains.isAuthorizationUsed(chainId, token, from, nonce))
      throw createConflict('authorization_used', 'This authorization was used or canceled before.')
    const [fees, dataFee] = await readPrices(chainId)
    const account = await accounts.choose(chainId, maxRelayGas * fees.maxFeePerGas, dataFee)
    if (!account)
      return unavailable(
        chainId,
        'no account of the relayer has enough coin and can be served soon',
      )
    // Read before the simulation, in which it was not used yet.
    const head = await chains.getBlockNumber(chainId)
    const terms = { fees, maxGas: maxRelayGas }
    const [simulation, isOfContract] = await Promise.all([
      chains.simulateRelay(chainId, account, authorization, terms),
      chains.hasCode(chainId, from),
    ])
    if (simulation.outcome === 'refused') return simulation
    if (!isAffordable(limits, chainId, simulation.gas, fees, dataFee))
      return unavailable(chainId, 'the network’s fee is above RELAY_MAX_FEE')
    const chainNonce = await chains.getLowestNonce(chainId, account)
    const relay: RelayRecord = {
      ...authorization,
      id: createId(),
      chargeId: charge.id,
      status: 'RELAYING',
      reason: '',
      hash: undefined,
      fee,
      isExclusive: isProgram ?? false,
      isOfContract,
      paymentId,
      sinceBlock: head,
      createdAt: new Date(),
    }
    const funds = await readFunds(authorization)
    const result = await store.beginRelay(
      relay,
      account,
      chainNonce,
      limits.counts,
      funds,
      (locked) => checkAuthorization(locked, quote, authorization, [fee], new Date(), submitTerms),
    )
    if (result.outcome === 'known') return await answer(result.relay)
    if (result.outcome === 'busy')
      throw createConflict(
        'authorization_pending',
        'Another authorization for this charge is under way.',
      )
    if (result.outcome === 'taken')
      throw createConflict('authorization_taken', 'This authorization pays another charge.')
    if (result.outcome === 'limited') return result
    // Whatever fails from here on, the slot is taken, and is looked at until its nonce is used up.
    const { gas } = simulation
    const attempt = await sign(result.slot, { kind: 'relay', gas, fees }).catch((err: unknown) => {
      log.warn({ err, chainId }, 'A relay could not be signed. The service tries again.')
      return undefined
    })
    if (!attempt) return unavailable(chainId, 'its transaction is not signed yet')
    return { outcome: 'relaying', relay: { ...relay, hash: attempt.hash } }
  }

  /**
   * Reads what a payer has, and what is in it already: what is under way and used is no longer waited for. The used ones first, so
   * that none is in neither.
   */
  async function readFunds({ chainId, token, from }: SignedAuthorization): Promise<PayerFunds> {
    const underWay = await store.listUnderWay({ chainId, token, from })
    const areUsed = await Promise.all(
      underWay.map(({ nonce }) => chains.isAuthorizationUsed(chainId, token, from, nonce)),
    )
    const head = await chains.getBlockNumber(chainId)
    const balance = await chains.getTokenBalance(chainId, token, from, head)
    return {
      balance: balance ?? 0n,
      usedIds: underWay.filter((_, index) => areUsed[index]).map(({ id }) => id),
    }
  }

  /** Returns the answer about what was accepted before. Where no transaction was signed yet, nobody knows its hash. */
  async function answer(relay: RelayRecord): Promise<SubmitResult> {
    if (relay.hash !== undefined) return { outcome: 'relaying', relay }
    return unavailable(relay.chainId, 'its transaction is not signed yet')
  }

  function unavailable(chainId: number, why: string): SubmitResult {
    log.warn({ chainId, why }, 'A signed transfer cannot be relayed now.')
    return { outcome: 'unavailable' }
  }

  const stateReadAt = new Map<number, number>()
  async function tellState(chainId: number): Promise<void> {
    const now = performance.now()
    if (now - (stateReadAt.get(chainId) ?? -stateIntervalMs) < stateIntervalMs) return
    stateReadAt.set(chainId, now)
    try {
      onState(chainId, await accounts.readState(chainId))
    } catch (err) {
      log.warn({ err, chainId }, 'The balances of the relayer could not be read.')
    }
  }

  async function follow(chainId: number, readHead: ReadHead): Promise<void> {
    if (!isRelayed(chainId)) return
    await tellState(chainId)
    let open = await store.listOpenSlots(chainId)
    if (open.length === 0 && !accounts.isComparisonDue(chainId)) return
    const head = await readHead()
    const { nextNonces, hasOpened } = await accounts.compare(chainId, head, open)
    if (hasOpened) open = await store.listOpenSlots(chainId)
    for (const slot of open) {
      const { account, nonce } = slot
      const next = nextNonces.get(account)
      if (next === undefined) continue
      try {
        if (nonce < next) await settle(slot, head)
        else await advance(slot, head)
      } catch (err) {
        log.warn({ err, chainId, account, nonce }, 'A relay could not be followed.')
      }
    }
  }

  /** Ends a slot whose nonce a block has used up, once that block is deep enough. */
  async function settle(slot: RelaySlot, head: bigint): Promise<void> {
    const { chainId, account, nonce, attempts, relay } = slot
    const depth = BigInt(chains.getConfirmations(chainId))
    const finalBlock = head - depth + 1n
    // Final by the account's own nonce, so that a hash that one node does not show is not taken for one that was not mined.
    if (finalBlock < 0n || (await chains.getNonce(chainId, account, finalBlock)) <= nonce) return
    const mined = await findMined(slot)
    if (mined === 'unknown') return
    if (!relay) {
      await store.endSlot(slot, mined?.hash, head, undefined)
      return
    }
    const { token, from, nonce: authorizationNonce } = relay
    if (mined?.kind === 'relay' && mined.hasSucceeded) {
      await end(slot, mined.hash, head, { status: 'USED', reason: '' })
      return
    }
    if (await chains.isAuthorizationUsed(chainId, token, from, authorizationNonce)) {
      await settleUsed(slot, relay, mined?.hash, head, finalBlock)
      return
    }
    const isStillWanted = await readWanted(slot)
    // Another program used the relayer's key: the authorization gets another nonce while it can be used.
    const isCanceled = attempts.at(-1)?.kind === 'cancel'
    if (!mined && !isCanceled && isStillWanted && (await isUsable(slot, head))) {
      await store.moveRelay(slot, await chains.getNonce(chainId, account, head), head)
      return
    }
    // Whoever has seen it can send it, and its client would sign another one: until then its charge takes none.
    if (relay.isExclusive && !(await hasEnded(relay, finalBlock))) return
    const unsentReason = isStillWanted
      ? 'It was not sent in time.'
      : 'The charge was paid or canceled before it was sent.'
    const reason = mined?.kind === 'relay' ? 'Its transaction was reverted.' : unsentReason
    await end(slot, mined?.hash, head, { status: 'FAILED', reason })
  }

  /**
   * Ends a slot whose authorization another transaction has used, or canceled, once that is deep enough and was read as a whole.
   * Until a node shows which, nobody is told that nothing was paid, and the charge takes no other one.
   */
  async function settleUsed(
    slot: RelaySlot,
    relay: RelayRecord,
    hash: string | undefined,
    head: bigint,
    finalBlock: bigint,
  ): Promise<void> {
    const { chainId, token, from: sender, nonce, sinceBlock } = relay
    // It may be before the newest block of its acceptance: a reorganization has moved it there, or a node was behind.
    const first = sinceBlock - limits.reorgBlocks
    const use = await chains.findAuthorizationUse(
      { chainId, token, sender, nonce },
      { from: first > 0n ? first : 0n, to: head },
    )
    if (!use) return
    const isUsed = use.kind === 'used'
    if (isUsed && !(await isRead(relay, use.hash))) return
    if (use.blockNumber > finalBlock) return
    const reason = isUsed ? 'Another transaction has used it.' : 'Its account has canceled it.'
    await end(slot, hash, head, { status: isUsed ? 'USED' : 'FAILED', reason, hash: use.hash })
  }

  /** Returns whether a transaction that has used an authorization was read; reports it otherwise, whoever has sent it. */
  async function isRead({ id, chargeId, chainId, token }: RelayRecord, hash: string) {
    if ((await store.readMoney(id)) !== undefined) return true
    const known = await store.getReport(chargeId, chainId, hash)
    if (known) return known.status === 'ENDED'
    const report = createReport({ id: createId(), chargeId, chainId, hash, token })
    return (await store.addReport(report, reportLimits)).outcome !== 'added'
  }

  /** Returns whether an authorization can no longer be used, by the time of a block that no reorganization replaces. */
  async function hasEnded({ chainId, validBefore }: RelayRecord, block: bigint): Promise<boolean> {
    const time = await chains.getBlockTime(chainId, block)
    return time !== undefined && BigInt(Math.floor(time.getTime() / 1000)) >= validBefore
  }

  async function end(
    slot: RelaySlot,
    hash: string | undefined,
    head: bigint,
    outcome: RelayEnd,
  ): Promise<void> {
    await store.endSlot(slot, hash, head, outcome)
    onEnd(slot.chainId, outcome.status)
    const { chainId, account, nonce } = slot
    log.info({ chainId, account, nonce, hash, ...outcome }, 'A relay has ended.')
  }

  /** Finds the transaction of a slot that was mined, by any node; undefined where each of them knows that none was. */
  async function findMined({ chainId, attempts }: RelaySlot) {
    let isUnknown = false
    for (const { hash, kind } of attempts.toReversed()) {
      const answers = await chains.lookUpAtNodes(chainId, hash, [])
      const receipt = answers.find(({ lookup }) => lookup?.receipt)?.lookup?.receipt
      if (receipt) return { hash, kind, hasSucceeded: receipt.hasSucceeded }
      isUnknown ||= answers.some(({ failure }) => failure !== undefined)
    }
    return isUnknown ? 'unknown' : undefined
  }

  /** Returns whether the charge still needs what a slot carries. */
  async function readWanted({ relay, attempts }: RelaySlot): Promise<boolean> {
    if (!relay) return false
    const [charge] = await store.findCharges({ ids: [relay.chargeId] })
    return isWanted(
      charge,
      relay,
      attempts.map(({ hash }) => hash),
    )
  }

  /** Returns whether the token would still take what a slot carries, in the block after this one. */
  async function isUsable({ relay }: RelaySlot, head: bigint): Promise<boolean> {
    if (relay?.status !== 'RELAYING') return false
    const { chainId, token, from, nonce, validBefore } = relay
    const time = await chains.getBlockTime(chainId, head)
    if (time && BigInt(Math.floor(time.getTime() / 1000)) + blockSeconds >= validBefore)
      return false
    return !(await chains.isAuthorizationUsed(chainId, token, from, nonce))
  }

  /** Does what is due about a slot that no block has used up. */
  async function advance(slot: RelaySlot, head: bigint): Promise<void> {
    const { chainId, attempts } = slot
    const isUseful = (await readWanted(slot)) && (await isUsable(slot, head))
    const step = decideStep(slot, isUseful, limits)
    if (step.do === 'send') {
      await send(chainId, step.attempt)
      return
    }
    const [current, dataFee] = await readPrices(chainId)
    const newest = attempts.at(-1)
    const fees = newest ? raiseFees(newest.fees, current) : current
    const next = await prepare(slot, step.kind, fees, head)
    if (next && isAffordable(limits, chainId, next.gas, fees, dataFee)) await sign(slot, next)
    // The fee is above the limit, or what the account has: what was sent waits until it falls.
    else if (newest) await send(chainId, newest)
  }

  /**
   * Decides what is signed next for a slot. Before a fee is offered once more, the token is asked once more. Undefined where the
   * account's coin does not cover it.
   */
  async function prepare(
    { chainId, account, relay, attempts }: RelaySlot,
    kind: RelayAttempt['kind'],
    fees: Fees,
    head: bigint,
  ): Promise<Pick<RelayAttempt, 'kind' | 'gas' | 'fees'> | undefined> {
    const cancel = { kind: 'cancel', gas: cancelGas, fees } as const
    if (kind === 'cancel' || !relay) return cancel
    const balance = (await chains.getBalance(chainId, account, head)) ?? 0n
    const isCovered = maxRelayGas * fees.maxFeePerGas <= balance
    const maxGas = isCovered ? maxRelayGas : balance / fees.maxFeePerGas
    if (maxGas < (attempts.at(-1)?.gas ?? maxRelayGas)) return undefined
    const simulation = await chains.simulateRelay(chainId, account, relay, { fees, maxGas })
    if (simulation.outcome === 'accepted') return { kind, gas: simulation.gas, fees }
    // With less gas than it may take, a refusal says nothing.
    return isCovered ? cancel : undefined
  }

  return {
    accounts: signer.accounts,
    isRelayed,
    readState: accounts.readState,
    async offer(charge, quote) {
      if (!(await accounts.canServe(quote.chainId))) {
        log.warn(
          { chainId: quote.chainId },
          'No signed transfer is offered: the relayer’s accounts wait for their nonces.',
        )
        return undefined
      }
      return await feeOffers.offer(charge, quote)
    },
    async submit(charge, quote, authorization, terms) {
      const result = await submit(charge, quote, authorization, terms)
      options.onSubmit(authorization.chainId, result.outcome)
      return result
    },
    follow,
  }
}
