import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPaymentMessage } from '../../../../src/api/signed-messages.ts'
import { PayError } from '../../../../src/errors.ts'
import {
  chargeId,
  deal,
  hashA,
  hashB,
  intent,
  otherChargeId,
  payer,
  payment,
  shopAddress,
} from '../../samples.ts'
import { Simulation, settled } from '../../simulation.ts'

const reference = '5d0c1f2e3b4a59687786a5b4c3d2e1f0'

/** A page that found an earlier transfer of its own, which does not say what it pays. */
async function unnamed(simulation: Simulation) {
  const quote = deal().quote
  simulation.journal.set(chargeId, { intent: intent(), hash: hashA, isRecorded: true })
  simulation.statuses.set(hashA, { status: 'UNMATCHED', signers: [payer] })
  const page = simulation.page()
  await simulation.advance(3000)
  assert.equal(quote.reference, reference)
  return page
}

test('a transfer without the reference is signed for in one act, also after a reload', async () => {
  const simulation = new Simulation()
  const page = await unnamed(simulation)
  assert.equal(page.step, 'needsSignature')
  await page.send({ type: 'sign' })
  await settled()
  const { recipient } = deal().quote
  const text = { reference, recipient, chainId: 31_337, hash: hashA }
  assert.deepEqual(simulation.messages, [createPaymentMessage(text)])
  assert.deepEqual(simulation.signatures, [`0x${'51'.repeat(65)}`])
  assert.equal(page.step, 'confirming')
  assert.equal(simulation.chain.length, 0)
})

test('what waits for a signature is never offered to be paid again, and can be left to the store', async () => {
  const simulation = new Simulation()
  const page = await unnamed(simulation)
  for (const type of ['pay', 'consent', 'cancel', 'retry'] as const) await page.send({ type })
  assert.equal(page.step, 'needsSignature')
  await page.send({ type: 'decline' })
  assert.equal(page.state.step === 'needsSignature' && page.state.hasDeclined, true)
  simulation.charge = { ...simulation.charge, payments: [payment('COMPLETED')] }
  await simulation.advance(5000)
  assert.equal(page.step, 'paid')
})

test('what a wallet sends without data is written down before it is asked for, and signed for', async () => {
  const simulation = new Simulation()
  simulation.refusesData = true
  simulation.holds = (port) => port === 'transfer'
  const page = simulation.page()
  await settled()
  await page.send({ type: 'pay' })
  await settled()
  assert.equal(page.step, 'sending')
  assert.equal(simulation.journal.get(chargeId)?.intent?.withoutData, true)
  simulation.holds = () => false
  await simulation.calls[0]?.settle('answer')
  await settled()
  const entry = simulation.journal.get(chargeId)
  assert.deepEqual([entry?.intent?.withoutData, entry?.hash], [true, simulation.chain[0]?.hash])
  assert.deepEqual(page.state.step === 'needsSignature' && page.state.signers, [payer])
})

test('an entry with another recipient, token, places or symbol is looked for, and the card keeps the service’s own', async () => {
  const attacker = `0x${'66'.repeat(20)}`
  const { quote } = deal()
  for (const planted of [
    { ...quote, recipient: attacker },
    { ...quote, token: { ...quote.token, address: attacker } },
    { ...quote, token: { ...quote.token, decimals: 0 } },
    { ...quote, token: { ...quote.token, symbol: 'FREE' } },
    { ...quote, chainId: 1 },
  ]) {
    const simulation = new Simulation()
    simulation.journal.set(chargeId, { intent: intent(deal(), { quote: planted }) })
    const page = simulation.page()
    await settled()
    assert.equal(page.state.step, 'earlierPayment')
    assert.deepEqual('option' in page.state && page.state.option?.quote, quote)
    await page.send({ type: 'consent' })
    assert.equal(page.step, 'ready')
    await page.send({ type: 'pay' })
    await simulation.advance(10_000)
    assert.deepEqual(
      simulation.chain.map((one) => one.intent.quote),
      [quote],
    )
  }
})

test('a hash that was kept for another token is told, and nothing of it is asked for', async () => {
  const simulation = new Simulation()
  simulation.holds = (port) => port === 'record'
  const token = shopAddress
  simulation.journal.set(chargeId, { unreportedHashes: [{ hash: hashB, chainId: 1, token }] })
  const page = simulation.page()
  await settled()
  assert.deepEqual(simulation.reports, [{ hash: hashB, chainId: 1, token }])
  assert.deepEqual('option' in page.state && page.state.option?.quote, deal().quote)
})

test('a payment of the order’s earlier charge is looked for before the new one is offered', async () => {
  const simulation = new Simulation()
  simulation.earlierChargeId = otherChargeId
  const quote = { ...deal().quote, chargeId: otherChargeId }
  simulation.journal.set(otherChargeId, { intent: intent(deal(), { quote }) })
  const page = simulation.page()
  await settled()
  assert.equal(page.step, 'earlierPayment')
  await page.send({ type: 'consent' })
  assert.equal(page.step, 'ready')
})

test('a charge that the service says is paid ends every doubt, whoever’s account it was', async () => {
  const simulation = new Simulation()
  simulation.journal.set(chargeId, { intent: intent() })
  const page = simulation.page()
  await settled()
  assert.equal(page.step, 'unknownOutcome')
  const by = { payerTransactionHash: hashB, payerAddress: shopAddress }
  simulation.charge = { ...simulation.charge, payments: [payment('COMPLETED', by)] }
  await simulation.advance(5000)
  assert.equal(page.state.step === 'paid' && page.state.hash, hashB)
})

test('a charge that is over offers no payment, and is ended while the page is open', async () => {
  for (const status of ['EXPIRED', 'CANCELLED']) {
    const simulation = new Simulation()
    const expires_at = new Date(simulation.now + 60_000).toISOString()
    simulation.charge = { ...simulation.charge, status: 'NEW', expires_at }
    const page = simulation.page()
    await settled()
    assert.equal(page.step, 'ready')
    simulation.charge = { ...simulation.charge, status }
    await simulation.advance(61_000)
    assert.equal(page.step, 'unavailable')
    await page.send({ type: 'pay' })
    assert.equal(page.step, 'unavailable')
  }
})

test('who pays from elsewhere is asked for the reserved amount, to the last digit', async () => {
  const simulation = new Simulation()
  const page = simulation.page()
  await settled()
  await page.send({ type: 'payExternally' })
  assert.equal(page.state.step === 'externalPayment' && page.state.option.quote.amount, 19_990_317n)
  await page.send({ type: 'back' })
  assert.equal(page.state.step === 'ready' && page.state.option.quote.amount, 19_990_000n)
})

test('without room for an amount the payer names the transfer and signs; a service that is away is asked again', async () => {
  const simulation = new Simulation()
  simulation.reserving = new PayError('service_failed', 'Away.', { retryable: true })
  const page = simulation.page()
  await settled()
  await page.send({ type: 'payExternally' })
  assert.equal(page.state.step === 'externalPayment' && page.state.notice?.code, 'service_failed')
  simulation.reserving = new PayError('conflict', 'Full.', { details: { reason: 'no_room' } })
  await page.send({ type: 'retry' })
  assert.equal(page.state.step === 'externalPayment' && page.state.isReservationUnavailable, true)
  simulation.proof = 'signature'
  await page.send({ type: 'submitHash', text: hashA })
  await settled()
  assert.deepEqual(page.state.step === 'needsSignature' && page.state.signers, [payer])
})
