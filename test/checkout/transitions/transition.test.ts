import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Funds } from '../../../src/checkout/ports/wallets.ts'
import type { CheckoutEvent, Effect, State, Step } from '../../../src/checkout/state.ts'
import { transition } from '../../../src/checkout/transitions/transition.ts'
import {
  account,
  chargeId,
  deal,
  fault,
  hashA,
  hashB,
  intent,
  known,
  openDeal,
  otherChargeId,
  payment,
  rich,
  walletA,
} from '../samples.ts'
import { everyEvent, everyState, type StateName } from '../states.ts'

type Kind = CheckoutEvent['type']

const stateNames = Object.keys(everyState) as StateName[]
const kinds = Object.keys(everyEvent) as Kind[]

/** From every screen on which nothing is under way. */
const anew = { start: 'loading', fetched: 'loading' } as const
/** On the way to a payment: another tab may be faster, and a wallet may answer for what was given up. */
const onTheWay = {
  ...anew,
  refresh: 'loading',
  cancel: 'cancelled',
  tabUpdated: 'otherTab',
  sent: 'reporting',
} as const
const signing = { notListed: 'reporting', settled: 'ready' } as const
const following = {
  transactionUpdated: 'confirming',
  statusUnavailable: 'confirming',
  unmatched: 'needsSignature',
  notListed: 'reporting',
  settled: 'ready',
} as const
const unsureMoves = {
  retry: 'unknownOutcome',
  consent: 'ready',
  sent: 'reporting',
  notSent: 'ready',
  proposed: 'unknownOutcome',
  searchUpdated: 'reporting',
  paymentPending: 'confirming',
  searchFailed: 'unknownOutcome',
  chargePaid: 'paid',
} as const
const connectingMoves = {
  ...onTheWay,
  retry: 'connecting',
  back: 'choosingWallet',
  walletsUpdated: 'connecting',
  uriCreated: 'connecting',
  connectDelayed: 'connecting',
  connected: 'checking',
  connectFailed: 'choosingWallet',
  payExternally: 'externalPayment',
} as const
const elsewhereMoves = {
  ...anew,
  retry: 'loading',
  tabUpdated: 'otherTab',
  lockAcquired: 'loading',
} as const

/** Which events move a screen on, and to which. Whatever is not here must change nothing. */
const moves: Record<StateName, Partial<Record<Kind, Step>>> = {
  loading: {
    ...anew,
    refresh: 'loading',
    cancel: 'cancelled',
    loaded: 'ready',
    loadFailed: 'failed',
  },
  unavailable: { ...anew, refresh: 'loading', retry: 'loading', cancel: 'cancelled' },
  'unavailable, with a payment': { ...anew, retry: 'loading' },
  enteringAmount: { ...onTheWay, enterAmount: 'ready', amountRejected: 'enteringAmount' },
  ready: { ...onTheWay, pay: 'choosingWallet', payExternally: 'externalPayment' },
  'ready with a notice': { ...onTheWay, pay: 'choosingWallet', payExternally: 'externalPayment' },
  'choosingWallet on their way': {
    ...onTheWay,
    back: 'ready',
    walletsUpdated: 'choosingWallet',
    walletsFailed: 'ready',
    payExternally: 'externalPayment',
  },
  choosingWallet: {
    ...onTheWay,
    chooseWallet: 'connecting',
    back: 'ready',
    walletsUpdated: 'choosingWallet',
    walletsFailed: 'ready',
    payExternally: 'externalPayment',
  },
  connecting: connectingMoves,
  'connecting by a code': connectingMoves,
  'choosingToken on their way': {
    ...onTheWay,
    retry: 'choosingToken',
    back: 'ready',
    accountChanged: 'choosingToken',
    balancesLoaded: 'choosingToken',
    balancesFailed: 'choosingToken',
    payExternally: 'externalPayment',
  },
  choosingToken: {
    ...onTheWay,
    retry: 'choosingToken',
    back: 'ready',
    accountChanged: 'choosingToken',
    balancesLoaded: 'choosingToken',
    balancesFailed: 'choosingToken',
    chooseToken: 'checking',
    payExternally: 'externalPayment',
  },
  externalPayment: {
    ...onTheWay,
    retry: 'externalPayment',
    amountReserved: 'externalPayment',
    reserveFailed: 'externalPayment',
    back: 'ready',
    submitHash: 'externalPayment',
    inspected: 'reporting',
    inspectFailed: 'externalPayment',
    watched: 'externalPayment',
  },
  'externalPayment, looking': {
    ...onTheWay,
    retry: 'externalPayment',
    amountReserved: 'externalPayment',
    reserveFailed: 'externalPayment',
    back: 'ready',
    inspected: 'reporting',
    inspectFailed: 'externalPayment',
    watched: 'externalPayment',
  },
  'wrongNetwork asking': {
    ...onTheWay,
    accountChanged: 'checking',
    back: 'ready',
    chainSwitched: 'checking',
    switchDelayed: 'wrongNetwork',
    switchFailed: 'wrongNetwork',
    changeWallet: 'choosingWallet',
    payExternally: 'externalPayment',
  },
  'wrongNetwork refused': {
    ...onTheWay,
    accountChanged: 'checking',
    pay: 'wrongNetwork',
    back: 'ready',
    chainSwitched: 'checking',
    switchFailed: 'wrongNetwork',
    changeWallet: 'choosingWallet',
    payExternally: 'externalPayment',
  },
  checking: {
    ...onTheWay,
    accountChanged: 'checking',
    back: 'ready',
    checked: 'sending',
    checkFailed: 'ready',
    authorizationRevived: 'sending',
  },
  insufficientFunds: {
    ...onTheWay,
    accountChanged: 'checking',
    retry: 'checking',
    back: 'ready',
    payExternally: 'externalPayment',
    changeWallet: 'choosingWallet',
    checked: 'insufficientFunds',
    authorizationRevived: 'insufficientFunds',
  },
  waitingPayment: {
    ...onTheWay,
    refreshed: 'ready',
    retry: 'loading',
    consent: 'ready',
  },
  storageBlocked: {
    ...onTheWay,
    accountChanged: 'checking',
    retry: 'checking',
    back: 'ready',
    consent: 'checking',
  },
  'sending, not asked yet': {
    intentWritten: 'sending',
    intentTaken: 'loading',
    intentFailed: 'storageBlocked',
    sent: 'reporting',
    notSent: 'ready',
    outcomeUnknown: 'unknownOutcome',
  },
  'sending, asked': {
    sent: 'reporting',
    notSent: 'ready',
    outcomeUnknown: 'unknownOutcome',
    dataOmitted: 'sending',
    transferDelayed: 'sending',
    proposed: 'unknownOutcome',
    reportNoResponse: 'unknownOutcome',
    searchUpdated: 'reporting',
  },
  unknownOutcome: unsureMoves,
  'unknownOutcome, nonce used': unsureMoves,
  'unknownOutcome, to be signed': unsureMoves,
  earlierPayment: {
    ...anew,
    cancel: 'cancelled',
    retry: 'earlierPayment',
    consent: 'ready',
    sent: 'reporting',
    searchUpdated: 'earlierPayment',
    searchFailed: 'earlierPayment',
    chargePaid: 'paid',
  },
  'earlierPayment, found': {
    ...anew,
    compared: 'misdirected',
    retry: 'loading',
    consent: 'ready',
    searchUpdated: 'earlierPayment',
    searchFailed: 'earlierPayment',
    chargePaid: 'paid',
  },
  needsSignature: {
    ...signing,
    compared: 'misdirected',
    sign: 'needsSignature',
    decline: 'needsSignature',
    signed: 'reporting',
    signFailed: 'needsSignature',
    otherSignerNeeded: 'needsSignature',
    walletsFailed: 'needsSignature',
    connected: 'needsSignature',
    connectFailed: 'needsSignature',
    uriCreated: 'needsSignature',
    transferFailed: 'notPaid',
  },
  'needsSignature, choosing': {
    ...signing,
    sign: 'needsSignature',
    decline: 'needsSignature',
    signed: 'reporting',
    signFailed: 'needsSignature',
    otherSignerNeeded: 'needsSignature',
    walletsUpdated: 'needsSignature',
    walletsFailed: 'needsSignature',
    chooseWallet: 'needsSignature',
    connected: 'needsSignature',
    connectFailed: 'needsSignature',
    uriCreated: 'needsSignature',
    back: 'needsSignature',
    notListed: 'ready',
    transferFailed: 'ready',
  },
  otherTab: elsewhereMoves,
  'otherTab, told': elsewhereMoves,
  reporting: {
    recorded: 'confirming',
    reportDelayed: 'reporting',
    reportFailed: 'failed',
    compared: 'misdirected',
  },
  'reporting what an old receipt tells of': {
    recorded: 'confirming',
    reportDelayed: 'reporting',
    reportFailed: 'failed',
  },
  'reporting what was made outside': {
    recorded: 'confirming',
    reportDelayed: 'reporting',
    reportFailed: 'externalPayment',
  },
  confirming: { ...following, transferFailed: 'notPaid', compared: 'misdirected' },
  'confirming, lost': { ...following, transferFailed: 'notPaid', compared: 'misdirected' },
  'confirming another’s': { ...following, notListed: 'ready', transferFailed: 'ready' },
  'confirming another’s beside our own': {
    ...following,
    notListed: 'unknownOutcome',
    settled: 'unknownOutcome',
    transferFailed: 'unknownOutcome',
  },
  dropped: {
    ...following,
    compared: 'misdirected',
    statusUnavailable: 'dropped',
    consent: 'ready',
    transferFailed: 'notPaid',
  },
  'dropped, another’s beside our own': {
    ...following,
    statusUnavailable: 'dropped',
    notListed: 'unknownOutcome',
    settled: 'unknownOutcome',
    consent: 'ready',
    transferFailed: 'unknownOutcome',
  },
  'notPaid, cancelled': {
    ...anew,
    pay: 'loading',
    retry: 'loading',
    consent: 'ready',
    tabUpdated: 'otherTab',
  },
  'notPaid, reverted': {
    ...anew,
    pay: 'loading',
    retry: 'loading',
    consent: 'ready',
    tabUpdated: 'otherTab',
  },
  'notPaid, rejected': {
    ...anew,
    retry: 'loading',
    consent: 'ready',
    tabUpdated: 'otherTab',
    compared: 'misdirected',
  },
  misdirected: { ...anew, retry: 'loading' },
  paid: { ...anew, refundsListed: 'paid' },
  cancelled: { ...anew, refresh: 'loading', retry: 'loading', sent: 'reporting' },
  'cancelled before it was loaded': { ...anew, refresh: 'loading', retry: 'loading' },
  'failed to load': { ...anew, refresh: 'loading', retry: 'loading', cancel: 'cancelled' },
  'failed to load, with a payment': { ...anew, retry: 'loading' },
  'failed to record': { ...anew, retry: 'loading' },
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
      // A hash is written down though its charge is not on the screen, or another tab's payment is; so is a way to pay elsewhere.
      const written =
        kind === 'openInWallet'
          ? before.step === 'choosingWallet' || before.step === 'connecting'
          : kind === 'sent' && (!('option' in before) || before.step === 'otherTab')
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
        ...('chargeId' in event && { chargeId: otherChargeId }),
      } as CheckoutEvent
      const names = ['attempt', 'intentId', 'hash', 'chargeId']
      if (!names.some((one) => one in event) || kind === 'sent') continue
      assert.deepEqual(transition(everyState[name], late, 5), [everyState[name], []], name + kind)
    }
  }
})

test('an event that comes twice, such as a double click, does nothing the second time', () => {
  const repeatable: Kind[] = [
    'start',
    'retry',
    'refresh',
    'walletsUpdated',
    'reportDelayed',
    'statusUnavailable',
  ]
  // These tell the newest of something that goes on, or go one step further.
  repeatable.push(
    'transactionUpdated',
    'tabUpdated',
    'fetched',
    'searchFailed',
    'switchFailed',
    'back',
  )
  repeatable.push(
    'amountRejected',
    'uriCreated',
    'balancesLoaded',
    'balancesFailed',
    'inspectFailed',
    'proposed',
  )
  repeatable.push(
    'amountReserved',
    'reserveFailed',
    'signFailed',
    'otherSignerNeeded',
    'connectFailed',
    'walletsFailed',
    'searchUpdated',
  )
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
    pairsWith((effect) => effect.do === 'requestTransfer'),
    ['intentWritten in sending, not asked yet'],
  )
})

test('a payer’s consent opens only what may go wrong, and the screens say how', () => {
  const opened = stateNames.filter(
    (name) => transition(everyState[name], { type: 'consent' }, 5)[0] !== everyState[name],
  )
  assert.deepEqual(opened, [
    'waitingPayment',
    'storageBlocked',
    'unknownOutcome',
    'unknownOutcome, nonce used',
    'unknownOutcome, to be signed',
    'earlierPayment',
    'earlierPayment, found',
    'dropped',
    'dropped, another’s beside our own',
    'notPaid, cancelled',
    'notPaid, reverted',
    'notPaid, rejected',
  ])
})

test('success is told only when the service has confirmed the whole price', () => {
  assert.deepEqual(
    pairsWith((effect) => effect.do === 'finish'),
    // The service's own word for the whole charge ends every doubt.
    [
      'chargePaid in unknownOutcome',
      'chargePaid in unknownOutcome, nonce used',
      'chargePaid in unknownOutcome, to be signed',
      'chargePaid in earlierPayment',
      'chargePaid in earlierPayment, found',
    ],
  )
  const paid = deal(payment('COMPLETED'))
  for (const name of ['confirming', 'dropped'] as const) {
    const [state, effects] = transition(
      everyState[name],
      { type: 'settled', hash: hashA, option: paid },
      5,
    )
    assert.equal(state.step === 'paid' && state.wasPaidBefore, false)
    assert.deepEqual(effects, [{ do: 'finish', chargeId, hash: hashA }])
  }
})

test('every screen but the receipt has a way out: an act of the payer, or what runs by itself', () => {
  const acts: Kind[] = [
    'pay',
    'enterAmount',
    'chooseWallet',
    'changeWallet',
    'retry',
    'back',
    'cancel',
    'reportNoResponse',
    'consent',
    'sign',
  ]
  /** What is under way on a screen without an act, and answers in any case: each of these leads on. */
  const running: Partial<Record<StateName, Kind[]>> = {
    'sending, not asked yet': ['intentWritten', 'intentTaken', 'intentFailed'],
    reporting: ['recorded', 'reportFailed'],
    'reporting what an old receipt tells of': ['recorded', 'reportFailed'],
    'reporting what was made outside': ['recorded', 'reportFailed'],
    confirming: ['settled', 'transferFailed'],
    'confirming, lost': ['settled', 'transferFailed'],
    'confirming another’s': ['settled', 'transferFailed'],
    'confirming another’s beside our own': ['settled', 'transferFailed'],
  }
  for (const name of stateNames.filter((one) => one !== 'paid')) {
    const ways = [...acts, ...(running[name] ?? [])].filter(
      (kind) => transition(everyState[name], everyEvent[kind], 5)[0] !== everyState[name],
    )
    assert.notEqual(ways.length, 0, name)
  }
})

test('nothing is cancelled once money may have moved', () => {
  const names =
    /^(sending, asked|unknownOutcome|reporting|confirming|dropped|notPaid|paid|failed to record)/
  for (const name of stateNames.filter((one) => names.test(one)))
    assert.equal(transition(everyState[name], { type: 'cancel' }, 5)[0], everyState[name], name)
})

test('a charge that was paid meanwhile is not paid again: it is loaded anew', () => {
  const part = { paidAmountInRequestedToken: '5' }
  for (const made of [payment('COMPLETED'), payment('PENDING'), payment('COMPLETED', part)]) {
    const event: CheckoutEvent = { ...everyEvent.checked, freshOption: deal(made) }
    const [state, effects] = transition(everyState.checking, event, 5)
    assert.equal(state.step, 'loading')
    assert.deepEqual(
      effects.map((one) => one.do),
      ['stopDiscovering', 'load'],
    )
  }
  const same: CheckoutEvent = { ...everyEvent.checked, freshOption: deal(payment('FAILED')) }
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
  assert.equal(after({ tokenBalance: 19_990_000n, nativeBalance: rich.fee })[0].step, 'sending')
  const [noToken, nothing] = after({ tokenBalance: 19_989_999n })
  assert.equal(noToken.step === 'insufficientFunds' && noToken.missing, 'token')
  // No wallet is opened for what arrives: its balances are only read.
  assert.deepEqual(
    nothing.map((effect) => effect.do),
    ['watchFunds'],
  )
  const [noGas] = after({ nativeBalance: rich.fee - 1n })
  assert.equal(noGas.step === 'insufficientFunds' && noGas.missing, 'gas')
})

test('the chain’s own coin must cover amount and fee together', () => {
  const native = deal()
  native.quote.token.native = true
  const checking: State = {
    step: 'checking',
    option: native,
    account,
    attempt: 1,
    hasConsented: false,
  }
  const after = (has: bigint) => {
    const funds: Funds = { ...rich, nativeBalance: has, fee: 100n }
    const [state] = transition(
      checking,
      { type: 'checked', attempt: 1, funds, intent: intent() },
      5,
    )
    return state.step === 'insufficientFunds' ? state.missing : state.step
  }
  assert.equal(after(native.quote.amount + 100n), 'sending')
  assert.equal(after(native.quote.amount + 99n), 'gas')
  assert.equal(after(native.quote.amount - 1n), 'token')
})

test('with one wallet there is nothing to choose; a list seen once stays a list', () => {
  const one: CheckoutEvent = { type: 'walletsUpdated', wallets: [walletA] }
  assert.equal(transition(everyState['choosingWallet on their way'], one, 5)[0].step, 'connecting')
  assert.equal(transition(everyState.choosingWallet, one, 5)[0].step, 'choosingWallet')
})

test('a wallet that is not in the list cannot be chosen', () => {
  const event: CheckoutEvent = { type: 'chooseWallet', walletId: 'unknown' }
  assert.equal(transition(everyState.choosingWallet, event, 5)[0], everyState.choosingWallet)
})

test('a wallet on another network is asked to change it before anything else', () => {
  const away: CheckoutEvent = { type: 'connected', attempt: 1, account: { ...account, chainId: 1 } }
  const [state, effects] = transition(everyState.connecting, away, 5)
  assert.equal(state.step, 'wrongNetwork')
  assert.deepEqual(effects, [{ do: 'switchChain', chainId: 31_337, attempt: 5 }])
})

test('an amount of nothing is refused with a text, and may be corrected', () => {
  for (const amount of [0n, -1n]) {
    const [state] = transition(everyState.enteringAmount, { type: 'enterAmount', amount }, 5)
    assert.equal(state.step, 'enteringAmount')
    assert.equal('error' in state && state.error?.code, 'invalid_amount')
    assert.equal(transition(state, { type: 'enterAmount', amount: 1n }, 6)[0].step, 'ready')
  }
})

test('only a payer who named the amount may name another', () => {
  const named: State = { step: 'ready', option: openDeal() }
  assert.equal(transition(named, { type: 'back' }, 5)[0].step, 'enteringAmount')
  assert.equal(transition(everyState.ready, { type: 'back' }, 5)[0], everyState.ready)
})

test('a hash is in the journal before the service is told', () => {
  for (const name of ['sending, asked', 'unknownOutcome'] as const) {
    for (const kind of ['sent', 'searchUpdated'] as const) {
      const effects = transition(everyState[name], everyEvent[kind], 5)[1].map((one) => one.do)
      if (effects.length === 0) continue
      assert.ok(
        effects.indexOf('writeHash') < effects.indexOf('reportTransaction'),
        `${kind} in ${name}`,
      )
      assert.notEqual(effects.indexOf('writeHash'), -1)
    }
  }
})

test('a transfer that was given up and is sent after all is recorded and shown', () => {
  const [state, effects] = transition(everyState.ready, everyEvent.sent, 5)
  assert.equal(state.step === 'reporting' && state.hash, hashA)
  assert.deepEqual(
    effects.map((one) => one.do),
    ['writeHash', 'stopDiscovering', 'reportTransaction'],
  )
})

test('beside another payment it is recorded, and the screen stays', () => {
  const late: CheckoutEvent = {
    type: 'sent',
    intent: intent(deal(), { id: 'earlier' }),
    hash: hashB,
  }
  const names = [
    'sending, asked',
    'unknownOutcome',
    'reporting',
    'confirming',
    'dropped',
    'paid',
  ] as const
  for (const name of [...names, 'otherTab'] as const) {
    const [state, effects] = transition(everyState[name], late, 5)
    assert.equal(state, everyState[name])
    assert.deepEqual(
      effects.map((one) => one.do),
      ['writeHash', 'reportTransaction'],
      name,
    )
  }
})

test('another hash of the very intent that was found on the chain is kept beside that one, and told', () => {
  const late: CheckoutEvent = { type: 'sent', intent: intent(deal()), hash: hashB }
  const state: State = {
    step: 'paid',
    option: deal(),
    hash: hashA,
    intent: late.intent,
    wasPaidBefore: false,
  }
  assert.deepEqual(transition(state, late, 5), [
    state,
    [
      { do: 'writeUnreportedHash', quote: late.intent.quote, hash: hashB },
      { do: 'reportTransaction', option: deal(), hash: hashB },
    ],
  ])
})

test('of another charge it is written down, for the next load of that one', () => {
  const quote = { ...deal().quote, chargeId: otherChargeId }
  const late: CheckoutEvent = { type: 'sent', intent: intent(deal(), { quote }), hash: hashB }
  for (const name of ['loading', 'ready', 'reporting'] as const) {
    const [state, effects] = transition(everyState[name], late, 5)
    assert.equal(state, everyState[name])
    assert.deepEqual(effects, [{ do: 'writeHash', intent: late.intent, hash: hashB }])
  }
})

test('giving up a payment forgets that one only', () => {
  const [, effects] = transition(everyState.unknownOutcome, { type: 'consent' }, 5)
  assert.deepEqual(known(effects[0]), { do: 'closeEntry', chargeId, intentId: 'one' })
  for (const name of ['dropped', 'dropped, another’s beside our own'] as const) {
    const [state, [close]] = transition(everyState[name], { type: 'consent' }, 5)
    const expected = { do: 'closeEntry', chargeId, intentId: 'one', hash: hashA }
    assert.deepEqual(close, expected, name)
    // Its hash may stay with the service for long: that stops nobody from paying anew.
    assert.deepEqual(state.step === 'ready' && state.option.ignoredHashes, [hashA])
  }
})

test('what the shop refused is forgotten only by the payer’s word', () => {
  const [state, effects] = transition(everyState['notPaid, rejected'], { type: 'consent' }, 5)
  assert.equal(state.step, 'ready')
  assert.deepEqual(effects[0], { do: 'closeEntry', chargeId, intentId: 'one', hash: hashA })
  for (const kind of ['pay', 'cancel', 'back', 'retry', 'start'] as const) {
    const [, done] = transition(everyState['notPaid, rejected'], everyEvent[kind], 5)
    assert.ok(!done.some((one) => one.do === 'closeEntry'), kind)
  }
})

test('a payment that cannot be kept is asked of the wallet only by the payer’s consent, and never silently', () => {
  const [unsafe, nothing] = transition(
    everyState['sending, not asked yet'],
    { type: 'intentFailed', intentId: 'one', error: fault },
    5,
  )
  assert.deepEqual(unsafe, everyState.storageBlocked)
  assert.deepEqual(nothing, [])
  // The payer may have read the warning for minutes, and have paid in another browser.
  const [checking, look] = transition(unsafe, { type: 'consent' }, 6)
  assert.deepEqual(
    look.map((one) => one.do),
    ['checkFunds'],
  )
  const looked: CheckoutEvent = { type: 'checked', attempt: 6, funds: rich, intent: intent() }
  const [state, effects] = transition(checking, looked, 7)
  assert.deepEqual(effects, [{ do: 'writeIntent', intent: intent(), hasConsented: true }])
  // The wallet comes after the journal here too: it may say that another tab pays.
  assert.equal(state.step === 'sending' && state.wasWalletAsked, false)
  const [, back] = transition(unsafe, { type: 'back' }, 6)
  assert.deepEqual(back, [{ do: 'stopDiscovering' }])
})

test('a wallet is watched from the moment it is asked; that nothing is there yet changes nothing', () => {
  const written: CheckoutEvent = { type: 'intentWritten', intentId: 'one' }
  const [asked, effects] = transition(everyState['sending, not asked yet'], written, 5)
  assert.deepEqual(
    effects.map((one) => one.do),
    ['requestTransfer', 'watchWhilePending'],
  )
  for (const searchResult of [
    { found: 'nothing', toBlock: 100n },
    { found: 'used', toBlock: 100n },
  ] as const) {
    const event: CheckoutEvent = { type: 'searchUpdated', intentId: 'one', searchResult }
    assert.deepEqual(transition(asked, event, 6), [asked, []])
  }
})

test('what the service waits for is shown to a payer in doubt, and the doubt kept', () => {
  const [state, effects] = transition(everyState.unknownOutcome, everyEvent.paymentPending, 5)
  assert.deepEqual(known(state), {
    step: 'confirming',
    option: deal(),
    hash: hashB,
    unresolvedIntent: intent(),
    confirmations: 0,
    requiredConfirmations: 2,
  })
  const follow = { do: 'followPayment', option: deal(), hash: hashB, unresolvedIntent: intent() }
  assert.deepEqual(effects.map(known), [follow])
})

test('a transfer that is seen before the wallet was asked is none of ours', () => {
  const before = everyState['sending, not asked yet']
  assert.deepEqual(transition(before, everyEvent.searchUpdated, 5), [before, []])
})
