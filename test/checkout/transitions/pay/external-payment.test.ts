import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JournalEntry } from '../../../../src/checkout/ports/journal.ts'
import type { CheckoutEvent, Effect, State } from '../../../../src/checkout/state.ts'
import { transition } from '../../../../src/checkout/transitions/transition.ts'
import { PayError } from '../../../../src/errors.ts'
import {
  charge,
  chargeId,
  deal,
  fault,
  hashA,
  hashB,
  openDeal,
  payment,
  shopAddress,
  tokenAddress,
} from '../../samples.ts'
import { type Page, paying, Simulation, settled } from '../../simulation.ts'
import { everyState } from '../../states.ts'

const refused = new PayError('conflict', 'This transaction already belongs to another payment.')
const euro = {
  chainId: 10,
  tokenAddress: shopAddress,
  tokenDecimals: 8,
  tokenSymbol: 'EURD',
  tokenAmount: '18.5',
}
const own = { chainId: 31_337, token: tokenAddress }

/** A page on which the payer is told what to send from elsewhere. */
async function outside(simulation: Simulation, ...held: string[]): Promise<Page> {
  simulation.holds = (port) => held.includes(port)
  const page = simulation.page()
  await settled()
  await page.send({ type: 'payExternally' })
  assert.equal(page.step, 'externalPayment')
  return page
}

const noticeOf = ({ state }: Page) => ('notice' in state ? state.notice : undefined)
const lateOf = (simulation: Simulation) => simulation.journal.get(chargeId)?.unreportedHashes ?? []

/** A service that does not take these hashes. */
function refusing(simulation: Simulation, ...hashes: string[]) {
  simulation.verdict = (port) => {
    const last = simulation.reports.at(-1)?.hash ?? ''
    return port === 'record' && hashes.includes(last) ? refused : 'answer'
  }
}

test('a transaction that the payer names is told to the shop, and followed to the receipt', async () => {
  const simulation = new Simulation()
  const page = await outside(simulation, 'record')
  await page.send({ type: 'submitHash', text: hashA })
  assert.equal(page.step, 'reporting')
  assert.deepEqual(simulation.reports, [{ hash: hashA, ...own }])
  await simulation.held('record').settle('answer')
  assert.equal(page.step, 'confirming')
  simulation.credit(hashA, 'COMPLETED')
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
  assert.equal(simulation.count.transfer, undefined)
  assert.deepEqual(simulation.left, ['success'])
})

test('what is no transaction, or does not fit, is said on the screen, and may be corrected', async () => {
  const simulation = new Simulation()
  const page = await outside(simulation)
  await page.send({ type: 'submitHash', text: 'my payment' })
  assert.equal(noticeOf(page)?.code, 'payment_failed')
  await page.send({ type: 'submitHash', text: hashA })
  assert.equal(page.step, 'confirming')
})

test('while one transaction is read another is not, and the old reason is not shown', async () => {
  const simulation = new Simulation()
  const page = await outside(simulation)
  await page.send({ type: 'submitHash', text: 'x' })
  simulation.holds = (port) => port === 'inspect'
  await page.send({ type: 'submitHash', text: hashA })
  await page.send({ type: 'submitHash', text: hashB })
  assert.equal(noticeOf(page), undefined)
  assert.equal(simulation.count.inspect, 2)
  await simulation.held('inspect').settle('answer')
  assert.deepEqual(
    simulation.reports.map(({ hash }) => hash),
    [hashA],
  )
})

test('what was asked of a screen that was left says nothing', async () => {
  const simulation = new Simulation()
  const page = await outside(simulation, 'inspect')
  await page.send({ type: 'submitHash', text: hashA })
  await page.send({ type: 'back' })
  await page.send({ type: 'payExternally' })
  await simulation.held('inspect').settle('answer')
  assert.equal(page.step, 'externalPayment')
  assert.deepEqual(simulation.reports, [])
})

test('a hash that the shop refuses comes back with the reason, and the page goes on watching', async () => {
  const simulation = new Simulation()
  refusing(simulation, hashA)
  const page = await outside(simulation)
  await page.send({ type: 'submitHash', text: hashA })
  assert.equal(noticeOf(page), refused)
  // It was answered: the next page need not tell it again.
  assert.deepEqual(lateOf(simulation), [])
  const looks = simulation.count.arrivals ?? 0
  await simulation.advance(9000)
  assert.ok((simulation.count.arrivals ?? 0) > looks)
  await page.send({ type: 'submitHash', text: hashB })
  assert.equal(page.step, 'confirming')
})

test('what was paid in another token is told with its own, and refused where it was named', async () => {
  const simulation = new Simulation()
  simulation.accepts = [euro]
  simulation.paysDeal = 1
  refusing(simulation, hashA)
  const page = await outside(simulation)
  await simulation.advance(5000)
  await page.send({ type: 'submitHash', text: hashA })
  assert.deepEqual(simulation.reports, [{ hash: hashA, chainId: 10, token: shopAddress }])
  assert.ok(page.state.step === 'externalPayment')
  assert.equal(page.state.notice, refused)
  // The code on the screen is the one of before, and so is the chain whose blocks were counted.
  assert.equal(page.state.option.quote.token.symbol, 'DUSD')
  assert.equal(page.state.watchedToBlock, 100n)
})

test('a transfer of just what is asked, seen on the chain, completes the page by itself', async () => {
  const simulation = new Simulation()
  const page = await outside(simulation)
  await simulation.advance(5000)
  assert.equal(page.step, 'externalPayment')
  simulation.arrived = [hashA]
  await simulation.advance(5000)
  assert.deepEqual(simulation.reports, [{ hash: hashA, ...own }])
  simulation.credit(hashA, 'COMPLETED')
  await simulation.advance(5000)
  assert.equal(page.step, 'paid')
})

test('another payer’s transfer is passed over without a word, and ours behind it is found', async () => {
  const simulation = new Simulation()
  refusing(simulation, hashA)
  const page = await outside(simulation)
  simulation.arrived = [hashA, hashB]
  await simulation.advance(5000)
  assert.deepEqual(
    simulation.reports.map(({ hash }) => hash),
    [hashA, hashB],
  )
  assert.deepEqual(
    page.states.filter((state) => 'notice' in state),
    [],
  )
  assert.equal(page.step, 'confirming')
})

test('the shop is told of a foreign transfer once, however long the page stays', async () => {
  const simulation = new Simulation()
  refusing(simulation, hashA)
  const page = await outside(simulation)
  simulation.arrived = [hashA.toUpperCase().replace('0X', '0x')]
  refusing(simulation, ...simulation.arrived)
  await simulation.advance(60_000)
  assert.equal(simulation.reports.length, 1)
  assert.equal(page.step, 'externalPayment')
})

test('the service may see it first: then the page goes on from there', async () => {
  for (const status of ['PENDING', 'COMPLETED']) {
    const simulation = new Simulation()
    const page = await outside(simulation)
    simulation.charge = charge({ payments: [payment(status)] })
    await simulation.advance(5000)
    assert.equal(page.step, status === 'PENDING' ? 'confirming' : 'paid')
    assert.deepEqual(simulation.reports, [])
  }
})

test('a chain that cannot be read leaves it to the service', async () => {
  const simulation = new Simulation()
  const away = new PayError('chain_unreachable', 'No wallet is connected.', { retryable: true })
  simulation.verdict = (port) => (port === 'arrivals' ? away : 'answer')
  const page = await outside(simulation)
  await simulation.advance(30_000)
  assert.equal(page.step, 'externalPayment')
  assert.equal(noticeOf(page), undefined)
  simulation.charge = charge({ payments: [payment('COMPLETED')] })
  await simulation.advance(5000)
  assert.equal(page.step, 'paid')
})

test('a service that is away for a moment leaves it to the chain', async () => {
  const simulation = new Simulation()
  simulation.verdict = (port) => (port === 'refresh' ? fault : 'answer')
  const page = await outside(simulation)
  simulation.arrived = [hashA]
  await simulation.advance(5000)
  assert.equal(page.step, 'confirming')
})

test('a page that nobody sees claims nothing, and looks again once it is seen', async () => {
  const simulation = new Simulation()
  const page = await outside(simulation)
  simulation.seen = false
  await simulation.advance(1)
  const before = JSON.stringify(simulation.count)
  simulation.arrived = [hashA]
  await simulation.advance(60_000)
  assert.equal(JSON.stringify(simulation.count), before)
  simulation.seen = true
  await simulation.advance(5000)
  assert.equal(page.step, 'confirming')
})

test('each look begins where the last one ended, also after a claim and a refusal', async () => {
  const simulation = new Simulation()
  const page = await outside(simulation)
  for (const head of [101n, 102n]) {
    simulation.head = head
    await simulation.advance(4001)
  }
  assert.deepEqual(simulation.watched, [undefined, 100n, 101n])
  refusing(simulation, hashA)
  await page.send({ type: 'submitHash', text: 'x' })
  assert.equal(simulation.watched.at(-1), 102n)
  await page.send({ type: 'submitHash', text: hashA })
  assert.equal(page.step, 'externalPayment')
  assert.equal(simulation.watched.at(-1), 102n)
})

test('the watch ends with the screen', async () => {
  const simulation = new Simulation()
  const page = await outside(simulation)
  await page.send({ type: 'back' })
  simulation.arrived = [hashA]
  await simulation.advance(60_000)
  assert.equal(simulation.count.arrivals, 1)
  assert.equal(page.step, 'ready')
  page.runner.dispose()
  assert.equal(simulation.nextTimer, undefined)
})

test('a known hash is kept until the service has answered, whatever becomes of the page', async () => {
  const simulation = new Simulation()
  const page = await outside(simulation, 'record')
  await page.send({ type: 'submitHash', text: hashA })
  const told = { hash: hashA, ...own, wasSubmitted: true }
  assert.deepEqual(lateOf(simulation), [told])
  await simulation.held('record').settle(fault)
  assert.equal(page.step, 'reporting')
  assert.deepEqual(lateOf(simulation), [told])
  await simulation.advance(5000)
  await simulation.held('record').settle('answer')
  // Followed by the next page, too, until the service has decided.
  assert.deepEqual(lateOf(simulation), [{ ...told, isRecorded: true }])
  simulation.holds = () => false
  simulation.credit(hashA, 'COMPLETED')
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
  assert.deepEqual(lateOf(simulation), [])
})

test('a page that was reloaded meanwhile tells it, and asks nobody to pay again before', async () => {
  for (const [paysDeal, told] of [
    [0, { hash: hashA, ...own }],
    [1, { hash: hashA, chainId: 10, token: shopAddress }],
  ] as const) {
    const simulation = new Simulation()
    simulation.accepts = [euro]
    simulation.paysDeal = paysDeal
    const first = await outside(simulation, 'record')
    await first.send({ type: 'submitHash', text: hashA })
    first.die()
    const page = simulation.page()
    await settled()
    assert.equal(page.step, 'reporting')
    for (const report of simulation.reports) assert.deepEqual(report, told)
    await page.send({ type: 'pay' })
    assert.equal(page.step, 'reporting')
    simulation.holds = () => false
    for (const call of [...simulation.calls]) await call.settle('answer')
    simulation.credit(hashA, 'COMPLETED')
    await simulation.advance(10_000)
    assert.equal(page.step, 'paid')
    assert.deepEqual(lateOf(simulation), [])
  }
})

/** A page that looks for a transaction that nobody has seen. */
async function looking(simulation: Simulation): Promise<Page> {
  simulation.unseen = true
  const page = await outside(simulation)
  await page.send({ type: 'submitHash', text: hashA })
  assert.equal(soughtOf(page), hashA)
  return page
}

const soughtOf = ({ state }: Page) =>
  state.step === 'externalPayment' ? state.sought?.map(({ hash }) => hash).join() : undefined

test('a hash that nobody has seen is looked for beside the code, and never called sent or dropped', async () => {
  const simulation = new Simulation()
  const page = await looking(simulation)
  await simulation.advance(300_000)
  assert.equal(soughtOf(page), hashA)
  assert.ok(page.state.step === 'externalPayment' && page.state.reservation)
  assert.deepEqual(
    page.states.filter(({ step }) => ['reporting', 'confirming', 'dropped'].includes(step)),
    [],
  )
  assert.deepEqual(simulation.reports, [{ hash: hashA, ...own }])
  // Money may have moved.
  await page.send({ type: 'cancel' })
  assert.equal(page.step, 'externalPayment')
})

for (const who of ['a node', 'the service'] as const)
  test(`what ${who} has seen is followed to the receipt`, async () => {
    const simulation = new Simulation()
    const page = await looking(simulation)
    if (who === 'a node') simulation.unseen = false
    else simulation.unread = true
    if (who === 'the service') simulation.statuses.set(hashA, { status: 'PENDING' })
    await simulation.advance(5000)
    assert.equal(page.step, 'confirming')
    simulation.charge = charge({ payments: [payment('COMPLETED')] })
    await simulation.advance(5000)
    assert.equal(page.step, 'paid')
    assert.deepEqual(simulation.left, ['success'])
  })

test('what the service has seen is not called sent while the chain, which the page reads, does not show that it pays', async () => {
  const simulation = new Simulation()
  const page = await looking(simulation)
  simulation.statuses.set(hashA, { status: 'PENDING' })
  await simulation.advance(60_000)
  assert.equal(soughtOf(page), hashA)
  const other = new PayError('payment_failed', 'This transaction pays somebody else.')
  simulation.verdict = (port) => (port === 'inspect' ? other : 'answer')
  await simulation.advance(5000)
  assert.equal(noticeOf(page), other)
  assert.equal(soughtOf(page), undefined)
})

test('what the service has seen is not called sent while the page still reads the chain', async () => {
  const simulation = new Simulation()
  const page = await looking(simulation)
  simulation.statuses.set(hashA, { status: 'PENDING' })
  simulation.holds = (port) => port === 'inspect'
  await simulation.advance(12_000)
  assert.equal(soughtOf(page), hashA)
  // A node that never answers cannot be read.
  await simulation.advance(20_000)
  assert.equal(page.step, 'confirming')
})

test('a hash that turns out to pay nothing, or that the shop refuses, is looked for no longer', async () => {
  for (const port of ['inspect', 'record'] as const) {
    const simulation = new Simulation()
    if (port === 'record') refusing(simulation, hashA)
    const page = port === 'record' ? await outside(simulation) : await looking(simulation)
    const other = new PayError('payment_failed', 'This transaction pays somebody else.')
    simulation.unseen = true
    if (port === 'inspect') simulation.verdict = (one) => (one === port ? other : 'answer')
    else await page.send({ type: 'submitHash', text: hashA })
    await simulation.advance(5000)
    assert.equal(noticeOf(page), port === 'inspect' ? other : refused)
    assert.equal(soughtOf(page), undefined)
    assert.deepEqual(lateOf(simulation), [])
  }
})

test('a page that is loaded again goes on looking, and shows the code', async () => {
  const simulation = new Simulation()
  const first = await looking(simulation)
  first.die()
  const page = simulation.page()
  await simulation.advance(5000)
  assert.equal(soughtOf(page), hashA)
  assert.ok(page.state.step === 'externalPayment' && page.state.reservation)
  simulation.charge = charge({ payments: [payment('COMPLETED')] })
  await simulation.advance(5000)
  assert.equal(page.step, 'paid')
  assert.deepEqual(simulation.left, ['success'])
})

test('a charge without a price is looked for before its amount is entered again', async () => {
  const simulation = new Simulation(charge({ pricing_type: 'no_price' }))
  simulation.deal = () => openDeal(...(simulation.charge.payments ?? []))
  simulation.unseen = true
  const first = simulation.page()
  await settled()
  await first.send({ type: 'enterAmount', amount: 5n })
  await first.send({ type: 'payExternally' })
  await first.send({ type: 'submitHash', text: hashA })
  assert.equal(soughtOf(first), hashA)
  first.die()
  const page = simulation.page()
  await simulation.advance(10_000)
  assert.equal(soughtOf(page), hashA)
  assert.equal(simulation.count.reserve, 1, 'nothing is reserved without an amount')
  // Whoever has not paid yet says how much.
  await page.send({ type: 'back' })
  assert.equal(page.step, 'enteringAmount')
  page.die()
  const last = simulation.page()
  await settled()
  simulation.unseen = false
  await simulation.advance(5000)
  assert.equal(last.step, 'confirming')
  assert.deepEqual(
    last.states.slice(1).map(({ step }) => step),
    ['externalPayment', 'reporting', 'confirming'],
  )
})

test('several hashes that the payer submitted are all looked for, and none is called sent', async () => {
  const simulation = new Simulation()
  simulation.unseen = true
  const both = [hashA, hashB].map((hash) => ({ hash, ...own, wasSubmitted: true }))
  simulation.journal.set(chargeId, { unreportedHashes: both })
  const page = simulation.page()
  await simulation.advance(10_000)
  assert.equal(soughtOf(page), `${hashA},${hashB}`)
  assert.ok(page.states.every(({ step }) => step !== 'reporting' && step !== 'confirming'))
  assert.deepEqual(new Set(simulation.reports.map(({ hash }) => hash)), new Set([hashA, hashB]))
  // A service sees what the page cannot read.
  simulation.unread = true
  simulation.statuses.set(hashB, { status: 'PENDING' })
  await simulation.advance(5000)
  assert.equal(page.state.step === 'confirming' && page.state.hash, hashB)
  assert.equal(lateOf(simulation).length, 2)
})

test('of several hashes only the one that pays nothing is looked for no longer', async () => {
  const simulation = new Simulation()
  simulation.unseen = true
  const both = [hashA, hashB].map((hash) => ({ hash, ...own, wasSubmitted: true }))
  simulation.journal.set(chargeId, { unreportedHashes: both })
  refusing(simulation, hashA)
  const page = simulation.page()
  await simulation.advance(10_000)
  assert.equal(soughtOf(page), hashB)
  assert.equal(noticeOf(page), refused)
  assert.deepEqual(
    lateOf(simulation).map(({ hash }) => hash),
    [hashB],
  )
})

test('a mistyped hash does not end the search for the one before', async () => {
  const simulation = new Simulation()
  const page = await looking(simulation)
  await page.send({ type: 'submitHash', text: 'my payment' })
  assert.equal(noticeOf(page)?.code, 'payment_failed')
  assert.equal(soughtOf(page), hashA)
  await simulation.advance(10_000)
  assert.equal(soughtOf(page), hashA)
})

test('what the shop refuses after a reload is said, and the payer can pay', async () => {
  const simulation = new Simulation()
  const first = await outside(simulation, 'record')
  await first.send({ type: 'submitHash', text: hashA })
  first.die()
  simulation.holds = () => false
  refusing(simulation, hashA)
  const page = simulation.page()
  await settled()
  assert.equal(noticeOf(page), refused)
  await page.send({ type: 'back' })
  await page.send({ type: 'pay' })
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
})

test('a browser that stores nothing tells the hash all the same, and says so', async () => {
  const simulation = new Simulation()
  simulation.storageFails = true
  const page = await outside(simulation, 'record')
  await page.send({ type: 'submitHash', text: hashA })
  assert.equal(page.state.step === 'reporting' && page.state.lastError?.code, 'storage_unavailable')
  await simulation.held('record').settle('answer')
  assert.equal(page.step, 'confirming')
})

test('several hashes are each told with their own chain and token, and the first is shown', () => {
  const unreportedHashes: JournalEntry['unreportedHashes'] = [
    { hash: hashA, chainId: 10, token: shopAddress },
    { hash: hashB, ...own },
  ]
  const event: CheckoutEvent = {
    type: 'loaded',
    option: deal(),
    entry: { unreportedHashes },
    hasLock: false,
    requiredConfirmations: 2,
  }
  const [state, effects] = transition({ step: 'loading' }, event, 5)
  assert.equal(state.step === 'reporting' && state.hash, hashA)
  assert.deepEqual(reports(effects), unreportedHashes)
  // Beside what is under way, or done, they are told without being shown.
  const paid: CheckoutEvent = { ...event, option: deal(payment('COMPLETED')) }
  const [shown, beside] = transition({ step: 'loading' }, paid, 5)
  assert.equal(shown.step, 'paid')
  assert.deepEqual(reports(beside), unreportedHashes)
})

const reports = (effects: Effect[]) =>
  effects.flatMap((one) => {
    if (one.do !== 'reportTransaction') return []
    const { chainId, token } = one.option.quote
    return [{ hash: one.hash, chainId, token: token.address }]
  })

test('only where no transfer is asked of a wallet can the payer go outside, and no code is asked twice', () => {
  const opens = Object.entries<State>(everyState).filter(
    ([, state]) => transition(state, { type: 'payExternally' }, 5)[0] !== state,
  )
  assert.deepEqual(
    [...new Set(opens.map(([, { step }]) => step))],
    ['ready', 'choosingWallet', 'connecting', 'choosingToken', 'wrongNetwork', 'insufficientFunds'],
  )
  for (const [name, state] of opens) {
    const [, effects] = transition(state, { type: 'payExternally' }, 5)
    assert.deepEqual(
      effects.map((one) => one.do),
      ['stopDiscovering', 'writeAwaited', 'reserveAmount'],
      name,
    )
  }
})

test('another tab that pays takes the screen', async () => {
  const simulation = new Simulation()
  const page = await outside(simulation)
  await paying(simulation, 'transfer')
  await settled()
  assert.equal(page.step, 'otherTab')
})
