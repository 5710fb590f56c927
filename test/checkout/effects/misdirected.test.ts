import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Comparison } from '../../../src/checkout/ports/wallets.ts'
import { PayError } from '../../../src/errors.ts'
import { charge, chargeId, payment } from '../samples.ts'
import { Simulation, settled } from '../simulation.ts'
import { misdirection } from '../states.ts'

// A wallet that pays somebody else, as another source than the wallet shows it.

const stolen: Comparison = { result: 'misdirected', misdirection }

/** A page whose payer has paid, with a wallet that pays somebody else. */
async function payMisdirected(comparison: Comparison = stolen) {
  const simulation = new Simulation()
  simulation.comparison = comparison
  const page = simulation.page()
  await settled()
  await page.send({ type: 'pay' })
  return { simulation, page }
}

test('the payer is told at once, nothing is offered any more, and the hash is reported', async () => {
  const { simulation, page } = await payMisdirected()
  assert.ok(page.state.step === 'misdirected')
  assert.deepEqual(page.state.misdirection, misdirection)
  const { hash } = page.state
  await simulation.advance(60_000)
  assert.deepEqual(simulation.reports.map((one) => one.hash).includes(hash), true)
  assert.ok(simulation.journal.get(chargeId)?.isRecorded)
  for (const type of ['pay', 'consent', 'cancel', 'back', 'start'] as const) {
    await page.send({ type })
    await simulation.advance(1000)
    assert.equal(page.step, 'misdirected', type)
  }
  assert.equal(simulation.count.transfer, 1)
  assert.deepEqual(simulation.left, [])
})

test('it is reported even if the service could not be reached when it was found', async () => {
  const simulation = new Simulation()
  simulation.comparison = stolen
  const offline = new PayError('offline', 'gone', { retryable: true })
  simulation.verdict = (port) => (port === 'record' ? offline : 'answer')
  const page = simulation.page()
  await settled()
  await page.send({ type: 'pay' })
  await simulation.advance(5000)
  assert.equal(page.step, 'misdirected')
  assert.equal(simulation.journal.get(chargeId)?.isRecorded, undefined)
  simulation.verdict = () => 'answer'
  await simulation.advance(60_000)
  assert.equal(simulation.journal.get(chargeId)?.isRecorded, true)
})

test('it stays after a reload, also where nothing can be read any more', async () => {
  const { simulation, page } = await payMisdirected()
  await simulation.advance(5000)
  page.die()
  for (const result of ['unknown', 'unreadable'] as const) {
    simulation.comparison = { result }
    const next = simulation.page()
    await simulation.advance(30_000)
    assert.ok(next.state.step === 'misdirected')
    assert.deepEqual(next.state.misdirection, misdirection)
    next.die()
  }
  assert.equal(simulation.count.transfer, 1)
})

test('it stays where the charge asks for another price, or is another one of the order, by now', async () => {
  const { simulation, page } = await payMisdirected()
  await simulation.advance(5000)
  page.die()
  simulation.earlierChargeId = chargeId
  simulation.charge = charge({ id: '7e1b6d7a-3f0e-4a55-9c11-2f4f2a9d1b10' })
  const next = simulation.page()
  await settled()
  assert.equal(next.step, 'misdirected')
})

test('the other tabs show it, whenever they were opened', async () => {
  const simulation = new Simulation()
  simulation.comparison = stolen
  const [page, another] = [simulation.page(), simulation.page()]
  await settled()
  await page.send({ type: 'pay' })
  await simulation.advance(5000)
  assert.equal(another.step, 'misdirected')
  const third = simulation.page()
  await settled()
  assert.equal(third.step, 'misdirected')
  // Nothing is held for it: each shows the same by itself.
  page.die()
  await settled()
  assert.deepEqual([another.step, third.step], ['misdirected', 'misdirected'])
})

test('an entry that a script has written, and the chain contradicts, keeps nobody', async () => {
  const { simulation, page } = await payMisdirected()
  await simulation.advance(5000)
  page.die()
  simulation.comparison = { result: 'notMisdirected' }
  const next = simulation.page()
  await simulation.advance(20_000)
  assert.equal(next.step, 'paid')
  assert.equal(simulation.count.transfer, 1)
})

test('a charge that is paid, such as from another device, is shown as paid', async () => {
  const { simulation, page } = await payMisdirected()
  await simulation.advance(5000)
  simulation.charge = charge({
    status: 'COMPLETED',
    payments: [payment('COMPLETED', { payerTransactionHash: `0x${'c'.repeat(64)}` })],
  })
  await simulation.advance(30_000)
  assert.equal(page.step, 'paid')
})

test('a node that lags behind is asked again, and one that fails keeps no payment from its end', async () => {
  const late = await payMisdirected({ result: 'unknown' })
  assert.notEqual(late.page.step, 'misdirected')
  late.simulation.comparison = stolen
  await late.simulation.advance(3000)
  assert.equal(late.page.step, 'misdirected')
  const broken = new Simulation()
  Object.defineProperty(broken, 'comparison', {
    get() {
      throw new PayError('chain_unreachable', 'gone', { retryable: true })
    },
  })
  const page = broken.page()
  await settled()
  await page.send({ type: 'pay' })
  await broken.advance(20_000)
  assert.equal(page.step, 'paid')
})

test('what pays as it was asked to ends as ever', async () => {
  const { simulation, page } = await payMisdirected({ result: 'notMisdirected' })
  await simulation.advance(20_000)
  assert.equal(page.step, 'paid')
})
