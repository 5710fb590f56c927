import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TransactionStatus } from '../../../src/checkout/ports/wallets.ts'
import { PayError } from '../../../src/errors.ts'
import { chargeId, hashA, hashB, intent } from '../samples.ts'
import { type Page, Simulation, settled } from '../simulation.ts'

// What a page does about a transaction that is not simply mined: the runner over a chain that says so.

/** A page that follows a hash of its own, recorded, with this to be seen of it on the chain. */
async function following(simulation: Simulation, fate: TransactionStatus): Promise<Page> {
  simulation.journal.set(chargeId, { intent: intent(), hash: hashA })
  simulation.chain.push({ hash: hashA, intent: intent(), confirmations: 0 })
  simulation.fates.set(hashA, fate)
  const page = simulation.page()
  await settled()
  return page
}

const mined = (confirmations: number, isReverted = false): TransactionStatus => ({
  status: 'mined',
  confirmations,
  isReverted,
  nonce: 7,
})

test('a transaction that no node knows is called dropped after a minute, and only then', async () => {
  const simulation = new Simulation()
  const page = await following(simulation, { status: 'pending', nonce: 7 })
  simulation.fates.set(hashA, { status: 'unknown' })
  await simulation.advance(58_000)
  assert.equal(page.step, 'confirming')
  await simulation.advance(5000)
  assert.equal(page.step, 'dropped')
  assert.equal(simulation.journal.get(chargeId)?.hash, hashA)
})

test('a node that knows it again meanwhile begins the minute anew', async () => {
  const simulation = new Simulation()
  const page = await following(simulation, { status: 'unknown' })
  await simulation.advance(50_000)
  simulation.fates.set(hashA, { status: 'pending', nonce: 7 })
  await simulation.advance(3000)
  simulation.fates.set(hashA, { status: 'unknown' })
  await simulation.advance(50_000)
  assert.equal(page.step, 'confirming')
})

test('what no node could be asked about is not called dropped', async () => {
  const simulation = new Simulation()
  const away = new PayError('chain_unreachable', 'No answer.', { retryable: true })
  const page = await following(simulation, { status: 'pending', nonce: 7 })
  simulation.verdict = (port) => (port === 'transactionStatus' ? away : 'answer')
  await simulation.advance(600_000)
  assert.equal(page.step, 'confirming')
})

test('a dropped transaction that comes after all is paid, without another transfer', async () => {
  const simulation = new Simulation()
  const page = await following(simulation, { status: 'unknown' })
  await simulation.advance(70_000)
  assert.equal(page.step, 'dropped')
  simulation.fates.delete(hashA)
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
  assert.deepEqual(simulation.left, ['success'])
  assert.equal(simulation.count.transfer, undefined)
})

test('a dropped transaction that the service has credited is paid', async () => {
  const simulation = new Simulation()
  const page = await following(simulation, { status: 'unknown' })
  await simulation.advance(70_000)
  simulation.credit(hashA, 'COMPLETED')
  await simulation.advance(5000)
  assert.equal(page.step, 'paid')
})

test('a dropped transaction is paid anew only by consent', async () => {
  const simulation = new Simulation()
  const page = await following(simulation, { status: 'unknown' })
  await simulation.advance(70_000)
  for (const type of ['pay', 'retry', 'back', 'cancel', 'start'] as const) await page.send({ type })
  assert.equal(page.step, 'dropped')
  await page.send({ type: 'consent' })
  assert.equal(page.step, 'ready')
  // The service still waits for it. That is no reason to wait again, here or in the next page.
  const next = simulation.page()
  await settled()
  assert.equal(next.step, 'ready')
  await next.send({ type: 'pay' })
  await simulation.advance(10_000)
  assert.equal(next.step, 'paid')
  assert.equal(simulation.count.transfer, 1)
})

test('mined, taken back by the chain, and mined again: paid once, and told meanwhile', async () => {
  const simulation = new Simulation()
  const page = await following(simulation, mined(1))
  simulation.fates.set(hashA, { status: 'pending', nonce: 7 })
  await simulation.advance(3000)
  assert.equal(page.state.step === 'confirming' && page.state.wasReorged, true)
  simulation.fates.delete(hashA)
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
  assert.deepEqual(simulation.left, ['success'])
})

test('reverted, not yet for good: the payer is not told of an end', async () => {
  const simulation = new Simulation()
  const page = await following(simulation, mined(1, true))
  await simulation.advance(60_000)
  assert.equal(page.step, 'confirming')
  assert.equal(simulation.journal.get(chargeId)?.hash, hashA)
})

for (const [why, fate] of [
  ['reverted', mined(2, true)],
  ['cancelled', { status: 'replaced' }],
] as const) {
  test(`${why} for good: the entry is closed, and paying anew starts from the charge as it is`, async () => {
    const simulation = new Simulation()
    const page = await following(simulation, fate)
    assert.equal(page.state.step === 'notPaid' && page.state.reason, why)
    assert.equal(page.state.step === 'notPaid' && page.state.hash, hashA)
    assert.equal(simulation.journal.get(chargeId)?.intent, undefined)
    assert.deepEqual(simulation.journal.get(chargeId)?.abandonedHashes, [hashA])
    const loads = simulation.count.load ?? 0
    await page.send({ type: 'pay' })
    // Also while the service still waits for it.
    assert.equal(page.step, 'ready')
    assert.equal(simulation.count.load, loads + 1)
    assert.equal(simulation.count.transfer, undefined)
  })
}

test('the nonce that the chain shows outlives the page, and does not unmake what is recorded', async () => {
  const simulation = new Simulation()
  const page = await following(simulation, { status: 'pending', nonce: 9 })
  const entry = simulation.journal.get(chargeId)
  assert.equal(entry?.intent?.usedNonce, 9)
  assert.equal(entry?.isRecorded, true)
  page.die()
  const next = simulation.page()
  await settled()
  assert.equal(next.state.step === 'confirming' && next.state.intent?.usedNonce, 9)
  assert.equal(simulation.count.record, 1)
})

test('sped up in the wallet: the new hash is kept, told and followed to the receipt', async () => {
  const simulation = new Simulation()
  simulation.holds = (port) => port === 'transactionStatus'
  const page = await following(simulation, { status: 'replaced', hash: hashB })
  simulation.chain.push({ hash: hashB, intent: intent(), confirmations: 0 })
  simulation.holds = (port) => port === 'record'
  await simulation.held('transactionStatus').settle('answer')
  assert.equal(page.state.step === 'reporting' && page.state.hash, hashB)
  const entry = simulation.journal.get(chargeId)
  assert.equal(entry?.hash, hashB)
  // The service knows the old one only: a page that dies here must tell it of the new one.
  assert.equal(entry?.isRecorded, undefined)
  simulation.holds = () => false
  await simulation.held('record').settle('answer')
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
  assert.equal(simulation.journal.get(chargeId)?.hash, hashB)
})

test('sped up while the page was closed: the next page finds the new hash', async () => {
  const simulation = new Simulation()
  simulation.journal.set(chargeId, { intent: intent(), hash: hashA, isRecorded: true })
  simulation.fates.set(hashA, { status: 'replaced', hash: hashB })
  simulation.chain.push({ hash: hashB, intent: intent(), confirmations: 0 })
  const page = simulation.page()
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
  assert.ok(simulation.charge.payments?.some((one) => one.payerTransactionHash === hashB))
})
