import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Effect, Event, State, Step } from '../../src/checkout/state.ts'
import { transition } from '../../src/checkout/transition.ts'
import { PayError } from '../../src/errors.ts'
import {
  account,
  charge,
  chargeId,
  deal,
  fault,
  hashA,
  hashB,
  intent,
  openDeal,
  otherChargeId,
  payment,
  rich,
  walletA,
} from './samples.ts'
import { everyEvent, everyState, type StateName } from './states.ts'

type Kind = Event['type']

const stateNames = Object.keys(everyState) as StateName[]
const kinds = Object.keys(everyEvent) as Kind[]

/** Which events move a screen on, and to which. Whatever is not here must change nothing. */
const moves: Record<StateName, Partial<Record<Kind, Step>>> = {
  loading: { start: 'loading', cancel: 'cancelled', loaded: 'ready', loadFailed: 'failed' },
  unavailable: { start: 'loading', again: 'loading', cancel: 'cancelled' },
  amount: { start: 'loading', amount: 'ready', cancel: 'cancelled', sent: 'recording' },
  ready: { start: 'loading', pay: 'wallets', cancel: 'cancelled', sent: 'recording' },
  'ready with a notice': {
    start: 'loading',
    pay: 'wallets',
    cancel: 'cancelled',
    sent: 'recording',
  },
  'wallets on their way': {
    start: 'loading',
    back: 'ready',
    cancel: 'cancelled',
    wallets: 'wallets',
    walletsFailed: 'ready',
    sent: 'recording',
  },
  wallets: {
    start: 'loading',
    choose: 'connecting',
    back: 'ready',
    cancel: 'cancelled',
    wallets: 'wallets',
    walletsFailed: 'ready',
    sent: 'recording',
  },
  connecting: {
    start: 'loading',
    again: 'connecting',
    back: 'wallets',
    cancel: 'cancelled',
    wallets: 'connecting',
    connected: 'checking',
    connectFailed: 'wallets',
    sent: 'recording',
  },
  'network asking': {
    start: 'loading',
    back: 'ready',
    cancel: 'cancelled',
    switched: 'checking',
    switchFailed: 'network',
    sent: 'recording',
  },
  'network refused': {
    start: 'loading',
    pay: 'network',
    back: 'ready',
    cancel: 'cancelled',
    switched: 'checking',
    switchFailed: 'network',
    sent: 'recording',
  },
  checking: {
    start: 'loading',
    back: 'ready',
    cancel: 'cancelled',
    checked: 'sending',
    checkFailed: 'ready',
    sent: 'recording',
  },
  short: {
    start: 'loading',
    again: 'checking',
    back: 'ready',
    cancel: 'cancelled',
    sent: 'recording',
  },
  'sending, not asked yet': {
    intentWritten: 'sending',
    intentTaken: 'loading',
    intentFailed: 'ready',
    sent: 'recording',
    notSent: 'ready',
    lost: 'unsure',
  },
  'sending, asked': { sent: 'recording', notSent: 'ready', lost: 'unsure', doubt: 'unsure' },
  unsure: {
    again: 'unsure',
    consent: 'ready',
    sent: 'recording',
    notSent: 'ready',
    sighted: 'recording',
    searchFailed: 'unsure',
  },
  'unsure, nonce used': {
    again: 'unsure',
    consent: 'ready',
    sent: 'recording',
    notSent: 'ready',
    sighted: 'recording',
    searchFailed: 'unsure',
  },
  recording: { recorded: 'confirming', recordTrouble: 'recording', recordFailed: 'failed' },
  confirming: {
    deeper: 'confirming',
    followTrouble: 'confirming',
    settled: 'ready',
    transferFailed: 'ready',
  },
  paid: { start: 'loading' },
  cancelled: { start: 'loading', again: 'loading', sent: 'recording' },
  'cancelled before it was loaded': { start: 'loading', again: 'loading' },
  'failed to load': { start: 'loading', again: 'loading', cancel: 'cancelled' },
  'failed to record': { start: 'loading', again: 'loading' },
}

for (const name of stateNames) {
  test(`${name}: moves on what it waits for, and nothing else changes it`, () => {
    const before: State = everyState[name]
    for (const kind of kinds) {
      const [after, effects] = transition(before, everyEvent[kind], 5)
      const expected = moves[name][kind]
      assert.equal(after.step, expected ?? before.step, kind)
      if (expected) assert.notEqual(after, before, kind)
      else assert.equal(after, before, kind)
      // A hash whose charge is not on the screen is still written down.
      const written = kind === 'sent' && !('deal' in before)
      if (!expected && !written) assert.deepEqual(effects, [], kind)
    }
  })
}

test('an answer to another attempt, intent or hash changes no screen', () => {
  for (const name of stateNames) {
    for (const kind of kinds) {
      const event = everyEvent[kind]
      const late = {
        ...event,
        ...('attempt' in event && { attempt: 99 }),
        ...('intentId' in event && { intentId: 'another' }),
        ...('hash' in event && { hash: hashB }),
      } as Event
      if (!('attempt' in event || 'intentId' in event || 'hash' in event) || kind === 'sent')
        continue
      assert.deepEqual(transition(everyState[name], late, 5), [everyState[name], []], name + kind)
    }
  }
})

test('an event that comes twice, such as a double click, does nothing the second time', () => {
  const repeatable: Kind[] = ['start', 'again', 'wallets', 'recordTrouble', 'followTrouble']
  // These tell the newest of something that goes on, or go one step further.
  repeatable.push('deeper', 'searchFailed', 'switchFailed', 'back')
  for (const name of stateNames) {
    for (const kind of kinds.filter((one) => !repeatable.includes(one))) {
      const [once] = transition(everyState[name], everyEvent[kind], 5)
      if (once === everyState[name]) continue
      const [twice, effects] = transition(once, everyEvent[kind], 6)
      assert.equal(twice, once, `${kind} in ${name}`)
      assert.deepEqual(effects, [], `${kind} in ${name}`)
    }
  }
})

/** Every pair of screen and event whose effects hold one of a kind. */
function pairsWith(wanted: (effect: Effect) => boolean): string[] {
  return stateNames.flatMap((name) =>
    kinds
      .filter((kind) => transition(everyState[name], everyEvent[kind], 5)[1].some(wanted))
      .map((kind) => `${kind} in ${name}`),
  )
}

test('a transfer is asked for at one place only: when its intent is written', () => {
  assert.deepEqual(
    pairsWith((effect) => effect.do === 'transfer'),
    ['intentWritten in sending, not asked yet'],
  )
})

test('a payer’s consent opens nothing but an unsure payment', () => {
  const opened = stateNames.filter(
    (name) => transition(everyState[name], { type: 'consent' }, 5)[0] !== everyState[name],
  )
  assert.deepEqual(opened, ['unsure', 'unsure, nonce used'])
})

test('success is told only when the service has confirmed the whole price', () => {
  assert.deepEqual(
    pairsWith((effect) => effect.do === 'leave' && effect.how === 'success'),
    [],
  )
  const paid = deal(payment('COMPLETED'))
  const [state, effects] = transition(
    everyState.confirming,
    { type: 'settled', hash: hashA, deal: paid },
    5,
  )
  assert.equal(state.step, 'paid')
  assert.deepEqual(effects, [
    { do: 'closeJournal', chargeId },
    { do: 'leave', how: 'success' },
  ])
})

test('every screen but the receipt has a way out: an act of the payer, or what runs by itself', () => {
  const acts: Kind[] = ['pay', 'amount', 'choose', 'again', 'back', 'cancel', 'doubt', 'consent']
  /** What is under way on a screen without an act, and answers in any case: each of these leads on. */
  const running: Partial<Record<StateName, Kind[]>> = {
    'sending, not asked yet': ['intentWritten', 'intentTaken', 'intentFailed'],
    recording: ['recorded', 'recordFailed'],
    confirming: ['settled', 'transferFailed'],
  }
  for (const name of stateNames.filter((one) => one !== 'paid')) {
    const ways = [...acts, ...(running[name] ?? [])].filter(
      (kind) => transition(everyState[name], everyEvent[kind], 5)[0] !== everyState[name],
    )
    assert.notEqual(ways.length, 0, name)
  }
})

test('nothing is cancelled once money may have moved', () => {
  const names: StateName[] = ['sending, asked', 'unsure', 'recording', 'confirming', 'paid']
  for (const name of [...names, 'failed to record'] as StateName[])
    assert.equal(transition(everyState[name], { type: 'cancel' }, 5)[0], everyState[name], name)
})

test('a charge that was paid meanwhile is not paid again: it is loaded anew', () => {
  const part = { paidAmountInRequestedToken: '5' }
  for (const made of [payment('COMPLETED'), payment('PENDING'), payment('COMPLETED', part)]) {
    const event: Event = { ...everyEvent.checked, fresh: deal(made) }
    const [state, effects] = transition(everyState.checking, event, 5)
    assert.equal(state.step, 'loading')
    assert.deepEqual(
      effects.map((one) => one.do),
      ['stopDiscovering', 'load'],
    )
  }
  const same: Event = { ...everyEvent.checked, fresh: deal(payment('FAILED')) }
  assert.equal(transition(everyState.checking, same, 5)[0].step, 'sending')
})

test('what a wallet lacks is said before it is opened', () => {
  const { checking } = everyState
  const after = (funds: Partial<typeof rich>) =>
    transition(
      checking,
      { type: 'checked', attempt: 1, funds: { ...rich, ...funds }, intent: intent() },
      5,
    )
  assert.equal(after({ token: 19_990_000n, native: rich.fee })[0].step, 'sending')
  const [noToken, nothing] = after({ token: 19_989_999n })
  assert.equal(noToken.step === 'short' && noToken.of, 'token')
  assert.deepEqual(nothing, [])
  const [noGas] = after({ native: rich.fee - 1n })
  assert.equal(noGas.step === 'short' && noGas.of, 'gas')
})

test('the chain’s own coin must cover amount and fee together', () => {
  const native = deal()
  native.quote.token.native = true
  const checking: State = { step: 'checking', deal: native, account, attempt: 1 }
  const after = (has: bigint) => {
    const funds = { ...rich, native: has, fee: 100n }
    const [state] = transition(
      checking,
      { type: 'checked', attempt: 1, funds, intent: intent() },
      5,
    )
    return state.step === 'short' ? state.of : state.step
  }
  assert.equal(after(native.quote.amount + 100n), 'sending')
  assert.equal(after(native.quote.amount + 99n), 'gas')
  assert.equal(after(native.quote.amount - 1n), 'token')
})

test('with one wallet there is nothing to choose; a list seen once stays a list', () => {
  const one: Event = { type: 'wallets', wallets: [walletA] }
  assert.equal(transition(everyState['wallets on their way'], one, 5)[0].step, 'connecting')
  assert.equal(transition(everyState.wallets, one, 5)[0].step, 'wallets')
})

test('a wallet that is not in the list cannot be chosen', () => {
  const event: Event = { type: 'choose', walletId: 'unknown' }
  assert.equal(transition(everyState.wallets, event, 5)[0], everyState.wallets)
})

test('a wallet on another network is asked to change it before anything else', () => {
  const away: Event = { type: 'connected', attempt: 1, account: { ...account, chainId: 1 } }
  const [state, effects] = transition(everyState.connecting, away, 5)
  assert.equal(state.step, 'network')
  assert.deepEqual(effects, [{ do: 'switchChain', chainId: 31_337, attempt: 5 }])
})

test('an amount of nothing is refused with a text, and may be corrected', () => {
  for (const amount of [0n, -1n]) {
    const [state] = transition(everyState.amount, { type: 'amount', amount }, 5)
    assert.equal(state.step, 'amount')
    assert.equal('error' in state && state.error?.code, 'invalid_amount')
    assert.equal(transition(state, { type: 'amount', amount: 1n }, 6)[0].step, 'ready')
  }
})

test('only a payer who named the amount may name another', () => {
  const named: State = { step: 'ready', deal: openDeal() }
  assert.equal(transition(named, { type: 'back' }, 5)[0].step, 'amount')
  assert.equal(transition(everyState.ready, { type: 'back' }, 5)[0], everyState.ready)
})

test('what an earlier page left is taken up before anything is offered', () => {
  const entry = { intent: intent() }
  const sent = { ...entry, hash: hashA }
  const cases: [string, Partial<Extract<Event, { type: 'loaded' }>>, Step, Effect['do'][]][] = [
    ['nothing', {}, 'ready', []],
    ['an intent', { entry }, 'unsure', ['search']],
    ['a hash', { entry: sent }, 'recording', ['stopDiscovering', 'record']],
    ['a recorded hash', { entry: { ...sent, recorded: true } }, 'confirming', ['follow']],
    ['a waiting payment', { deal: deal(payment('PENDING')) }, 'confirming', ['follow']],
    ['a paid charge', { deal: deal(payment('COMPLETED')) }, 'paid', []],
    ['paid, and an entry', { deal: deal(payment('COMPLETED')), entry }, 'paid', ['closeJournal']],
    // The hash may be another than the one that paid: it is the payer's money.
    [
      'paid, and a hash',
      { deal: deal(payment('COMPLETED')), entry: sent },
      'recording',
      ['stopDiscovering', 'record'],
    ],
  ]
  for (const [name, given, step, effects] of cases) {
    const event: Event = { type: 'loaded', deal: deal(), entry: undefined, needed: 2, ...given }
    const [state, done] = transition({ step: 'loading' }, event, 5)
    assert.equal(state.step, step, name)
    assert.deepEqual(
      done.map((effect) => effect.do),
      effects,
      name,
    )
  }
})

test('a charge that was paid before this page is a receipt, without a second success', () => {
  const event: Event = { ...everyEvent.loaded, deal: deal(payment('COMPLETED')) }
  const [state, effects] = transition({ step: 'loading' }, event, 5)
  assert.equal(state.step === 'paid' && state.before, true)
  assert.deepEqual(effects, [])
})

test('a partly paid charge offers the rest', () => {
  const part = deal(payment('COMPLETED', { paidAmountInRequestedToken: '5' }))
  const [state] = transition(everyState.confirming, { type: 'settled', hash: hashA, deal: part }, 5)
  assert.equal(state.step === 'ready' && state.deal.quote.amount, 14_990_000n)
})

test('a hash is in the journal before the service is told', () => {
  for (const name of ['sending, asked', 'unsure'] as const) {
    for (const kind of ['sent', 'sighted'] as const) {
      const effects = transition(everyState[name], everyEvent[kind], 5)[1].map((one) => one.do)
      if (effects.length === 0) continue
      assert.ok(effects.indexOf('journalHash') < effects.indexOf('record'), `${kind} in ${name}`)
      assert.notEqual(effects.indexOf('journalHash'), -1)
    }
  }
})

test('a transfer that was given up and is sent after all is recorded and shown', () => {
  const [state, effects] = transition(everyState.ready, everyEvent.sent, 5)
  assert.equal(state.step === 'recording' && state.hash, hashA)
  assert.deepEqual(
    effects.map((one) => one.do),
    ['journalHash', 'stopDiscovering', 'record'],
  )
})

test('beside another payment it is recorded, and the screen stays', () => {
  const late: Event = { type: 'sent', intent: intent(deal(), { id: 'earlier' }), hash: hashB }
  for (const name of ['sending, asked', 'unsure', 'recording', 'confirming', 'paid'] as const) {
    const [state, effects] = transition(everyState[name], late, 5)
    assert.equal(state, everyState[name])
    assert.deepEqual(
      effects.map((one) => one.do),
      ['journalHash', 'record'],
      name,
    )
  }
})

test('of another charge it is written down, for the next load of that one', () => {
  const quote = { ...deal().quote, chargeId: otherChargeId }
  const late: Event = { type: 'sent', intent: intent(deal(), { quote }), hash: hashB }
  for (const name of ['loading', 'ready', 'recording'] as const) {
    const [state, effects] = transition(everyState[name], late, 5)
    assert.equal(state, everyState[name])
    assert.deepEqual(effects, [{ do: 'journalHash', intent: late.intent, hash: hashB }])
  }
})

test('giving up an unsure payment forgets that one only', () => {
  const [, effects] = transition(everyState.unsure, { type: 'consent' }, 5)
  assert.deepEqual(effects[0], { do: 'closeJournal', chargeId, intentId: 'one' })
})

test('a charge that is gone is unavailable, another fault failed', () => {
  const gone = new PayError('not_found', 'No such charge.')
  const [state] = transition({ step: 'loading' }, { type: 'loadFailed', error: gone }, 5)
  assert.equal(state.step, 'unavailable')
  const [other] = transition({ step: 'loading' }, { type: 'loadFailed', error: fault }, 5)
  assert.equal(other.step, 'failed')
})

test('a charge without a list of payments can be paid', () => {
  const { payments: _, ...short } = charge()
  const event: Event = { ...everyEvent.loaded, deal: { ...deal(), charge: short } }
  assert.equal(transition({ step: 'loading' }, event, 5)[0].step, 'ready')
})
