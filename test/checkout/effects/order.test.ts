import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Intent } from '../../../src/checkout/ports/intent.ts'
import type { JournalEntry } from '../../../src/checkout/ports/journal.ts'
import type { TransactionStatus } from '../../../src/checkout/ports/wallets.ts'
import type { PaymentOption } from '../../../src/checkout/quote/payment-option.ts'
import { isPaid } from '../../../src/checkout/quote/settlement.ts'
import type { CheckoutEvent, Effect, State, Step } from '../../../src/checkout/state.ts'
import { transition } from '../../../src/checkout/transitions/transition.ts'
import { effort } from '../../support/effort.ts'
import {
  account,
  chargeId,
  deal,
  fault,
  intent,
  payment,
  rich,
  tokenAddress,
  walletA,
  walletB,
} from '../samples.ts'
import { everyState } from '../states.ts'

// transition alone, against a world that answers its effects late, in any order or never.

const acts: CheckoutEvent[] = [
  { type: 'pay' },
  { type: 'chooseWallet', walletId: walletA.id },
  { type: 'retry' },
  { type: 'back' },
  { type: 'reportNoResponse' },
  { type: 'consent' },
  { type: 'cancel' },
  { type: 'start' },
]

/** One run: what was asked, what the journal holds, and what may never happen. */
class World {
  state: State = { step: 'loading' }
  /** Every effect that was ever begun; each may answer at any time, or never. */
  readonly begun: { effect: Effect; answered?: boolean }[] = []
  readonly transfers: Intent[] = []
  successes = 0
  readonly steps = new Set<Step>()
  #serial = 0
  #deal: PaymentOption = deal()
  #journal: JournalEntry | undefined
  /** Intents that were written and answered so. */
  readonly #written = new Set<string>()
  /** Transfers of which nobody knows yet how they ended. */
  readonly #unresolved = new Set<string>()

  constructor() {
    this.begun.push({ effect: { do: 'load' } })
  }

  send(event: CheckoutEvent) {
    const before = this.state
    const [after, effects] = transition(before, event, this.#serial++)
    this.state = after
    this.steps.add(after.step)
    if (after !== before) this.#resolve(before, event, after)
    for (const effect of effects) this.#begin(effect, before)
  }

  /** What ends the doubt about a transfer: a refusal, the payer's consent, or its end on the chain. */
  #resolve(before: State, event: CheckoutEvent, after: State) {
    if (event.type === 'consent') {
      for (const intent of intentsOf(before)) this.#unresolved.delete(intent.id)
      if (before.step === 'notPaid') this.#unresolved.delete(sender(before.hash))
    }
    if (event.type === 'notSent' && 'intent' in before && before.intent)
      this.#unresolved.delete(before.intent.id)
    const refused = after.step === 'notPaid' && after.reason === 'rejected'
    if ('hash' in event && event.hash && after.step === 'notPaid' && !refused)
      this.#unresolved.delete(sender(event.hash))
    if (event.type !== 'settled') return
    this.#unresolved.delete(sender(event.hash))
    this.#deal = event.option
  }

  #begin(effect: Effect, before: State) {
    if (this.#answers(effect).length > 0) this.begun.push({ effect })
    if (effect.do === 'requestTransfer') {
      const { id } = effect.intent
      assert.ok(this.#written.has(id), 'a transfer before its intent was written')
      assert.ok(!this.transfers.some((one) => one.id === id), 'two transfers of one intent')
      assert.deepEqual([...this.#unresolved], [], 'a transfer while another is unresolved')
      this.transfers.push(effect.intent)
      this.#unresolved.add(id)
    }
    if (effect.do === 'finish') {
      assert.ok(before.step === 'confirming' || before.step === 'dropped')
      assert.ok(this.state.step === 'paid' && isPaid(this.state.option))
      if (this.#journal?.settledAt === undefined) this.successes++
    }
    this.#write(effect)
  }

  /** The journal as its port says. */
  #write(effect: Effect) {
    const entry = this.#journal
    if (effect.do === 'writeHash') {
      const { intent, hash } = effect
      if (entry?.settledAt !== undefined)
        this.#journal = {
          ...entry,
          unreportedHashes: [{ hash, chainId: 31_337, token: tokenAddress }],
        }
      else if (!entry?.intent || entry.intent.id === intent.id)
        this.#journal = {
          ...(entry?.hash === hash && entry),
          abandonedHashes: entry?.abandonedHashes,
          intent,
          hash,
        }
    }
    if (effect.do === 'finish')
      this.#journal = { ...entry, hash: effect.hash, isRecorded: true, settledAt: 1 }
    if (effect.do !== 'closeEntry') return
    const abandonedHashes = [
      ...(entry?.abandonedHashes ?? []),
      ...(effect.hash ? [effect.hash] : []),
    ]
    const another = entry?.intent && entry.intent.id !== effect.intentId
    this.#journal = { ...(another && entry), abandonedHashes }
  }

  /** Lets an effect answer, in the way that `choice` picks. */
  answer(index: number, choice: number) {
    const one = this.begun[index % this.begun.length]
    if (!one || one.answered) return
    const options = this.#answers(one.effect)
    const event = options[choice % options.length]
    if (!event) return
    // A promise settles once. Loops, lists and loads tell anew each time.
    const once = [
      'connect',
      'writeIntent',
      'requestTransfer',
      'checkFunds',
      'resume',
      'waitForLock',
    ]
    one.answered = once.includes(one.effect.do)
    if (event.type === 'recorded' && this.#journal?.hash === event.hash)
      this.#journal = { ...this.#journal, isRecorded: true }
    if (event.type === 'intentWritten' && one.effect.do === 'writeIntent') {
      this.#written.add(event.intentId)
      this.#journal = { intent: one.effect.intent, abandonedHashes: this.#journal?.abandonedHashes }
    }
    this.send(event)
  }

  #answers(effect: Effect): CheckoutEvent[] {
    switch (effect.do) {
      case 'load':
        return [
          this.#loaded(true),
          { type: 'loadFailed', error: fault, entry: this.#journal },
          // Another tab was faster.
          this.#loaded(false),
        ]
      case 'resume':
        return [this.#loaded(true), this.#loaded(false)]
      case 'reloadLater':
        return [{ type: 'fetched', option: this.#deal }]
      case 'waitForLock':
        return [{ type: 'lockAcquired', chargeId }]
      case 'discoverWallets':
        return [
          { type: 'walletsUpdated', wallets: [walletA] },
          { type: 'walletsUpdated', wallets: [walletA, walletB] },
          { type: 'walletsUpdated', wallets: [] },
          { type: 'walletsFailed', error: fault },
        ]
      case 'connect': {
        const { attempt } = effect
        return [
          { type: 'connected', attempt, account },
          { type: 'connected', attempt, account: { ...account, chainId: 1 } },
          { type: 'connectFailed', attempt, error: fault },
        ]
      }
      case 'switchChain':
        return [
          { type: 'chainSwitched', attempt: effect.attempt },
          { type: 'switchDelayed', attempt: effect.attempt },
          { type: 'switchFailed', attempt: effect.attempt, error: fault },
        ]
      case 'checkFunds': {
        const { attempt } = effect
        const made = intent(effect.option, { id: `intent ${attempt}` })
        return [
          { type: 'checked', attempt, funds: rich, intent: made, freshOption: this.#deal },
          { type: 'checked', attempt, funds: { ...rich, tokenBalance: 0n }, intent: made },
          { type: 'checkFailed', attempt, error: fault },
        ]
      }
      case 'writeIntent':
        return [this.#open(effect.intent)]
      case 'requestTransfer': {
        const intentId = effect.intent.id
        return [
          { type: 'sent', intent: effect.intent, hash: intentId },
          { type: 'notSent', intentId, error: fault },
          { type: 'outcomeUnknown', intentId, error: fault },
        ]
      }
      case 'watchWhilePending':
      case 'searchTransfer': {
        const intentId = effect.intent.id
        const hash = this.transfers.find(({ id }) => id === intentId) && intentId
        return [
          ...(hash
            ? [
                {
                  type: 'searchUpdated',
                  intentId,
                  searchResult: { found: 'transfer', hash, hasReference: true },
                } as const,
              ]
            : []),
          { type: 'searchUpdated', intentId, searchResult: { found: 'nothing', toBlock: 100n } },
          { type: 'searchUpdated', intentId, searchResult: { found: 'used', toBlock: 100n } },
          { type: 'searchFailed', intentId, error: fault },
        ]
      }
      case 'reportTransaction':
        return [
          { type: 'recorded', hash: effect.hash, requiredConfirmations: 2 },
          { type: 'reportDelayed', hash: effect.hash, error: fault },
          { type: 'reportFailed', hash: effect.hash, error: fault },
        ]
      case 'followPayment': {
        const { hash } = effect
        const part = deal(payment('COMPLETED', { paidAmountInRequestedToken: '5' }))
        return [
          ...fates(hash).map(
            (fate) => ({ type: 'transactionUpdated', hash, transactionStatus: fate }) as const,
          ),
          { type: 'statusUnavailable', hash, error: fault },
          { type: 'notListed', hash },
          { type: 'settled', hash, option: part },
          { type: 'settled', hash, option: deal(payment('COMPLETED')) },
          { type: 'transferFailed', hash, option: deal(), error: fault },
          ...fates(hash).map(
            (fate) =>
              ({
                type: 'transferFailed',
                hash,
                option: deal(),
                error: fault,
                transactionStatus: fate,
              }) as const,
          ),
        ]
      }
      default:
        return []
    }
  }

  /** As a journal does it: an entry that stands there is never written over. It is written when it is answered. */
  #open(of: Intent): CheckoutEvent {
    const free = !this.#journal?.intent || this.#journal.settledAt !== undefined
    return { type: free ? 'intentWritten' : 'intentTaken', intentId: of.id }
  }

  #loaded(held: boolean): CheckoutEvent {
    const entry = this.#journal
    return {
      type: 'loaded',
      option: this.#deal,
      entry,
      hasLock: held && !!entry,
      requiredConfirmations: 2,
    }
  }
}

/** Everything that a chain may show of a hash. */
function fates(hash: string): TransactionStatus[] {
  return [
    { status: 'mined', confirmations: 1, isReverted: false, nonce: 7 },
    { status: 'mined', confirmations: 1, isReverted: true, nonce: 7 },
    { status: 'mined', confirmations: 2, isReverted: true, nonce: 7 },
    { status: 'pending', nonce: 7 },
    { status: 'unknown' },
    { status: 'replaced' },
    { status: 'replaced', hash: `${hash}+` },
  ]
}

/** Hashes of this world are their intent's id, with a sign for each speed-up. */
const sender = (hash: string) => hash.replace(/\++$/, '')

/** The intents that a payer's consent on a screen gives up. */
function intentsOf(state: State): Intent[] {
  const own = 'intent' in state ? state.intent : undefined
  const open = 'unresolvedIntent' in state ? state.unresolvedIntent : undefined
  return [own, open].filter((one) => one !== undefined)
}

const choice = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.nat({ max: 59 }))
// What throws everything away comes seldom, or nothing would ever be reached.
const act = fc.oneof(
  { weight: 8, arbitrary: fc.nat({ max: acts.length - 3 }) },
  { weight: 1, arbitrary: fc.nat({ max: acts.length - 1 }) },
)

/** An act of the payer, or an answer of a recent effect; now and then of any effect. */
const moment = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act }) },
  { weight: 6, arbitrary: fc.record({ recent: fc.nat({ max: 1 }), choice }) },
  { weight: 1, arbitrary: fc.record({ any: fc.nat({ max: 999 }), choice }) },
)

function play(moments: Iterable<Moment>): World {
  const world = new World()
  for (const now of moments) {
    if ('act' in now) world.send(acts[now.act] ?? { type: 'pay' })
    else if ('recent' in now)
      world.answer(Math.max(world.begun.length - 1 - now.recent, 0), now.choice)
    else world.answer(now.any, now.choice)
    assert.ok(world.successes <= 1, 'success told twice')
  }
  return world
}

type Moment = { act: number } | { recent: number; choice: number } | { any: number; choice: number }

test('no order of wallet callbacks sends twice', async () => {
  const orders = fc.array(moment, { maxLength: 120, size: 'max' })
  await fc.assert(
    fc.property(orders, (moments) => void play(moments)),
    { numRuns: 2_000 * effort },
  )
})

test('the orders that are tried do reach transfers, second tries, receipts and every screen', () => {
  const samples = fc.sample(fc.array(moment, { minLength: 120, maxLength: 120, size: 'max' }), {
    numRuns: 500,
    seed: 1,
  })
  const worlds = samples.map(play)
  assert.ok(worlds.some(({ transfers }) => transfers.length > 1))
  assert.ok(worlds.some(({ successes }) => successes === 1))
  assert.ok(worlds.filter(({ transfers }) => transfers.length > 0).length > 50)
  const seen = new Set(worlds.flatMap(({ steps }) => [...steps]))
  // What a journal that fails, another's amount, token or charge, a payment from outside, or a wallet that pays somebody else would take is not of this world.
  const others = [
    'choosingToken',
    'earlierPayment',
    'enteringAmount',
    'externalPayment',
    'misdirected',
    'needsSignature',
    'storageBlocked',
    'unavailable',
    'waitingPayment',
  ]
  const missing = Object.values(everyState).filter(({ step }) => !seen.has(step))
  assert.deepEqual([...new Set(missing.map(({ step }) => step))].sort(), others)
})

test('every intent names the charge that is paid', () => {
  const world = new World()
  world.answer(0, 0)
  world.send({ type: 'pay' })
  for (let round = 0; round < 6; round++) world.answer(world.begun.length - 1, 0)
  assert.equal(world.transfers[0]?.quote.chargeId, chargeId)
})
