import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConnectedAccount } from '../../../../src/checkout/ports/wallets.ts'
import { listPaymentOptions } from '../../../../src/checkout/quote/payment-assets.ts'
import type { PaymentOption } from '../../../../src/checkout/quote/payment-option.ts'
import type { CheckoutEvent, Effect, State } from '../../../../src/checkout/state.ts'
import { transition } from '../../../../src/checkout/transitions/transition.ts'
import {
  account,
  charge,
  chargeId,
  deal,
  fault,
  openDeal,
  payment,
  rich,
  shopAddress,
  walletA,
} from '../../samples.ts'
import { type Page, paying, Simulation, settled } from '../../simulation.ts'
import { everyState, type StateName } from '../../states.ts'

const another: ConnectedAccount = { ...account, address: shopAddress }
const elsewhere: ConnectedAccount = { ...account, chainId: 1 }
const euro = {
  chainId: 31_337,
  tokenAddress: shopAddress,
  tokenDecimals: 8,
  tokenSymbol: 'EURD',
  tokenAmount: '18.5',
}
const farEuro = { ...euro, chainId: 10 }
const deals = (...accepts: (typeof euro)[]) =>
  listPaymentOptions(deal(), accepts) as [PaymentOption, PaymentOption]

/** What follows an event, as its screen and the names of its effects. */
function after(state: State, event: CheckoutEvent): [State, Effect['do'][]] {
  const [next, effects] = transition(state, event, 9)
  return [next, effects.map((one) => one.do)]
}
const shows = (account: ConnectedAccount | undefined): CheckoutEvent => ({
  type: 'accountChanged',
  account,
})

/** A page on which the payer has said Pay, of a charge that several tokens pay. */
function choosing(simulation: Simulation, ...held: string[]): Promise<Page> {
  simulation.accepts ??= [euro]
  return paying(simulation, ...held)
}

const offered = ({ state }: Page) =>
  state.step === 'choosingToken' ? (state.balances ?? []).map((one) => one.option) : []
const shown = ({ state }: Page) =>
  ('option' in state && state.option?.quote.token.symbol) || undefined

test('where one token is taken nobody is asked; where several are, the payer chooses', async () => {
  const one = await paying(new Simulation(), 'transfer')
  assert.equal(one.step, 'sending')
  const simulation = new Simulation()
  const page = await choosing(simulation, 'balances')
  assert.equal(page.state.step === 'choosingToken' && page.state.balances, undefined)
  await simulation.held('balances').settle('answer')
  assert.deepEqual(
    offered(page).map(({ quote }) => quote.token.symbol),
    ['DUSD', 'EURD'],
  )
  assert.equal(simulation.count.funds, undefined)
})

test('what was chosen is checked, written down, paid, told to the shop and shown', async () => {
  const simulation = new Simulation()
  const page = await choosing(simulation, 'record')
  await page.send({ type: 'chooseToken', index: 1 })
  assert.equal(page.step, 'reporting')
  const { quote } = simulation.chain[0]?.intent ?? {}
  assert.equal(quote?.amount, 1_850_000_000n)
  assert.equal(simulation.journal.get(chargeId)?.intent?.quote.token.symbol, 'EURD')
  assert.deepEqual(simulation.reports, [
    { hash: simulation.chain[0]?.hash, chainId: 31_337, token: shopAddress },
  ])
  await simulation.held('record').settle('answer')
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
  assert.equal(shown(page), 'EURD')
})

test('a token on another chain has the wallet change to that one', async () => {
  const simulation = new Simulation()
  simulation.accepts = [farEuro]
  const page = await choosing(simulation, 'switchChain')
  await page.send({ type: 'chooseToken', index: 1 })
  assert.equal(page.step, 'wrongNetwork')
  await simulation.held('switchChain').settle('answer')
  assert.equal(simulation.accountChain, 10)
  assert.equal(simulation.chain[0]?.intent.quote.chainId, 10)
})

test('a place that is not in the list, or a list that is not there, chooses nothing', () => {
  for (const name of ['choosingToken', 'choosingToken on their way'] as const) {
    for (const index of [-1, 2, Number.NaN]) {
      const state = everyState[name]
      assert.deepEqual(after(state, { type: 'chooseToken', index }), [state, []])
    }
  }
})

test('balances that cannot be read are no reason to offer nothing', async () => {
  const simulation = new Simulation()
  simulation.verdict = (port) => (port === 'balances' ? fault : 'answer')
  const page = await choosing(simulation)
  assert.ok(page.state.step === 'choosingToken')
  assert.equal(page.state.notice, fault)
  assert.equal(page.state.balances?.length, 2)
  await page.send({ type: 'chooseToken', index: 1 })
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
})

test('who has got what was missing has the balances read anew', async () => {
  const simulation = new Simulation()
  const page = await choosing(simulation)
  await page.send({ type: 'retry' })
  assert.equal(page.step, 'choosingToken')
  assert.equal(simulation.count.balances, 2)
})

test('balances of an account that is not shown any more are not taken for those of the next', async () => {
  const simulation = new Simulation()
  const page = await choosing(simulation, 'balances')
  page.account?.(another)
  await simulation.held('balances').settle('answer')
  assert.equal(page.state.step === 'choosingToken' && page.state.balances, undefined)
  await simulation.held('balances').settle('answer')
  assert.ok(page.state.step === 'choosingToken' && page.state.balances)
  assert.equal(page.state.account.address, shopAddress)
})

test('pairs that the page gives wrongly are said where the payer would choose', async () => {
  const simulation = new Simulation()
  simulation.accepts = [{ ...euro, chainId: 'x' } as never]
  const page = await choosing(simulation)
  const { state } = page
  assert.equal(state.step === 'choosingWallet' && state.notice?.code, 'invalid_attribute')
  assert.match(
    (state.step === 'choosingWallet' && state.notice?.message) || '',
    /accepts\[0\]: chainId/,
  )
})

test('of a price that was paid in part in one token the rest can be paid in another', async () => {
  const half = payment('COMPLETED', { paidAmountInRequestedToken: '9.995' })
  const simulation = new Simulation(charge({ payments: [half] }))
  const page = await choosing(simulation, 'transfer')
  await page.send({ type: 'chooseToken', index: 1 })
  const intent = simulation.journal.get(chargeId)?.intent
  assert.equal(intent?.quote.amount, 925_000_000n)
})

test('an amount of the payer is named in the charge’s own token, also after another was chosen', async () => {
  const simulation = new Simulation(charge({ pricing_type: 'no_price' }))
  simulation.deal = () => openDeal(...(simulation.charge.payments ?? []))
  simulation.accepts = [{ ...euro, tokenSymbol: 'DUSD' }]
  const page = simulation.page()
  await settled()
  await page.send({ type: 'enterAmount', amount: 5_000_000n })
  await page.send({ type: 'pay' })
  simulation.verdict = (port) => (port === 'funds' ? fault : 'answer')
  await page.send({ type: 'chooseToken', index: 1 })
  assert.equal(page.state.step === 'ready' && page.state.option.quote.amount, 5n * 10n ** 8n)
  simulation.verdict = () => 'answer'
  await page.send({ type: 'back' })
  assert.equal(shown(page), 'DUSD')
  await page.send({ type: 'enterAmount', amount: 7_000_000n })
  await page.send({ type: 'pay' })
  const asked = offered(page).map(({ quote }) => quote.amount)
  assert.deepEqual(asked, [7_000_000n, 7n * 10n ** 8n])
})

test('who cannot switch the network may take another wallet, or none', () => {
  const stuck = everyState['wrongNetwork refused']
  const [wallet, finds] = after(stuck, { type: 'changeWallet' })
  assert.deepEqual([wallet.step, finds], ['choosingWallet', ['discoverWallets']])
  assert.equal(after(stuck, { type: 'payExternally' })[0].step, 'externalPayment')
  // The wallet may still answer the question for the network. It changes nothing any more.
  for (const late of ['chainSwitched', 'switchDelayed'] as const)
    assert.equal(after(wallet, { type: late, attempt: 1 })[0], wallet)
})

test('who is short may take another token, another wallet, or look again', async () => {
  const [, second] = deals(euro)
  const short: State = {
    step: 'insufficientFunds',
    option: second,
    account,
    attempt: 1,
    missing: 'token',
    funds: { ...rich, tokenBalance: 0n },
  }
  const [again, looks] = after(short, { type: 'retry' })
  assert.deepEqual([again.step, looks], ['checking', ['checkFunds']])
  const [token, asks] = after(short, { type: 'chooseWallet', walletId: walletA.id })
  assert.deepEqual([token.step, asks], ['connecting', ['connect']])
  const [wallet, finds] = after(short, { type: 'changeWallet' })
  assert.deepEqual([wallet.step, finds], ['choosingWallet', ['discoverWallets']])
  // One wallet alone would be taken without a question, and would be short again.
  assert.equal(
    after(wallet, { type: 'walletsUpdated', wallets: [walletA] })[0].step,
    'choosingWallet',
  )
})

const open: StateName[] = [
  'choosingToken',
  'choosingToken on their way',
  'wrongNetwork asking',
  'wrongNetwork refused',
  'checking',
  'insufficientFunds',
  'storageBlocked',
]

for (const name of open) {
  test(`${name}: a wallet that is locked or disconnected is chosen anew, and the payer told`, () => {
    const [state, effects] = after(everyState[name], shows(undefined))
    assert.equal(state.step === 'choosingWallet' && state.notice?.code, 'wallet_locked')
    assert.deepEqual(effects, ['discoverWallets'])
    // The same wallet alone is not asked by itself: it would open over and over.
    assert.equal(
      after(state, { type: 'walletsUpdated', wallets: [walletA] })[0].step,
      'choosingWallet',
    )
  })

  test(`${name}: the same account told once more, in whatever letters, changes nothing`, () => {
    const same = { ...account, address: account.address.toLowerCase() }
    assert.equal(after(everyState[name], shows(same))[0], everyState[name])
  })
}

test('another account is read for itself, wherever the payer is', () => {
  const cases: [StateName, State['step'], Effect['do']][] = [
    ['choosingToken', 'choosingToken', 'readBalances'],
    ['wrongNetwork refused', 'checking', 'checkFunds'],
    ['checking', 'checking', 'checkFunds'],
    ['insufficientFunds', 'checking', 'checkFunds'],
    ['storageBlocked', 'checking', 'checkFunds'],
  ]
  for (const [name, step, effect] of cases) {
    const [state, effects] = after(everyState[name], shows(another))
    assert.deepEqual([state.step, effects], [step, [effect]], name)
    assert.equal('account' in state && state.account.address, shopAddress, name)
  }
})

test('a chain that the payer has changed to is not changed back behind his back', () => {
  for (const name of ['checking', 'insufficientFunds', 'storageBlocked'] as const) {
    const [state, effects] = after(everyState[name], shows(elsewhere))
    assert.ok(state.step === 'wrongNetwork')
    assert.equal(state.isAwaitingWallet, false)
    assert.deepEqual(effects, [])
  }
})

test('the change of chain that was asked for may be heard of before its answer', () => {
  for (const name of ['wrongNetwork asking', 'wrongNetwork refused'] as const) {
    const on = { ...everyState[name], account: elsewhere }
    const [state, effects] = after(on, shows(account))
    assert.deepEqual([state.step, effects], ['checking', ['checkFunds']])
    // The answer comes for what is there no more.
    assert.equal(after(state, { type: 'chainSwitched', attempt: 1 })[0], state)
    const third = { ...account, chainId: 7 }
    const [still, none] = after(on, shows(third))
    assert.deepEqual([still, none], [{ ...on, account: third }, []])
  }
})

test('among tokens a change of chain keeps what is offered', () => {
  const [state, effects] = after(everyState.choosingToken, shows(elsewhere))
  assert.deepEqual([state, effects], [{ ...everyState.choosingToken, account: elsewhere }, []])
})

test('once the wallet was asked, what it shows since is none of the payment’s', () => {
  const rest = (Object.keys(everyState) as StateName[]).filter((name) => !open.includes(name))
  for (const name of rest) {
    for (const now of [undefined, another, elsewhere])
      assert.deepEqual(after(everyState[name], shows(now)), [everyState[name], []], name)
  }
})

test('a page hears of its wallet from the first connection on, once', async () => {
  const simulation = new Simulation()
  const page = await choosing(simulation)
  page.account?.(undefined)
  await settled()
  assert.equal(page.step, 'choosingWallet')
  await page.send({ type: 'chooseWallet', walletId: walletA.id })
  assert.equal(page.step, 'choosingToken')
  page.account?.(another)
  assert.equal(page.state.step === 'choosingToken' && page.state.account.address, shopAddress)
})

test('an answer of the chain for the account of before starts no transfer', async () => {
  const simulation = new Simulation()
  const page = await paying(simulation, 'funds', 'transfer')
  page.account?.(another)
  await simulation.held('funds').settle('answer')
  assert.equal(page.step, 'checking')
  await simulation.held('funds').settle('answer')
  assert.equal(page.state.step === 'sending' && page.state.intent.from, shopAddress)
})

test('a payment in another token is taken up in that token, for as many blocks as its chain takes', async () => {
  const simulation = new Simulation()
  simulation.accepts = [farEuro]
  const first = await choosing(simulation, 'record')
  await first.send({ type: 'chooseToken', index: 1 })
  assert.equal(first.step, 'reporting')
  first.die()
  simulation.blocks = (chainId) => (chainId === 10 ? 7 : 2)
  simulation.holds = (port) => port === 'transactionStatus'
  const page = simulation.page()
  await settled()
  assert.ok(page.state.step === 'confirming')
  assert.equal(shown(page), 'EURD')
  assert.equal(page.state.option.quote.amount, 1_850_000_000n)
  assert.equal(page.state.option.base?.quote.token.symbol, 'DUSD')
  assert.equal(page.state.requiredConfirmations, 7)
  assert.deepEqual(
    simulation.reports.map(({ chainId, token }) => [chainId, token]),
    [
      [10, shopAddress],
      [10, shopAddress],
    ],
  )
})

test('a payment in a token that is not offered any more is looked for, and never asked for', async () => {
  for (const accepts of [undefined, [{ ...euro, tokenDecimals: 99 }]]) {
    const simulation = new Simulation()
    const first = await choosing(simulation, 'transfer')
    await first.send({ type: 'chooseToken', index: 1 })
    first.die()
    simulation.accepts = accepts
    const page = simulation.page()
    await settled()
    assert.equal(page.step, 'earlierPayment')
    assert.equal(shown(page), 'DUSD')
    await simulation.held('transfer').settle('answer')
    simulation.holds = () => false
    await simulation.advance(10_000)
    // Found by the page that could not have asked for it, and told: nobody is asked to pay once more.
    assert.equal(page.state.step === 'earlierPayment' && page.state.hash, simulation.chain[0]?.hash)
    assert.equal(simulation.reports.length, 1)
    assert.equal(simulation.chain.length, 1)
  }
})

test('a transfer in a token that was left for another is told with its own', async () => {
  const simulation = new Simulation()
  const page = await choosing(simulation, 'transfer')
  await page.send({ type: 'chooseToken', index: 1 })
  await page.send({ type: 'reportNoResponse' })
  await page.send({ type: 'consent' })
  await page.send({ type: 'pay' })
  await page.send({ type: 'chooseToken', index: 0 })
  await simulation.held('transfer').settle('answer')
  assert.equal(page.step, 'sending')
  await simulation.held('transfer').settle('answer')
  await simulation.advance(10_000)
  assert.deepEqual(
    simulation.reports.slice(0, 2).map(({ token }) => token),
    [shopAddress, deal().quote.token.address],
  )
})

test('who opens the page in a wallet’s own browser waits here for the payment', () => {
  for (const name of ['choosingWallet', 'connecting'] as const) {
    const [state, effects] = transition(everyState[name], { type: 'openInWallet' }, 5)
    assert.equal(state, everyState[name])
    assert.deepEqual(effects, [{ do: 'writeAwaited', chargeId }])
  }
})
