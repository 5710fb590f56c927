import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chargeId, hashA, intent } from '../samples.ts'
import { type Page, paying, Simulation, settled } from '../simulation.ts'

// Several tabs of one browser on one charge: one pays, the others watch and take over what it leaves.

/** Two tabs, of which the first has asked its wallet. */
async function two(simulation: Simulation): Promise<[paying: Page, watching: Page]> {
  const watching = simulation.page()
  await settled()
  const first = await paying(simulation, 'transfer')
  assert.equal(first.step, 'sending')
  return [first, watching]
}

test('a second tab watches what the first has begun, and cannot send', async () => {
  const simulation = new Simulation()
  const [, second] = await two(simulation)
  assert.deepEqual(second.state.step === 'otherTab' && second.state.tabStatus, { step: 'sending' })
  for (const type of ['pay', 'retry', 'consent', 'reportNoResponse', 'back'] as const) {
    await second.send({ type })
    assert.equal(second.step, 'otherTab', type)
  }
  assert.equal(simulation.count.transfer, 1)
})

test('two tabs that say Pay at once: one asks its wallet', async () => {
  const simulation = new Simulation()
  simulation.holds = (port) => port === 'open' || port === 'transfer'
  const tabs = [simulation.page(), simulation.page()]
  await settled()
  for (const tab of tabs) await tab.send({ type: 'pay' })
  assert.deepEqual(
    tabs.map(({ step }) => step),
    ['sending', 'sending'],
  )
  await simulation.held('open').settle('answer')
  await simulation.held('open').settle('answer')
  assert.equal(simulation.count.transfer, 1)
  assert.deepEqual(tabs.map(({ step }) => step).sort(), ['otherTab', 'sending'])
})

test('a tab that is opened meanwhile sees at once how it stands', async () => {
  const simulation = new Simulation()
  await two(simulation)
  const third = simulation.page()
  await settled()
  assert.deepEqual(third.state.step === 'otherTab' && third.state.tabStatus, { step: 'sending' })
})

test('the watching tab sees hash and confirmations live, then the receipt; success is told once', async () => {
  const simulation = new Simulation()
  const [first, second] = await two(simulation)
  await simulation.held('transfer').settle('answer')
  await simulation.advance(10_000)
  assert.equal(first.step, 'paid')
  const mirrors = second.states.flatMap((state) =>
    state.step === 'otherTab' && state.tabStatus ? [state.tabStatus] : [],
  )
  const { hash } = simulation.chain[0]!
  assert.ok(mirrors.some((one) => one.step === 'reporting' && one.hash === hash))
  assert.ok(mirrors.some((one) => one.step === 'confirming' && one.confirmations === 1))
  assert.ok(second.state.step === 'paid')
  assert.equal(second.state.wasPaidBefore, true)
  assert.equal(second.state.hash, hash)
  assert.deepEqual(simulation.left, ['success'])
})

test('after a refusal the other tab may pay', async () => {
  const simulation = new Simulation()
  const [first, second] = await two(simulation)
  await simulation.held('transfer').settle('refuse')
  assert.equal(first.step, 'ready')
  assert.equal(second.step, 'ready')
  await second.send({ type: 'pay' })
  assert.equal(simulation.count.transfer, 2)
  assert.equal(first.step, 'otherTab')
  await simulation.held('transfer').settle('answer')
  await simulation.advance(10_000)
  assert.equal(second.step, 'paid')
  assert.equal(simulation.chain.length, 1)
})

test('a tab that dies in the wallet leaves its doubt to the next', async () => {
  const simulation = new Simulation()
  const [first, second] = await two(simulation)
  first.die()
  await settled()
  assert.equal(second.step, 'unknownOutcome')
  await simulation.held('transfer').settle('answer')
  simulation.holds = () => false
  await simulation.advance(10_000)
  assert.equal(second.step, 'paid')
  assert.equal(simulation.chain.length, 1)
  assert.deepEqual(simulation.left, ['success'])
})

test('a tab that dies with a hash leaves it to the next, which tells the service', async () => {
  const simulation = new Simulation()
  const [first, second] = await two(simulation)
  simulation.holds = (port) => port === 'record'
  await simulation.held('transfer').settle('answer')
  assert.equal(first.step, 'reporting')
  first.die()
  simulation.holds = () => false
  await simulation.advance(10_000)
  assert.equal(second.step, 'paid')
  assert.equal(simulation.charge.payments?.length, 1)
})

test('of several that wait, one takes over and the others watch it', async () => {
  const simulation = new Simulation()
  const [first, ...others] = [...(await two(simulation)), simulation.page()]
  await settled()
  first?.die()
  await settled()
  assert.deepEqual(others.map(({ step }) => step).sort(), ['otherTab', 'unknownOutcome'])
})

test('the tab that waits is found by a button too, where the browser does not queue', async () => {
  const simulation = new Simulation()
  const [first, second] = await two(simulation)
  const before = simulation.count.load ?? 0
  await second.send({ type: 'retry' })
  assert.equal(simulation.count.load, before + 1)
  assert.equal(second.step, 'otherTab')
  await simulation.held('transfer').settle('refuse')
  assert.equal(first.step, 'ready')
  assert.equal(second.step, 'ready')
})

test('success is told once over two tabs that follow the same payment without locks', async () => {
  const simulation = new Simulation()
  simulation.canLock = false
  simulation.journal.set(chargeId, { intent: intent(), hash: hashA })
  simulation.chain.push({ hash: hashA, intent: intent(), confirmations: 0 })
  const tabs = [simulation.page(), simulation.page()]
  await simulation.advance(10_000)
  assert.deepEqual(
    tabs.map(({ step }) => step),
    ['paid', 'paid'],
  )
  assert.deepEqual(simulation.left, ['success'])
})

test('a page that is gone back to shows the receipt and does not leave again', async () => {
  const simulation = new Simulation()
  const page = await paying(simulation)
  await simulation.advance(10_000)
  assert.deepEqual(simulation.left, ['success'])
  await page.send({ type: 'start' })
  await settled()
  assert.equal(page.state.step === 'paid' && page.state.wasPaidBefore, true)
  assert.deepEqual(simulation.left, ['success'])
})

test('a lock that was taken for what is over meanwhile is given back', async () => {
  const simulation = new Simulation()
  const first = await paying(simulation, 'transfer')
  // The second reads the entry; before it has the lock, the first is done with it.
  const second = simulation.page()
  simulation.beforeHold = async () => {
    simulation.beforeHold = undefined
    await simulation.held('transfer').settle('refuse')
  }
  await settled()
  await settled()
  assert.equal(second.step, 'ready')
  await first.send({ type: 'pay' })
  assert.equal(simulation.count.transfer, 2)
})

test('a tab that was asleep while another paid does not pay again, whatever the shop still says', async () => {
  const simulation = new Simulation()
  const asleep = simulation.page()
  await settled()
  simulation.canLock = false
  const first = await paying(simulation)
  await simulation.advance(10_000)
  assert.equal(first.step, 'paid')
  simulation.holds = (port) => port === 'refresh'
  await asleep.send({ type: 'pay' })
  await simulation.held('refresh').settle('lose')
  await simulation.advance(10_000)
  assert.equal(simulation.count.transfer, 1)
})
