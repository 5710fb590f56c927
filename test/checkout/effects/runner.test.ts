import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PayError } from '../../../src/errors.ts'
import { charge, chargeId, fault, hashB, intent, payment } from '../samples.ts'
import { type Page, paying, Simulation, settled } from '../simulation.ts'

const steps = (page: Page) =>
  page.states.map(({ step }) => step).filter((step, index, all) => step !== all[index - 1])

test('one wallet, one click: the payment goes its way to the receipt', async () => {
  const simulation = new Simulation()
  const page = await paying(simulation)
  await simulation.advance(10_000)
  assert.deepEqual(steps(page), [
    'loading',
    'ready',
    'choosingWallet',
    'connecting',
    'checking',
    'sending',
    'reporting',
    'confirming',
    'paid',
  ])
  assert.equal(simulation.chain.length, 1)
  assert.deepEqual(simulation.left, ['success'])
  const { settledAt, hash } = simulation.journal.get(chargeId) ?? {}
  assert.equal(hash, simulation.chain[0]?.hash)
  assert.notEqual(settledAt, undefined)
})

test('the intent is in the journal before the wallet is asked', async () => {
  const simulation = new Simulation()
  const page = await paying(simulation, 'open', 'transfer')
  assert.equal(page.step, 'sending')
  assert.equal(simulation.count.transfer, undefined)
  await simulation.held('open').settle('answer')
  assert.equal(simulation.count.transfer, 1)
  assert.ok(simulation.journal.get(chargeId)?.intent)
})

test('a payer who has not approved the payment after half a minute is told, once', async () => {
  const simulation = new Simulation()
  const page = await paying(simulation, 'transfer')
  const isDelayed = () => page.state.step === 'sending' && page.state.isDelayed
  await simulation.advance(29_999)
  assert.equal(isDelayed(), undefined)
  await simulation.advance(1)
  assert.equal(isDelayed(), true)
  const shown = page.states.length
  await simulation.advance(120_000)
  assert.equal(page.states.length, shown)
})

test('a journal that cannot be written stops the payment before the wallet, and says so', async () => {
  const simulation = new Simulation()
  simulation.storageFails = true
  const page = await paying(simulation)
  assert.equal(page.state.step === 'storageBlocked' && page.state.error.code, 'storage_unavailable')
  assert.equal(simulation.count.transfer, undefined)
  await page.send({ type: 'back' })
  assert.equal(page.step, 'ready')
  await simulation.advance(60_000)
  assert.equal(simulation.count.transfer, undefined)
})

test('a payer who goes on without a journal pays once, and to the receipt', async () => {
  const simulation = new Simulation()
  simulation.storageFails = true
  const page = await paying(simulation, 'transfer')
  await page.send({ type: 'consent' })
  assert.equal(page.step, 'sending')
  await page.send({ type: 'consent' })
  assert.equal(simulation.count.transfer, 1)
  await simulation.held('transfer').settle('answer')
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
  assert.deepEqual(simulation.left, ['success'])
})

test('consent to pay without a journal is none to pay beside another tab', async () => {
  const simulation = new Simulation()
  simulation.storageFails = true
  const [first, second] = [simulation.page(), simulation.page()]
  await settled()
  for (const page of [first, second]) await page.send({ type: 'pay' })
  simulation.holds = (port) => port === 'transfer'
  await first.send({ type: 'consent' })
  await second.send({ type: 'consent' })
  await second.send({ type: 'pay' })
  assert.equal(simulation.count.transfer, 1)
})

test('a note that cannot be read is said at the price; paying all the same takes consent', async () => {
  const simulation = new Simulation()
  simulation.illegible = true
  const page = simulation.page()
  await settled()
  assert.equal(page.state.step === 'ready' && page.state.notice?.code, 'storage_unavailable')
  await page.send({ type: 'pay' })
  assert.equal(page.step, 'storageBlocked')
  assert.equal(simulation.count.transfer, undefined)
  await page.send({ type: 'consent' })
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
  assert.notEqual(simulation.journal.get(chargeId)?.settledAt, undefined)
})

test('a hash that the journal cannot keep is recorded all the same, and the fault told', async () => {
  const simulation = new Simulation()
  const page = await paying(simulation, 'transfer', 'record')
  simulation.storageFails = true
  await simulation.held('transfer').settle('answer')
  assert.equal(page.state.step === 'reporting' && page.state.lastError?.code, 'storage_unavailable')
  await simulation.held('record').settle('answer')
  assert.equal(page.step, 'confirming')
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
  assert.deepEqual(simulation.left, ['success'])
})

test('a refusal goes back to the price and leaves nothing behind', async () => {
  const simulation = new Simulation()
  const page = await paying(simulation, 'transfer')
  await simulation.held('transfer').settle('refuse')
  assert.equal(page.state.step === 'ready' && page.state.notice?.code, 'wallet_refused')
  assert.equal(simulation.journal.size, 0)
  await page.send({ type: 'pay' })
  await simulation.held('transfer').settle('answer')
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
  assert.equal(simulation.chain.length, 1)
})

test('a wallet that fails without a refusal is looked after, not asked again', async () => {
  const simulation = new Simulation()
  const page = await paying(simulation, 'transfer', 'search')
  await simulation.held('transfer').settle('lose')
  assert.equal(page.step, 'unknownOutcome')
  await simulation.held('search').settle('answer')
  simulation.holds = () => false
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
  assert.equal(simulation.chain.length, 1)
  assert.equal(simulation.count.transfer, 1)
})

test('a transfer that cannot be found yet is looked for again and again', async () => {
  const simulation = new Simulation()
  const page = await paying(simulation, 'transfer')
  await simulation.held('transfer').settle(fault)
  for (let look = 0; look < 5; look++) await simulation.advance(3000)
  assert.equal(page.step, 'unknownOutcome')
  assert.ok((simulation.count.search ?? 0) >= 5)
  assert.equal(simulation.count.transfer, 1)
})

test('a search that fails says so and goes on', async () => {
  const simulation = new Simulation()
  simulation.verdict = (port) => (port === 'search' ? fault : 'answer')
  const page = await paying(simulation, 'transfer')
  await simulation.held('transfer').settle('lose')
  assert.equal(page.state.step === 'unknownOutcome' && page.state.lastError, fault)
  simulation.verdict = () => 'answer'
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
})

test('what had paid a part before is not taken for the transfer that is looked for', async () => {
  const part = payment('COMPLETED', { paidAmountInRequestedToken: '5' })
  const simulation = new Simulation(charge({ payments: [part] }))
  const page = await paying(simulation, 'transfer')
  await simulation.held('transfer').settle(fault)
  await simulation.advance(9000)
  assert.equal(page.step, 'unknownOutcome')
})

test('the service finds the transfer that the wallet does not tell of', async () => {
  const simulation = new Simulation()
  simulation.verdict = (port) => (port === 'search' ? fault : 'answer')
  const page = await paying(simulation, 'transfer')
  await simulation.held('transfer').settle('lose')
  const { hash } = simulation.chain[0]!
  const found = payment('PENDING', { payerTransactionHash: hash })
  simulation.charge = charge({ payments: [found] })
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
  assert.equal(simulation.chain.length, 1)
})

test('a payer in doubt is not asked to pay again while the wallet may still answer', async () => {
  const simulation = new Simulation()
  const page = await paying(simulation, 'transfer')
  await page.send({ type: 'reportNoResponse' })
  await page.send({ type: 'pay' })
  assert.equal(page.step, 'unknownOutcome')
  assert.equal(simulation.count.transfer, 1)
  await simulation.held('transfer').settle('answer')
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
})

test('a transfer that was given up and is approved after all is recorded, and shown', async () => {
  const simulation = new Simulation()
  const page = await paying(simulation, 'transfer')
  await page.send({ type: 'reportNoResponse' })
  await page.send({ type: 'consent' })
  assert.equal(page.step, 'ready')
  await simulation.held('transfer').settle('answer')
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
  assert.equal(simulation.chain.length, 1)
  assert.equal(simulation.charge.payments?.length, 1)
})

test('its hash outlives the page too', async () => {
  const simulation = new Simulation()
  const page = await paying(simulation, 'transfer', 'record')
  await page.send({ type: 'reportNoResponse' })
  await page.send({ type: 'consent' })
  await simulation.held('transfer').settle('answer')
  page.die()
  simulation.holds = () => false
  const next = simulation.page()
  await simulation.advance(10_000)
  assert.equal(next.step, 'paid')
})

test('two transfers, because the payer insisted: both are recorded', async () => {
  const simulation = new Simulation()
  const page = await paying(simulation, 'transfer')
  await page.send({ type: 'reportNoResponse' })
  await page.send({ type: 'consent' })
  await page.send({ type: 'pay' })
  await simulation.held('transfer').settle('answer')
  assert.equal(page.step, 'sending')
  await simulation.held('transfer').settle('answer')
  await simulation.advance(10_000)
  assert.equal(simulation.charge.payments?.length, 2)
  assert.equal(page.step, 'paid')
})

test('an unfinished load that was begun anew says nothing', async () => {
  const simulation = new Simulation()
  simulation.holds = (port) => port === 'load'
  const page = simulation.page()
  await settled()
  await page.send({ type: 'start' })
  await simulation.held('load').settle(fault)
  assert.equal(page.step, 'loading')
  await simulation.held('load').settle('answer')
  assert.equal(page.step, 'ready')
})

test('a failed load can be tried again', async () => {
  const simulation = new Simulation()
  simulation.verdict = () => fault
  const page = simulation.page()
  await settled()
  assert.equal(page.step, 'failed')
  simulation.verdict = () => 'answer'
  await page.send({ type: 'retry' })
  assert.equal(page.step, 'ready')
})

test('wallet code that cannot be loaded is said at the price, and asked for again', async () => {
  const simulation = new Simulation()
  const offline = new PayError('offline', 'No connection.', { retryable: true })
  simulation.verdict = (port) => (port === 'wallets' ? offline : 'answer')
  const page = await paying(simulation)
  assert.equal(page.state.step === 'ready' && page.state.notice, offline)
  simulation.verdict = () => 'answer'
  await page.send({ type: 'pay' })
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
})

test('the network is changed, refused and changed after all', async () => {
  const simulation = new Simulation()
  simulation.accountChain = 1
  const page = await paying(simulation, 'switchChain')
  await simulation.held('switchChain').settle('refuse')
  assert.equal(page.state.step === 'wrongNetwork' && page.state.notice?.code, 'chain_refused')
  await page.send({ type: 'pay' })
  await simulation.held('switchChain').settle('answer')
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
})

test('an answer to a connection that was left says nothing', async () => {
  const simulation = new Simulation()
  const page = await paying(simulation, 'connect')
  await page.send({ type: 'back' })
  await simulation.held('connect').settle('answer')
  assert.equal(page.step, 'choosingWallet')
})

test('after dispose nothing is polled any more', async () => {
  for (const [held, step] of [
    ['transfer', 'unknownOutcome'],
    ['record', 'reporting'],
    ['transactionStatus', 'confirming'],
  ] as const) {
    const simulation = new Simulation()
    const page = await paying(simulation, held)
    if (held === 'transfer') await page.send({ type: 'reportNoResponse' })
    if (held === 'record') await simulation.held('record').settle(fault)
    if (held === 'transactionStatus') await simulation.held('transactionStatus').settle(fault)
    assert.equal(page.step, step)
    page.runner.dispose()
    await settled()
    const before = JSON.stringify(simulation.count)
    await simulation.advance(100_000)
    assert.equal(JSON.stringify(simulation.count), before, step)
    assert.equal(simulation.nextTimer, undefined, step)
  }
})

test('a loop ends with its screen', async () => {
  const simulation = new Simulation()
  const page = await paying(simulation, 'transfer')
  await page.send({ type: 'reportNoResponse' })
  await page.send({ type: 'consent' })
  const looks = simulation.count.search
  await simulation.advance(60_000)
  assert.equal(simulation.count.search, looks)
})

test('cancel tells the page once, and a late wallet changes nothing', async () => {
  const simulation = new Simulation()
  const page = await paying(simulation, 'connect')
  await page.send({ type: 'cancel' })
  await page.send({ type: 'cancel' })
  await simulation.held('connect').settle('answer')
  assert.equal(page.step, 'cancelled')
  assert.deepEqual(simulation.left, ['cancel'])
})

test('without locks, consent in one tab does not forget what another has begun since', async () => {
  const simulation = new Simulation()
  simulation.canLock = false
  const first = await paying(simulation, 'transfer')
  await first.send({ type: 'reportNoResponse' })
  const second = simulation.page()
  await settled()
  assert.equal(second.step, 'unknownOutcome')
  await first.send({ type: 'consent' })
  await first.send({ type: 'pay' })
  const begun = simulation.journal.get(chargeId)?.intent?.id
  await second.send({ type: 'consent' })
  assert.equal(simulation.journal.get(chargeId)?.intent?.id, begun)
  await second.send({ type: 'pay' })
  assert.equal(second.step, 'unknownOutcome')
  assert.equal(simulation.count.transfer, 2)
})

test('a tab that was left open does not pay what another tab has paid since', async () => {
  const simulation = new Simulation()
  const old = simulation.page()
  await settled()
  await paying(simulation)
  await simulation.advance(10_000)
  await old.send({ type: 'pay' })
  await simulation.advance(10_000)
  assert.equal(old.state.step === 'paid' && old.state.wasPaidBefore, true)
  assert.equal(simulation.count.transfer, 1)
})

test('a wallet whose code comes after the payer gave up is not asked any more', async () => {
  const simulation = new Simulation()
  simulation.holds = (port) => port === 'open'
  const page = simulation.page()
  await settled()
  await page.send({ type: 'pay' })
  simulation.holds = (port) => port === 'wallets'
  await simulation.held('open').settle('answer')
  await page.send({ type: 'reportNoResponse' })
  await page.send({ type: 'consent' })
  assert.equal(page.step, 'ready')
  simulation.holds = () => false
  await simulation.held('wallets').settle('answer')
  assert.equal(simulation.count.transfer, undefined)
  assert.equal(page.step, 'ready')
})

test('a shop that is away for a moment does not stop a payer', async () => {
  const simulation = new Simulation()
  const page = await paying(simulation, 'funds')
  simulation.verdict = (port) => (port === 'refresh' || port === 'record' ? fault : 'answer')
  await simulation.held('funds').settle('answer')
  assert.equal(page.step, 'reporting')
  simulation.verdict = () => 'answer'
  await simulation.advance(20_000)
  assert.equal(page.step, 'paid')
})

test('a hash of the journal is recorded even when another payment is there already', async () => {
  const simulation = new Simulation(charge({ payments: [payment('COMPLETED')] }))
  simulation.journal.set(chargeId, { intent: intent(), hash: hashB })
  simulation.page()
  await simulation.advance(1000)
  assert.ok(simulation.charge.payments?.some((one) => one.payerTransactionHash === hashB))
})

test('the charge is read beside the funds, so that neither waits for the other', async () => {
  const simulation = new Simulation()
  const page = await paying(simulation, 'funds', 'refresh', 'transfer')
  assert.equal(page.step, 'checking')
  // The first is the click's.
  assert.deepEqual(simulation.calls.map(({ port }) => port).sort(), ['funds', 'refresh', 'refresh'])
  for (let read = 0; read < 2; read++) await simulation.held('refresh').settle('answer')
  assert.equal(page.step, 'checking')
  await simulation.held('funds').settle('answer')
  assert.equal(page.step, 'sending')
  assert.equal(simulation.count.refresh, 2)
})

test('a charge that is paid while a slow wallet is read is read again, and not paid twice', async () => {
  const simulation = new Simulation()
  const page = await paying(simulation, 'funds')
  assert.equal(simulation.count.refresh, 2)
  simulation.charge = charge({ payments: [payment('COMPLETED', { payerTransactionHash: hashB })] })
  await simulation.advance(5000)
  await simulation.held('funds').settle('answer')
  await settled()
  assert.equal(simulation.count.refresh, 3)
  assert.equal(simulation.count.transfer, undefined)
  assert.notEqual(page.step, 'sending')
})
