import assert from 'node:assert/strict'
import { test } from 'node:test'
import { charge, fault, hashA, hashB, payer, payment, shopAddress } from '../samples.ts'
import { type Page, paying, Simulation } from '../simulation.ts'

// A wallet that sends and never answers: the chain and the service are watched while it is silent.

/** A page whose wallet was asked and is silent. */
async function silent(simulation: Simulation): Promise<Page> {
  const page = await paying(simulation, 'transfer')
  assert.equal(page.step, 'sending')
  return page
}

/** The transfer that the silent wallet was asked for is on the chain. */
async function broadcast(simulation: Simulation, page: Page): Promise<string> {
  assert.ok(page.state.step === 'sending')
  const { intent } = page.state
  const hash = `0x${'1'.repeat(64)}`
  simulation.chain.push({ hash, intent, confirmations: 0 })
  return hash
}

test('a transfer that the wallet has sent is found though it never answers', async () => {
  const simulation = new Simulation()
  const page = await silent(simulation)
  await broadcast(simulation, page)
  await simulation.advance(7000)
  assert.equal(page.step, 'sending')
  assert.equal(simulation.count.search, undefined)
  await simulation.advance(20_000)
  assert.equal(page.step, 'paid')
  assert.equal(simulation.chain.length, 1)
  assert.equal(simulation.count.transfer, 1)
})

test('its late answer changes nothing: one payment, told once', async () => {
  const simulation = new Simulation()
  const page = await silent(simulation)
  const hash = await broadcast(simulation, page)
  simulation.holds = (port) => port === 'transfer' || port === 'record'
  await simulation.advance(10_000)
  assert.equal(page.state.step === 'reporting' && page.state.hash, hash)
  // What the wallet answers is the transfer that was found.
  simulation.chain.length = 0
  await simulation.held('transfer').settle('answer')
  assert.equal(page.state.step === 'reporting' && page.state.hash, hash)
  simulation.holds = () => false
  await simulation.held('record').settle('answer')
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
  assert.equal(simulation.charge.payments?.length, 1)
  assert.deepEqual(simulation.left, ['success'])
})

test('while the wallet’s question is open, that nothing is found changes nothing on the screen', async () => {
  const simulation = new Simulation()
  const page = await silent(simulation)
  // The payer has been told what to look for.
  await simulation.advance(30_000)
  const { length } = page.states
  await simulation.advance(120_000)
  assert.ok((simulation.count.search ?? 0) > 10)
  assert.equal(page.states.length, length)
  assert.equal(page.step, 'sending')
})

test('a refusal ends the lookout', async () => {
  const simulation = new Simulation()
  const page = await silent(simulation)
  await simulation.advance(20_000)
  await simulation.held('transfer').settle('refuse')
  assert.equal(page.step, 'ready')
  const { search } = simulation.count
  await simulation.advance(60_000)
  assert.equal(simulation.count.search, search)
})

test('the service finds it where the chain cannot be read', async () => {
  const simulation = new Simulation()
  simulation.verdict = (port) => (port === 'search' ? fault : 'answer')
  const page = await silent(simulation)
  const hash = await broadcast(simulation, page)
  const found = payment('COMPLETED', {
    payerTransactionHash: hash,
    payerAddress: payer.toLowerCase(),
  })
  simulation.charge = charge({ payments: [found] })
  await simulation.advance(20_000)
  assert.equal(page.step, 'paid')
})

test('a wallet whose reads never answer does not keep the service’s word from being heard', async () => {
  const simulation = new Simulation()
  const page = await silent(simulation)
  const hash = await broadcast(simulation, page)
  simulation.holds = (port) => port === 'search' || port === 'transfer'
  const found = payment('COMPLETED', { payerTransactionHash: hash, payerAddress: payer })
  simulation.charge = charge({ payments: [found] })
  await simulation.advance(60_000)
  assert.equal(page.step, 'paid')
})

test('an earlier payment of the same account is not taken for the answer', async () => {
  const part = { paidAmountInRequestedToken: '5', payerAddress: payer }
  const earlier = payment('COMPLETED', { ...part, payerTransactionHash: hashA })
  const failed = payment('FAILED', { ...part, payerTransactionHash: hashB })
  const simulation = new Simulation(charge({ payments: [earlier, failed] }))
  const page = await silent(simulation)
  await simulation.advance(60_000)
  assert.equal(page.step, 'sending')
})

test('an earlier part of the same account is not taken for it when another pays a part meanwhile', async () => {
  const part = { paidAmountInRequestedToken: '5', payerAddress: payer }
  const earlier = payment('COMPLETED', { ...part, payerTransactionHash: hashA })
  const simulation = new Simulation(charge({ payments: [earlier] }))
  const page = await silent(simulation)
  await page.send({ type: 'reportNoResponse' })
  const others = { ...part, payerTransactionHash: hashB, payerAddress: shopAddress }
  simulation.charge = charge({ payments: [earlier, payment('COMPLETED', others)] })
  await simulation.advance(60_000)
  assert.equal(page.step, 'unknownOutcome')
})

test('each look begins where the last ended, with some blocks again for a reorganisation', async () => {
  const simulation = new Simulation()
  const page = await silent(simulation)
  await simulation.advance(20_000)
  simulation.head = 1000n
  await simulation.advance(20_000)
  assert.equal(page.step, 'sending')
  const froms = simulation.looks.map(({ fromBlock }) => fromBlock)
  assert.equal(froms[0], undefined)
  // From the start again, while that is not deep enough.
  assert.equal(froms[1], undefined)
  assert.equal(froms.at(-1), 984n)
  assert.ok(simulation.looks.every(({ depth }) => depth === 2))
})

test('nor is what another account pays meanwhile', async () => {
  const simulation = new Simulation()
  const page = await silent(simulation)
  for (const status of ['PENDING', 'COMPLETED']) {
    const others = payment(status, { payerTransactionHash: hashB, payerAddress: shopAddress })
    const unnamed = payment(status, { payerTransactionHash: hashA })
    simulation.charge = charge({ payments: [others, unnamed] })
    await simulation.advance(60_000)
    assert.equal(page.step, 'sending')
  }
})

test('nor anything at all of a service that does not say who paid', async () => {
  const simulation = new Simulation()
  const page = await silent(simulation)
  for (const status of ['PENDING', 'COMPLETED']) {
    simulation.charge = charge({ payments: [payment(status, { payerTransactionHash: hashB })] })
    await simulation.advance(60_000)
    assert.equal(page.step, 'sending', status)
  }
})

test('in doubt, what another account pays is not taken for the transfer that is looked for', async () => {
  const simulation = new Simulation()
  const page = await silent(simulation)
  await page.send({ type: 'reportNoResponse' })
  const others = payment('PENDING', { payerTransactionHash: hashB, payerAddress: shopAddress })
  simulation.charge = charge({ payments: [others] })
  await simulation.advance(20_000)
  // Shown it may be; but the intent of this browser is still unresolved.
  const { state } = page
  const kept =
    state.step === 'confirming'
      ? state.unresolvedIntent
      : state.step === 'unknownOutcome' && state.intent
  assert.ok(kept)
  assert.notEqual([...simulation.journal.values()][0]?.hash, hashB)
})

test('a wallet that was not asked yet when the payment is found is not asked any more', async () => {
  const simulation = new Simulation()
  const page = await paying(simulation, 'open')
  simulation.holds = (port) => port === 'wallets' || port === 'record'
  await simulation.held('open').settle('answer')
  assert.equal(page.step, 'sending')
  // The same account pays from another device.
  const found = payment('COMPLETED', { payerTransactionHash: hashB, payerAddress: payer })
  simulation.charge = charge({ payments: [found] })
  await simulation.advance(9000)
  assert.equal(page.step, 'reporting')
  await simulation.held('wallets').settle('answer')
  assert.equal(simulation.count.transfer, undefined)
  simulation.holds = () => false
  for (const call of [...simulation.calls]) await call.settle('answer')
  await simulation.advance(10_000)
  assert.equal(simulation.count.transfer, undefined)
  assert.equal(page.step, 'paid')
})
