import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PayError } from '../../../src/errors.ts'
import { charge, chargeId, fault, hashA, hashB, intent, payment } from '../samples.ts'
import { type Page, Simulation, settled, type Verdict } from '../simulation.ts'
import { seen } from '../states.ts'

/** A page that has a hash and reports it; each report ends as `verdict` says. */
async function reporting(simulation: Simulation, verdict: Verdict): Promise<Page> {
  simulation.journal.set(chargeId, { intent: seen, hash: hashA })
  simulation.chain.push({ hash: hashA, intent: intent(), confirmations: 0 })
  simulation.verdict = (port) => (port === 'record' ? verdict : 'answer')
  const page = simulation.page()
  await settled()
  return page
}

test('a hash is reported until the service has taken it, however long it is down', async () => {
  const simulation = new Simulation()
  const page = await reporting(simulation, fault)
  for (let hour = 0; hour < 6; hour++) await simulation.advance(600_000)
  assert.equal(page.state.step === 'reporting' && page.state.lastError, fault)
  assert.ok((simulation.count.record ?? 0) > 100)
  simulation.verdict = () => 'answer'
  await simulation.advance(60_000)
  assert.equal(page.step, 'paid')
})

test('the waits grow to half a minute at most, and no further', async () => {
  const simulation = new Simulation()
  await reporting(simulation, fault)
  const waits: number[] = []
  for (let time = 0; time < 8; time++) {
    waits.push(simulation.nextTimer ?? 0)
    await simulation.advance(simulation.nextTimer ?? 0)
  }
  assert.deepEqual(waits, [750, 1500, 3000, 6000, 12_000, 22_500, 22_500, 22_500])
})

test('a report that fails just after the network is back is repeated soon', async () => {
  const simulation = new Simulation()
  await reporting(simulation, fault)
  await simulation.advance(120_000)
  assert.ok((simulation.nextTimer ?? 0) > 10_000)
  const reports = simulation.count.record ?? 0
  await simulation.wake()
  assert.equal(simulation.count.record, reports + 1)
  assert.equal(simulation.nextTimer, 750)
  await simulation.advance(750)
  assert.equal(simulation.nextTimer, 1500)
})

test('a service that says how long to wait is not asked before', async () => {
  const simulation = new Simulation()
  const busy = new PayError('rate_limited', 'Too many calls.', {
    retryable: true,
    retryAfterMs: 90_000,
  })
  await reporting(simulation, busy)
  await simulation.advance(89_999)
  assert.equal(simulation.count.record, 1)
  await simulation.advance(1)
  assert.equal(simulation.count.record, 2)
})

test('an answer that was lost is no fault: the second report finds it taken', async () => {
  const simulation = new Simulation()
  const page = await reporting(simulation, 'lose')
  simulation.verdict = () => 'answer'
  await simulation.advance(20_000)
  assert.equal(page.step, 'paid')
  assert.equal(simulation.charge.payments?.length, 1)
})

for (const code of ['conflict', 'not_found', 'invalid_request'] as const) {
  test(`${code} ends the reports, keeps the hash on the screen and in the journal`, async () => {
    const simulation = new Simulation()
    const page = await reporting(simulation, new PayError(code, 'No.'))
    await simulation.advance(100_000)
    assert.equal(simulation.count.record, 1)
    assert.equal(page.state.step === 'failed' && page.state.hash, hashA)
    assert.equal(page.state.step === 'failed' && page.state.error.code, code)
    assert.equal(simulation.journal.get(chargeId)?.hash, hashA)
  })
}

test('after such an end, trying again reports the same hash and sends nothing', async () => {
  const simulation = new Simulation()
  const page = await reporting(simulation, new PayError('not_found', 'No such charge.'))
  simulation.verdict = () => 'answer'
  await page.send({ type: 'retry' })
  await simulation.advance(20_000)
  assert.equal(page.step, 'paid')
  assert.equal(simulation.count.transfer, undefined)
})

/** A page that follows a recorded hash. */
async function following(simulation: Simulation): Promise<Page> {
  const page = await reporting(simulation, 'answer')
  assert.equal(page.step, 'confirming')
  return page
}

test('confirmations are counted, and the service’s word ends it', async () => {
  const simulation = new Simulation()
  const page = await following(simulation)
  assert.equal(page.state.step === 'confirming' && page.state.confirmations, 1)
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
})

test('a service that cannot be reached is told, and followed on', async () => {
  const simulation = new Simulation()
  simulation.holds = (port) => port === 'transactionStatus'
  const page = await following(simulation)
  simulation.holds = () => false
  simulation.verdict = (port) => (port === 'refresh' ? fault : 'answer')
  await simulation.held('transactionStatus').settle('answer')
  await simulation.advance(10_000)
  assert.equal(page.state.step === 'confirming' && page.state.lastError, fault)
  simulation.verdict = () => 'answer'
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
})

test('a transfer that the service refuses is told with its reason, and its entry kept', async () => {
  const simulation = new Simulation()
  const reason = 'The transfer went to another address.'
  simulation.charge = charge({
    payments: [
      payment('FAILED', { reason, payerTransactionHash: hashA.toUpperCase().replace('X', 'x') }),
    ],
  })
  const page = await reporting(simulation, 'answer')
  assert.ok(page.state.step === 'notPaid')
  assert.equal(page.state.reason, 'rejected')
  assert.deepEqual(page.state.error?.details, { reason })
  page.die()
  const next = simulation.page()
  await settled()
  assert.deepEqual(next.state, page.state)
  await next.send({ type: 'pay' })
  assert.equal(next.step, 'notPaid')
  await next.send({ type: 'consent' })
  assert.equal(next.step, 'ready')
  assert.equal(simulation.journal.get(chargeId)?.intent, undefined)
})

test('without a wallet to read by, the service’s word is enough', async () => {
  const simulation = new Simulation()
  simulation.verdict = (port) => (port === 'wallets' ? fault : 'answer')
  simulation.journal.set(chargeId, { intent: intent(), hash: hashA })
  const page = simulation.page()
  await simulation.advance(5000)
  assert.equal(page.step, 'confirming')
  simulation.credit(hashA, 'COMPLETED')
  await simulation.advance(5000)
  assert.equal(page.step, 'paid')
})

/** A service that takes hashes and tells no status of them. */
async function silent(reverted: boolean): Promise<Page> {
  const simulation = new Simulation()
  const page = simulation.page()
  await settled()
  const ports = simulation.ports(page)
  const { loadWallets } = ports
  simulation.credit = () => {
    const payments = [{ payerTransactionHash: hashA }]
    simulation.charge = charge({ payments })
  }
  simulation.journal.set(chargeId, { intent: intent(), hash: hashA })
  simulation.chain.push({ hash: hashA, intent: intent(), confirmations: reverted ? -1e9 : 0 })
  assert.ok(loadWallets)
  simulation.credit(hashA, '')
  await page.send({ type: 'start' })
  await simulation.advance(10_000)
  return page
}

test('a service that tells no status leaves it to the chain: deep enough is paid', async () => {
  assert.equal((await silent(false)).step, 'paid')
})

test('and not deep enough is not', async () => {
  assert.equal((await silent(true)).step, 'confirming')
})

test('somebody else’s payment is not taken for ours', async () => {
  const simulation = new Simulation()
  const page = await following(simulation)
  simulation.holds = (port) => port === 'transactionStatus'
  const part = payment('FAILED', { payerTransactionHash: hashB })
  simulation.charge = charge({ payments: [...(simulation.charge.payments ?? []), part] })
  await simulation.advance(10_000)
  assert.equal(page.step, 'confirming')
})

test('a service that has forgotten the hash has not paid it, however deep it is', async () => {
  const simulation = new Simulation()
  const page = await following(simulation)
  simulation.charge = charge({ payments: [] })
  simulation.fates.set(hashA, { status: 'mined', confirmations: 500, isReverted: false, nonce: 7 })
  await simulation.advance(5000)
  assert.notEqual(page.step, 'paid')
  assert.deepEqual(simulation.left, [])
})

test('a hash that the service has forgotten is told anew, and paid', async () => {
  const simulation = new Simulation()
  const page = await following(simulation)
  simulation.charge = charge({ payments: [] })
  await simulation.advance(20_000)
  assert.equal(simulation.count.record, 2)
  assert.equal(page.step, 'paid')
})

test('one that the chain does not show either is not told for ever', async () => {
  const simulation = new Simulation()
  const page = await following(simulation)
  simulation.charge = charge({ payments: [] })
  simulation.fates.set(hashA, { status: 'unknown' })
  await simulation.advance(30_000)
  assert.equal(simulation.count.record, 1)
  assert.equal(page.step, 'confirming')
})

test('a wallet whose reads never answer does not keep the service’s word from being heard', async () => {
  const simulation = new Simulation()
  simulation.holds = (port) => port === 'transactionStatus'
  const page = await following(simulation)
  simulation.credit(hashA, 'COMPLETED')
  await simulation.advance(22_000)
  assert.equal(page.step, 'paid')
})

test('a charge that cannot be loaded is asked for again while a payment of it is known', async () => {
  const simulation = new Simulation()
  simulation.journal.set(chargeId, { intent: intent(), hash: hashA })
  simulation.chain.push({ hash: hashA, intent: intent(), confirmations: 0 })
  simulation.verdict = (port) => (port === 'load' ? fault : 'answer')
  const page = simulation.page()
  await settled()
  assert.equal(page.state.step === 'failed' && page.state.entry?.hash, hashA)
  await simulation.advance(35_000)
  assert.ok((simulation.count.load ?? 0) >= 3)
  assert.equal(page.state.step === 'failed' && page.state.entry?.hash, hashA)
  simulation.verdict = () => 'answer'
  await simulation.advance(20_000)
  assert.equal(page.step, 'paid')
})

test('a charge that cannot be loaded and of which nothing is known waits for the payer', async () => {
  const simulation = new Simulation()
  simulation.verdict = () => fault
  const page = simulation.page()
  await simulation.advance(100_000)
  assert.equal(page.step, 'failed')
  assert.equal(simulation.count.load, 1)
})

test('a charge that is gone keeps the receipt on the screen and is not asked for for ever', async () => {
  const simulation = new Simulation()
  simulation.journal.set(chargeId, { intent: intent(), hash: hashA, isRecorded: true })
  simulation.verdict = () => new PayError('not_found', 'No such charge.')
  const page = simulation.page()
  await simulation.advance(100_000)
  assert.equal(page.state.step === 'unavailable' && page.state.entry?.hash, hashA)
  assert.equal(simulation.count.load, 1)
  assert.equal(simulation.journal.get(chargeId)?.hash, hashA)
})
