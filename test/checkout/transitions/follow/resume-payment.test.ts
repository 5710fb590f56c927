import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JournalEntry } from '../../../../src/checkout/ports/journal.ts'
import type { PaymentOption } from '../../../../src/checkout/quote/payment-option.ts'
import type { CheckoutEvent, Effect, State, Step } from '../../../../src/checkout/state.ts'
import { transition } from '../../../../src/checkout/transitions/transition.ts'
import { PayError } from '../../../../src/errors.ts'
import {
  charge,
  chargeId,
  deal,
  fault,
  hashA,
  hashB,
  intent,
  openDeal,
  payer,
  payment,
  tokenAddress,
} from '../../samples.ts'

// What a load finds in the journal and at the service, and what becomes of it.

type Loaded = Extract<CheckoutEvent, { type: 'loaded' }>

/** The screen after a load, and the names of what is done for it. An entry is this tab's unless it says otherwise. */
function loaded(
  of: PaymentOption,
  entry?: JournalEntry,
  fields: Partial<Loaded> = {},
): [State, Effect[]] {
  const hasLock = entry !== undefined && entry.settledAt === undefined
  const event: Loaded = {
    type: 'loaded',
    option: of,
    entry,
    hasLock,
    requiredConfirmations: 2,
    ...fields,
  }
  return transition({ step: 'loading' }, event, 5)
}

const names = (effects: Effect[]) => effects.map((effect) => effect.do)

const open: JournalEntry = { intent: intent() }
const sent: JournalEntry = { ...open, hash: hashA }
const recorded: JournalEntry = { ...sent, isRecorded: true }
const done: JournalEntry = { ...recorded, settledAt: 1_790_000_100_000 }
/** A receipt of what another browser paid. */
const seen: JournalEntry = { hash: hashA, isRecorded: true, settledAt: 1_790_000_100_000 }

/** Its hash was given up, or is known to pay nothing. */
const former: JournalEntry = { abandonedHashes: [hashA] }

/** A service of the shorter variant, which lists no payments. */
function silentDeal(): PaymentOption {
  const { payments: _, ...short } = charge()
  return { ...deal(), charge: short }
}

const none = deal()
const waiting = deal(payment('PENDING'))
const paid = deal(payment('COMPLETED'))
const part = deal(payment('COMPLETED', { paidAmountInRequestedToken: '5' }))
const failed = deal(payment('FAILED', { reason: 'Another token.' }))
const unnamed = deal(payment(undefined))
const othersWaits = deal(payment('PENDING', { payerTransactionHash: hashB }))
/** Sped up where nobody saw it: the service counts another hash of the same account. */
const insteadPaid = deal(
  payment('COMPLETED', { payerTransactionHash: hashB, payerAddress: payer.toLowerCase() }),
)
const othersPaid = deal(payment('COMPLETED', { payerTransactionHash: hashB }))

const follow: Effect['do'][] = ['followPayment']
const record: Effect['do'][] = ['stopDiscovering', 'reportTransaction']

const cases: [
  name: string,
  of: PaymentOption,
  entry: JournalEntry | undefined,
  Step,
  Effect['do'][],
][] = [
  ['nothing', none, undefined, 'ready', []],
  ['nothing, and no list of payments', silentDeal(), undefined, 'ready', []],
  ['nothing, and a waiting payment', waiting, undefined, 'confirming', follow],
  ['nothing, and a failed payment', failed, undefined, 'ready', []],
  ['nothing, and a paid charge', paid, undefined, 'paid', []],
  ['an intent', none, open, 'unknownOutcome', ['searchTransfer']],
  ['an intent, and no list of payments', silentDeal(), open, 'unknownOutcome', ['searchTransfer']],
  ['an intent, and a failed payment', failed, open, 'unknownOutcome', ['searchTransfer']],
  ['an intent, and a part that was paid', part, open, 'unknownOutcome', ['searchTransfer']],
  ['an intent, and a waiting payment', waiting, open, 'confirming', follow],
  ['an intent, and a paid charge', paid, open, 'paid', ['finish']],
  ['a hash', none, sent, 'reporting', record],
  ['a hash, and no list of payments', silentDeal(), sent, 'reporting', record],
  // It may be another than the one that paid or waits: it is the payer's money.
  ['a hash, and a charge that others paid', othersPaid, sent, 'reporting', record],
  ['a hash that the service has found by itself', waiting, sent, 'confirming', follow],
  ['a hash that has paid', paid, sent, 'paid', ['finish']],
  ['a hash, and another’s payment', othersWaits, sent, 'reporting', record],
  ['a recorded hash, which waits', waiting, recorded, 'confirming', follow],
  ['a recorded hash without a status', unnamed, recorded, 'confirming', follow],
  ['a recorded hash, and no list of payments', silentDeal(), recorded, 'confirming', follow],
  // The chain shows why.
  ['a recorded hash that failed', failed, recorded, 'confirming', follow],
  // A service that was set back to an older copy of its data.
  ['a recorded hash that the service knows no more', none, recorded, 'confirming', follow],
  ['a recorded hash, and only another’s payment', othersWaits, recorded, 'confirming', follow],
  [
    'a hash in place of which the account’s other one was counted',
    insteadPaid,
    sent,
    'paid',
    ['finish'],
  ],
  ['a recorded hash, and a paid charge', paid, recorded, 'paid', ['finish']],
  ['a recorded hash, and another’s paid it', othersPaid, recorded, 'paid', ['finish']],
  ['a receipt, and a paid charge', paid, done, 'paid', []],
  ['a receipt, and no list of payments', silentDeal(), done, 'paid', []],
  ['a receipt, and no status', unnamed, done, 'paid', []],
  // A reorganisation took the payment back, or the service lost it.
  ['a receipt that waits again', waiting, done, 'confirming', follow],
  ['a receipt that failed since', failed, done, 'confirming', follow],
  ['a receipt that the service knows no more', none, done, 'reporting', record],
  ['a receipt of a part', part, done, 'ready', []],
  ['what was given up', none, former, 'ready', []],
  ['what was given up, and a waiting payment', waiting, former, 'ready', []],
  ['what was given up, and another’s payment', othersWaits, former, 'confirming', follow],
  // It was this browser's own payment all the same.
  ['what was given up, and a paid charge', paid, former, 'paid', ['finish']],
  [
    'a new intent after what was given up',
    waiting,
    { ...open, ...former },
    'unknownOutcome',
    ['searchTransfer'],
  ],
  ['a receipt of another’s payment', paid, seen, 'paid', []],
  ['another’s payment that waits again', waiting, seen, 'confirming', follow],
]

for (const [name, of, entry, step, effects] of cases) {
  test(`a load that finds ${name} goes on at ${step}`, () => {
    const [state, begun] = loaded(of, entry)
    assert.equal(state.step, step)
    assert.deepEqual(names(begun), effects)
  })
}

test('whatever is found, no load asks a wallet for anything', () => {
  for (const [name, of, entry] of cases) {
    const asked = names(loaded(of, entry)[1]).filter((one) =>
      ['writeIntent', 'requestTransfer', 'connect', 'closeEntry', 'leave'].includes(one),
    )
    assert.deepEqual(asked, [], name)
  }
})

test('what is unresolved and held by another tab is watched, and waited for', () => {
  for (const entry of [open, sent, recorded]) {
    for (const charged of [none, waiting, paid, failed]) {
      const [state, effects] = loaded(charged, entry, { hasLock: false })
      assert.equal(state.step, 'otherTab')
      assert.deepEqual(effects, [{ do: 'waitForLock', chargeId }])
    }
  }
})

test('a receipt is nobody’s to hold: it is shown in every tab', () => {
  assert.equal(loaded(paid, done, { hasLock: false })[0].step, 'paid')
})

test('the hash of the receipt is shown, not that of whoever paid too', () => {
  const both = deal(payment('COMPLETED'), payment('COMPLETED', { payerTransactionHash: hashB }))
  const [state] = loaded(both, done)
  assert.equal(state.step === 'paid' && state.hash, hashA)
})

test('a hash that is recorded or followed again keeps its intent, so that a replacement can be found', () => {
  for (const [of, entry] of [
    [none, sent],
    [none, recorded],
    [waiting, recorded],
    [waiting, done],
  ] as const) {
    const [state] = loaded(of, entry)
    assert.deepEqual('intent' in state && state.intent, intent())
  }
})

test('the name that a transfer is looked for by is the service’s word, whatever stands in the storage', () => {
  const { quote, ...rest } = intent()
  for (const reference of ['ffeeddccbbaa99887766554433221100', undefined]) {
    const { reference: _, ...where } = quote
    const forged = { ...rest, quote: reference ? { ...where, reference } : where }
    const [state, effects] = loaded(none, { intent: forged })
    assert.equal(
      state.step === 'unknownOutcome' && state.intent.quote.reference,
      none.quote.reference,
    )
    const [search] = effects
    assert.deepEqual(search?.do === 'searchTransfer' && search.intent, intent())
  }
})

test('an amount that no page can have asked is never what a transfer is known by', () => {
  const { quote, price } = deal()
  const asked = (amount: bigint, now: PaymentOption = none) =>
    loaded(now, { intent: intent({ ...deal(), quote: { ...quote, amount } }) })[0].step
  assert.equal(asked(price), 'unknownOutcome')
  for (const amount of [1n, price - 1n, price + 1n]) assert.equal(asked(amount), 'earlierPayment')
  // What was paid since lowers what is owed: more than that, up to the price, was asked before.
  const { quote: rest } = part
  for (const amount of [rest.amount, price]) assert.equal(asked(amount, part), 'unknownOutcome')
  for (const amount of [rest.amount - 1n, price + 1n])
    assert.equal(asked(amount, part), 'earlierPayment')
  // A feed, or the payer, may have named any.
  const fed = { ...none, quote: { ...quote, expiresAt: 1_790_000_900_000 } }
  for (const now of [fed, openDeal()]) assert.equal(asked(1n, now), 'unknownOutcome')
})

test('another’s payment that waits does not make ours forgotten', () => {
  const [state] = loaded(othersWaits, open)
  assert.ok(state.step === 'confirming')
  assert.equal(state.hash, hashB)
  assert.equal(state.intent, undefined)
  assert.deepEqual(state.unresolvedIntent, intent())
})

test('what was given up is known to the deal that is offered', () => {
  const [state] = loaded(waiting, former)
  assert.deepEqual(state.step === 'ready' && state.option.ignoredHashes, [hashA])
})

test('what a wallet told after the receipt is told to the service, beside whatever is shown', () => {
  const late = { unreportedHashes: [{ hash: hashB, chainId: 31_337, token: tokenAddress }] }
  for (const [charged, entry, step] of [
    [paid, { ...done, ...late }, 'paid'],
    [waiting, { ...done, ...late }, 'confirming'],
  ] as const) {
    const [state, effects] = loaded(charged, entry)
    assert.equal(state.step, step)
    const last = effects.at(-1)
    assert.equal(last?.do === 'reportTransaction' && last.hash, hashB)
  }
})

test('a note that cannot be read is said before anything is paid', () => {
  const journalError = new PayError('storage_unavailable', 'The note cannot be read.')
  const [state] = loaded(none, undefined, { journalError })
  assert.equal(state.step === 'ready' && state.notice, journalError)
  // Paid is paid, whatever the note said.
  assert.equal(loaded(paid, undefined, { journalError })[0].step, 'paid')
})

test('a charge that was paid before this page is a receipt, without a second success', () => {
  for (const entry of [undefined, done]) {
    const [state, effects] = loaded(paid, entry)
    assert.equal(state.step === 'paid' && state.wasPaidBefore, true)
    assert.deepEqual(effects, [])
  }
  // A tab of this browser has told of its success.
  const [state, effects] = loaded(paid, done, { isAwaited: true })
  assert.equal(state.step === 'paid' && state.wasPaidBefore, true)
  assert.deepEqual(effects, [])
})

test('who waited for the payment hears of its success, whatever way the page finds it', () => {
  const submitted = { hash: hashA, chainId: 31_337, token: tokenAddress, wasSubmitted: true }
  for (const [entry, isAwaited] of [
    [undefined, true],
    [former, false],
    [open, false],
    [recorded, false],
    [{ isAwaited: true }, false],
    [{ unreportedHashes: [submitted] }, false],
  ] as const) {
    const [state, effects] = loaded(paid, entry, { isAwaited })
    assert.equal(state.step === 'paid' && state.wasPaidBefore, false)
    assert.deepEqual(effects[0], { do: 'finish', chargeId, hash: hashA })
  }
})

test('a charge that cannot be loaded is asked for again while a payment of it is known', () => {
  const after = (error: PayError, entry?: JournalEntry) =>
    transition({ step: 'loading' }, { type: 'loadFailed', error, entry }, 5)
  const gone = new PayError('not_found', 'No such charge.')
  assert.deepEqual(after(fault), [{ step: 'failed', error: fault }, []])
  assert.deepEqual(after(fault, sent), [
    { step: 'failed', error: fault, entry: sent },
    [{ do: 'reloadLater' }],
  ])
  // The charge is gone: the receipt stays for the payer.
  assert.deepEqual(after(gone, sent), [{ step: 'unavailable', error: gone, entry: sent }, []])
})

test('the tab that paid has ended: what it left is loaded, and nothing else', () => {
  const [elsewhere] = loaded(none, open, { hasLock: false })
  const [state, effects] = transition(elsewhere, { type: 'lockAcquired', chargeId }, 6)
  assert.equal(state.step, 'loading')
  assert.deepEqual(names(effects), ['stopDiscovering', 'load'])
})

test('what another tab tells is shown, and that it is over only frees the lock', () => {
  const tabStatus = {
    step: 'confirming',
    hash: hashB,
    confirmations: 1,
    requiredConfirmations: 2,
  } as const
  const [told, effects] = transition(
    { step: 'otherTab', option: none },
    { type: 'tabUpdated', chargeId, tabStatus },
    5,
  )
  assert.deepEqual(told, { step: 'otherTab', option: none, tabStatus })
  assert.deepEqual(effects, [])
  const over: CheckoutEvent = { type: 'tabUpdated', chargeId, tabStatus: { step: 'over' } }
  assert.deepEqual(transition(told, over, 6), [told, []])
})

test('a tab that is about to pay makes way for one that pays, and queues behind it', () => {
  const [state, effects] = transition(
    { step: 'ready', option: none },
    { type: 'tabUpdated', chargeId, tabStatus: { step: 'sending' } },
    5,
  )
  assert.deepEqual(state, { step: 'otherTab', option: none, tabStatus: { step: 'sending' } })
  assert.deepEqual(effects, [{ do: 'stopDiscovering' }, { do: 'waitForLock', chargeId }])
})
