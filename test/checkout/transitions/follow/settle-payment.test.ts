import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TransactionStatus } from '../../../../src/checkout/ports/wallets.ts'
import type { CheckoutEvent, Effect, State } from '../../../../src/checkout/state.ts'
import { transition } from '../../../../src/checkout/transitions/transition.ts'
import {
  chargeId,
  deal,
  fault,
  hashA,
  hashB,
  intent,
  known,
  payer,
  payment,
} from '../../samples.ts'
import { everyState, seen } from '../../states.ts'

// What becomes of a hash on the chain: mined, taken back, dropped, replaced, reverted.

type Following = Extract<State, { step: 'confirming' | 'dropped' }>

const told = (state: State, transactionStatus: TransactionStatus, hash = hashA) =>
  transition(state, { type: 'transactionUpdated', hash, transactionStatus }, 5)
const names = (effects: Effect[]) => effects.map((effect) => effect.do)
const mined = (confirmations: number, isReverted = false): TransactionStatus => ({
  status: 'mined',
  confirmations,
  isReverted,
  nonce: 7,
})
/** The hash is not waited for any more, whatever the service says of it. */
const passed = { ...deal(), ignoredHashes: [hashA] }
const both: Following[] = [everyState.confirming, everyState.dropped]

test('confirmations are counted, and however many there are: only the service makes it paid', () => {
  for (const confirmations of [1, 2, 500]) {
    const [state, effects] = told(everyState.confirming, mined(confirmations))
    assert.equal(state.step === 'confirming' && state.confirmations, confirmations)
    assert.deepEqual(effects, [])
  }
})

test('the nonce that the chain shows is written down once: without it no cancelling could be told from a loss', () => {
  const unseen: State = { ...everyState.confirming, intent: intent() }
  for (const fate of [mined(1), { status: 'pending', nonce: 7 }] satisfies TransactionStatus[]) {
    const [state, effects] = told(unseen, fate)
    assert.deepEqual(state.step === 'confirming' && state.intent, seen)
    assert.deepEqual(effects.map(known), [
      { do: 'writeHash', intent: seen, hash: hashA },
      { do: 'followPayment', option: deal(), hash: hashA, intent: seen },
    ])
    assert.deepEqual(told(state, fate)[1], [])
  }
})

test('a transfer that is reverted in a block that may still go is followed on', () => {
  const [state, effects] = told(everyState.confirming, mined(1, true))
  assert.equal(state.step, 'confirming')
  assert.deepEqual(effects, [])
})

test('reverted for good: nothing was paid, and its own entry is closed', () => {
  for (const from of both) {
    const [state, effects] = told(from, mined(2, true))
    assert.deepEqual(state, { step: 'notPaid', option: passed, hash: hashA, reason: 'reverted' })
    assert.deepEqual(effects[0], { do: 'closeEntry', chargeId, intentId: 'one', hash: hashA })
  }
})

test('cancelled in the wallet: nothing was paid, and its own entry is closed', () => {
  for (const from of both) {
    const [state, effects] = told(from, { status: 'replaced' })
    assert.deepEqual(state, { step: 'notPaid', option: passed, hash: hashA, reason: 'cancelled' })
    assert.deepEqual(effects[0], { do: 'closeEntry', chargeId, intentId: 'one', hash: hashA })
  }
})

test('sped up: the new hash is written down, then told, of the same intent', () => {
  for (const from of both) {
    const [state, effects] = told(from, { status: 'replaced', hash: hashB })
    // Which nonce the new one has, the chain has yet to show.
    const { usedNonce: _, ...anew } = seen
    const now = { ...deal(), ignoredHashes: [hashA] }
    assert.deepEqual(known(state), { step: 'reporting', option: now, hash: hashB, intent: anew })
    assert.deepEqual(effects.map(known), [
      { do: 'writeHash', intent: anew, hash: hashB },
      { do: 'stopDiscovering' },
      { do: 'reportTransaction', option: now, hash: hashB },
    ])
  }
})

test('mined and then waiting again: the chain has taken it back, and says so until it is mined anew', () => {
  const [first] = told(everyState.confirming, { status: 'pending', nonce: 7 })
  assert.equal('lost' in first, false)
  const [deep] = told(first, mined(1))
  const [lost] = told(deep, { status: 'pending', nonce: 7 })
  assert.ok(lost.step === 'confirming' && lost.wasReorged && lost.confirmations === 0)
  const [still] = told(lost, { status: 'pending', nonce: 7 })
  assert.ok(still.step === 'confirming' && still.wasReorged)
  const [again] = told(still, mined(1))
  assert.ok(again.step === 'confirming' && !again.wasReorged && again.confirmations === 1)
})

test('dropped by the network: followed on, with the same hash and intent, until it comes after all', () => {
  const [dropped, effects] = told(everyState.confirming, { status: 'unknown' })
  assert.deepEqual(known(dropped), everyState.dropped)
  assert.deepEqual(effects.map(known), [
    { do: 'followPayment', option: deal(), hash: hashA, intent: seen },
  ])
  assert.deepEqual(names(told(dropped, { status: 'unknown' })[1]), [])
  for (const fate of [mined(1), { status: 'pending', nonce: 7 }] satisfies TransactionStatus[]) {
    const [back, again] = told(dropped, fate)
    assert.equal(back.step, 'confirming')
    assert.deepEqual(again.map(known), [
      { do: 'followPayment', option: deal(), hash: hashA, intent: seen },
    ])
  }
})

test('the fate of another hash, or of one that is not followed, changes nothing', () => {
  for (const fate of [
    mined(9, true),
    { status: 'unknown' },
    { status: 'replaced' },
  ] satisfies TransactionStatus[]) {
    assert.deepEqual(told(everyState.confirming, fate, hashB), [everyState.confirming, []])
    assert.deepEqual(told(everyState.reporting, fate), [everyState.reporting, []])
    assert.deepEqual(told(everyState.paid, fate), [everyState.paid, []])
  }
})

/** The service says that the transfer does not pay; `fate` is what the chain shows of it. */
function failed(from: State, transactionStatus?: TransactionStatus) {
  const event: CheckoutEvent = {
    type: 'transferFailed',
    hash: hashA,
    option: deal(),
    error: fault,
    transactionStatus,
  }
  return transition(from, event, 5)
}

test('refused by the service though money may have moved: the entry stays, and so does the error', () => {
  for (const fate of [
    undefined,
    mined(9),
    { status: 'pending', nonce: 7 },
    { status: 'unknown' },
  ] as const) {
    const [state, effects] = failed(everyState.confirming, fate)
    assert.deepEqual(state, everyState['notPaid, rejected'])
    assert.deepEqual(names(effects), ['watchCharge'])
  }
})

test('refused because it reverted or was replaced: the chain says what became of it', () => {
  const [reverted, closed] = failed(everyState.confirming, mined(9, true))
  assert.equal(reverted.step === 'notPaid' && reverted.reason, 'reverted')
  assert.equal(names(closed)[0], 'closeEntry')
  const [cancelled] = failed(everyState.dropped, { status: 'replaced' })
  assert.equal(cancelled.step === 'notPaid' && cancelled.reason, 'cancelled')
  const [replaced, effects] = failed(everyState.dropped, { status: 'replaced', hash: hashB })
  assert.equal(replaced.step === 'reporting' && replaced.hash, hashB)
  assert.equal(names(effects)[0], 'writeHash')
})

test('another’s payment that failed leaves the charge as it was', () => {
  const [state, effects] = failed(everyState['confirming another’s'], mined(9, true))
  assert.equal(state.step === 'ready' && state.notice, fault)
  // Also where a receipt, which nobody here has written, says that it paid.
  assert.deepEqual(effects, [{ do: 'closeEntry', chargeId: deal().charge.id, hash: hashA }])
})

test('what another pays does not clear up what this browser began', () => {
  const besides = [
    everyState['confirming another’s beside our own'],
    everyState['dropped, another’s beside our own'],
  ]
  const part = deal(payment('COMPLETED', { paidAmountInRequestedToken: '5' }))
  const ends: CheckoutEvent[] = [
    { type: 'transferFailed', hash: hashA, option: deal(), error: fault },
    { type: 'settled', hash: hashA, option: part },
    { type: 'notListed', hash: hashA },
    { type: 'transactionUpdated', hash: hashA, transactionStatus: mined(9, true) },
    { type: 'transactionUpdated', hash: hashA, transactionStatus: { status: 'replaced' } },
  ]
  for (const from of besides) {
    for (const event of ends) {
      const [state, effects] = transition(from, event, 5)
      assert.equal(state.step === 'unknownOutcome' && state.intent.id, 'one', event.type)
      assert.ok(!names(effects).includes('closeEntry'), event.type)
    }
  }
})

test('what the chain shows and the service has lost is told anew, of the same intent', () => {
  for (const from of both) {
    const [state, effects] = transition(from, { type: 'notListed', hash: hashA }, 5)
    assert.deepEqual(known(state), { step: 'reporting', option: deal(), hash: hashA, intent: seen })
    assert.deepEqual(names(effects), ['stopDiscovering', 'reportTransaction'])
  }
})

test('what waits beside another’s payment and is found instead of it is ours, and is told', () => {
  const from = everyState['dropped, another’s beside our own']
  const [state, effects] = told(from, { status: 'replaced', hash: hashB })
  assert.deepEqual(known(state), {
    step: 'reporting',
    option: deal(),
    hash: hashB,
    intent: intent(),
  })
  assert.deepEqual(effects[0], { do: 'writeHash', intent: intent(), hash: hashB })
})

test('a partly paid charge offers the rest, and frees the journal for it', () => {
  const part = deal(payment('COMPLETED', { paidAmountInRequestedToken: '5' }))
  const event: CheckoutEvent = { type: 'settled', hash: hashA, option: part }
  const [state, effects] = transition(everyState.confirming, event, 5)
  assert.equal(state.step === 'ready' && state.option.quote.amount, 14_990_000n)
  assert.equal(names(effects)[0], 'closeEntry')
})

test('where no signature can help, its payer reads that the store decides, and is not asked for one', () => {
  const event: CheckoutEvent = { type: 'unmatched', hash: hashA, option: deal(), signers: [] }
  const [state] = transition(everyState.confirming, event, 5)
  assert.equal(state.step === 'needsSignature' && state.hasDeclined, true)
})

test('for a charge that the store canceled nobody signs, whomever the service lists', () => {
  const option = deal()
  const canceled = { ...option, charge: { ...option.charge, status: 'CANCELLED' } }
  const event: CheckoutEvent = {
    type: 'unmatched',
    hash: hashA,
    option: canceled,
    signers: [payer],
  }
  for (const from of [everyState.confirming, everyState.needsSignature]) {
    const [state] = transition(from, event, 5)
    assert.ok(state.step === 'needsSignature' && state.hasDeclined, from.step)
    assert.deepEqual(state.signers, [])
    assert.equal(state.option.charge.status, 'CANCELLED')
    // The next poll says the same, and changes nothing.
    assert.equal(transition(state, event, 6)[0], state)
  }
})
