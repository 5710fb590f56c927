import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PaymentOption } from '../../../../src/checkout/quote/payment-option.ts'
import { updatePaymentOption } from '../../../../src/checkout/quote/settlement.ts'
import type { CheckoutEvent, State } from '../../../../src/checkout/state.ts'
import { decideFirstState } from '../../../../src/checkout/transitions/open-charge.ts'
import { transition } from '../../../../src/checkout/transitions/transition.ts'
import { charge, deal, hashA, intent, payment, rich } from '../../samples.ts'
import { everyState } from '../../states.ts'

const report = { reported_at: '2026-11-27T10:00:00.000Z', age_seconds: 120, seen: false }
/** The charge as a service says it where a report waits. */
const reported: PaymentOption = { ...deal(), charge: charge({ waiting_report: report }) }
const checked = (fields: Partial<Extract<CheckoutEvent, { type: 'checked' }>>): CheckoutEvent => ({
  type: 'checked',
  attempt: 1,
  funds: rich,
  intent: intent(),
  ...fields,
})
const loaded = (option: PaymentOption, entry?: object): CheckoutEvent => ({
  type: 'loaded',
  option,
  entry,
  hasLock: true,
  requiredConfirmations: 2,
})
const after = (state: State, event: CheckoutEvent) => {
  const [next, effects] = transition(state, event, 5)
  return { state: next, effects: effects.map((effect) => effect.do) }
}

test('a charge for which a report waits is not offered before its payer has read so', () => {
  assert.equal(decideFirstState(reported, false), undefined)
  const { state, effects } = after({ step: 'loading' }, loaded(reported))
  assert.equal(state.step === 'waitingPayment' && state.sign, 'report')
  assert.deepEqual(effects, ['stopDiscovering', 'watchCharge'])
})

test('a click on Pay reads the charge anew, and what waits is told on every screen before the wallet', () => {
  assert.deepEqual(after(everyState.ready, { type: 'pay' }).effects, [
    'discoverWallets',
    'refreshCharge',
  ])
  const before = ['ready', 'choosingWallet', 'connecting', 'choosingToken', 'wrongNetwork asking']
  for (const name of before as (keyof typeof everyState)[]) {
    const { state } = after(everyState[name], { type: 'refreshed', option: reported })
    assert.equal(state.step, 'waitingPayment', name)
    const pending = deal(payment('PENDING'))
    assert.equal(
      after(everyState[name], { type: 'refreshed', option: pending }).state.step,
      'loading',
    )
  }
})

test('no wallet is asked while a report waits or the account has an unmined transaction, but with consent', () => {
  const cases = [
    ['report', checked({ freshOption: reported })],
    ['nonce', checked({ funds: { ...rich, hasUnmined: true } })],
  ] as const
  for (const [sign, event] of cases) {
    const warned = after(everyState.checking, event)
    assert.equal(warned.state.step === 'waitingPayment' && warned.state.sign, sign)
    assert.equal(warned.effects.includes('writeIntent'), false)
    const consented = after(warned.state, { type: 'consent' })
    assert.ok(consented.state.step === 'ready')
    const { option } = consented.state
    const again = after({ ...everyState.checking, option } as State, event)
    assert.deepEqual([again.state.step, again.effects], ['sending', ['writeIntent']])
  }
})

test('consent to one sign is none to the other: the payer’s own account says more than a stranger’s report', () => {
  const { state } = after(
    { step: 'waitingPayment', option: reported, sign: 'report' },
    { type: 'consent' },
  )
  assert.ok(state.step === 'ready')
  const event = checked({ freshOption: reported, funds: { ...rich, hasUnmined: true } })
  const next = after({ ...everyState.checking, option: state.option } as State, event).state
  assert.equal(next.step === 'waitingPayment' && next.sign, 'nonce')
})

test('the warning ends with the report, and with the payment that it named', () => {
  const warned: State = {
    step: 'waitingPayment',
    option: reported,
    sign: 'report',
  }
  const refreshed = (option: PaymentOption) => after(warned, { type: 'refreshed', option })
  assert.equal(refreshed(deal()).state.step, 'ready')
  assert.equal(refreshed(reported).state.step, 'waitingPayment')
  for (const status of ['PENDING', 'COMPLETED'])
    assert.deepEqual(refreshed(deal(payment(status))).effects, ['resume'])
  // The service says null, and what it said before is forgotten.
  const ended = updatePaymentOption(reported, charge({ waiting_report: null }))
  assert.equal(refreshed(ended).state.step, 'ready')
})

test('a browser that has given up a transaction of its own is not warned of that one’s report', () => {
  const { state } = after({ step: 'loading' }, loaded(reported, { abandonedHashes: [hashA] }))
  assert.equal(state.step, 'ready')
})

test('a browser that has given up a transaction is told of one that its account has sent since', () => {
  const option: PaymentOption = { ...reported, ignoredHashes: [hashA] }
  const event = checked({ freshOption: reported, funds: { ...rich, hasUnmined: true } })
  const { state } = after({ ...everyState.checking, option } as State, event)
  assert.equal(state.step === 'waitingPayment' && state.sign, 'nonce')
})

test('consent to a storage that keeps nothing is followed by another look before the wallet is asked', () => {
  const consented = after(everyState.storageBlocked, { type: 'consent' }).state
  const looks: [CheckoutEvent, State['step']][] = [
    [checked({ attempt: 5 }), 'sending'],
    [checked({ attempt: 5, freshOption: reported }), 'waitingPayment'],
    [checked({ attempt: 5, funds: { ...rich, hasUnmined: true } }), 'waitingPayment'],
    [checked({ attempt: 5, freshOption: deal(payment('COMPLETED')) }), 'loading'],
  ]
  for (const [look, step] of looks) assert.equal(after(consented, look).state.step, step)
})

test('whoever has consented is not asked again for another report', () => {
  const { state } = after(
    { step: 'waitingPayment', option: reported, sign: 'report' },
    { type: 'consent' },
  )
  assert.equal(state.step, 'ready')
  const other = { ...report, reported_at: '2026-11-27T10:05:00.000Z' }
  const option = { ...deal(), charge: charge({ waiting_report: other }) }
  assert.equal(after(state, { type: 'refreshed', option }).state.step, 'ready')
  assert.equal(after(state, { type: 'pay' }).state.step, 'choosingWallet')
})
