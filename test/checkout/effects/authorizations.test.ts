import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Authorization } from '../../../src/checkout/ports/intent.ts'
import { PayError } from '../../../src/errors.ts'
import { chargeId, rich } from '../samples.ts'
import { type Page, paying, Simulation, settled, type Verdict } from '../simulation.ts'

// A payer without coin signs, and the service sends (EIP-3009). The token moves the money once.

const price = 19_990_000n
const authorization: Authorization = {
  value: price,
  fee: 0n,
  nonce: `0x${'7c'.repeat(32)}`,
  validBefore: 1_790_000_600n,
  domain: { name: 'USD Coin', version: '2' },
}

/** A world whose payer has dollars and no coin. */
function createWorld(offer: Authorization | undefined = authorization): Simulation {
  const simulation = new Simulation()
  simulation.funds = { ...rich, nativeBalance: 0n }
  simulation.authorization = offer
  return simulation
}

const offline = new PayError('offline', 'No network.', { retryable: true })
const signatureOf = (simulation: Simulation) =>
  simulation.journal.get(chargeId)?.intent?.authorization?.signature
const noticeOf = ({ state }: Page) => ('notice' in state ? state.notice?.code : undefined)

test('it is signed, journaled, posted and paid, and no transfer is asked for', async () => {
  const simulation = createWorld()
  const page = await paying(simulation, 'post')
  assert.equal(page.step, 'unknownOutcome')
  assert.ok(signatureOf(simulation))
  await simulation.held('post').settle('answer')
  await simulation.advance(20_000)
  assert.equal(page.step, 'paid')
  assert.equal(simulation.count.transfer, undefined)
  assert.equal(simulation.chain.length, 1)
})

const faults: [what: string, verdict: Verdict][] = [
  ['its answer is lost', 'lose'],
  ['the network is gone', offline],
  ['the service answers 429', new PayError('rate_limited', 'Later.', { retryable: true })],
  ['the service answers 503', new PayError('bad_gateway', 'Later.', { retryable: true })],
]
for (const [what, verdict] of faults)
  test(`it is posted again where ${what}, and sent once`, async () => {
    const simulation = createWorld()
    let posts = 0
    simulation.verdict = (port) => (port === 'post' && posts++ < 3 ? verdict : 'answer')
    const page = await paying(simulation)
    await page.send({ type: 'pay' })
    await page.send({ type: 'consent' })
    await simulation.advance(60_000)
    assert.equal(page.step, 'paid')
    assert.equal(simulation.chain.length, 1)
    assert.equal(simulation.count.transfer, undefined)
  })

test('the next page posts what an earlier one has signed', async () => {
  const simulation = createWorld()
  const first = await paying(simulation, 'post')
  first.die()
  simulation.holds = () => false
  const next = simulation.page()
  await settled()
  await simulation.advance(20_000)
  assert.equal(next.step, 'paid')
  assert.equal(simulation.count.authorize, 1)
  assert.equal(simulation.chain.length, 1)
})

test('what was not signed is no payment: the next page offers it anew', async () => {
  const simulation = createWorld()
  const first = await paying(simulation, 'authorize')
  first.die()
  simulation.holds = () => false
  const next = simulation.page()
  await settled()
  assert.equal(next.step, 'ready')
  assert.equal(simulation.journal.get(chargeId), undefined)
})

test('a signature that comes after the payer went on is dropped', async () => {
  const simulation = createWorld()
  const page = await paying(simulation, 'authorize')
  await page.send({ type: 'reportNoResponse' })
  assert.equal(page.step, 'ready')
  await simulation.held('authorize').settle('answer')
  await simulation.advance(60_000)
  assert.deepEqual(simulation.posted, [])
})

test('what the journal does not take is not posted', async () => {
  const simulation = createWorld()
  const page = await paying(simulation, 'authorize')
  simulation.storageFails = true
  await simulation.held('authorize').settle('answer')
  await simulation.advance(10_000)
  assert.deepEqual(simulation.posted, [])
  assert.equal(page.step, 'insufficientFunds')
})

const refusal = new PayError('invalid_request', 'The token refuses it.')
const lastErrorOf = ({ state }: Page) => ('lastError' in state ? state.lastError?.code : undefined)

/** A world whose service and token refuse what is signed. */
function createRefusingWorld(): Simulation {
  const simulation = createWorld()
  simulation.tokenRefusal = 'refused'
  simulation.verdict = (port) => (port === 'post' ? refusal : 'answer')
  return simulation
}

const wordless = new PayError('wallet_failed', 'Your wallet reported a problem.')
const failures: [what: string, error: PayError][] = [
  [
    'failed',
    new PayError('wallet_failed', 'Ledger: device is locked.', { cause: { code: -32603 } }),
  ],
  ['failed without a word', wordless],
  ['was on another network', new PayError('chain_refused', 'Nothing was sent.')],
  ['showed another question', new PayError('wallet_busy', 'Open your wallet.')],
  ['did not answer in time', new PayError('timeout', 'No answer.')],
  ['was declined', new PayError('wallet_refused', 'You declined the request in your wallet.')],
]
for (const [what, error] of failures)
  test(`a wallet that ${what} is asked again for its signature, and paid once`, async () => {
    const simulation = createWorld()
    simulation.verdict = (port) =>
      port === 'authorize' && simulation.count.authorize === 1 ? error : 'answer'
    const page = await paying(simulation)
    assert.equal(page.step, 'ready')
    assert.equal('notice' in page.state && page.state.notice, error)
    await page.send({ type: 'pay' })
    await simulation.advance(20_000)
    assert.equal(page.step, 'paid')
    assert.equal(simulation.count.authorize, 2)
    assert.equal(simulation.chain.length, 1)
  })

test('a wallet that cannot sign is not asked again, and the other ways are offered', async () => {
  const simulation = createWorld()
  const unable = new PayError('authorization_refused', 'This wallet doesn’t sign transfers.')
  simulation.verdict = (port) => (port === 'authorize' ? unable : 'answer')
  const page = await paying(simulation)
  assert.equal(page.step, 'insufficientFunds')
  await page.send({ type: 'retry' })
  await simulation.advance(1000)
  assert.equal(page.step, 'insufficientFunds')
  assert.equal(simulation.count.authorize, 1)
})

for (const seconds of [20, 120, 500])
  test(`an owner who signs after ${seconds} s pays, once`, async () => {
    const simulation = createWorld()
    const page = await paying(simulation, 'authorize')
    await simulation.advance(seconds * 1000)
    assert.equal(page.step, 'sending')
    await simulation.held('authorize').settle('answer')
    await simulation.advance(20_000)
    assert.equal(page.step, 'paid')
    assert.equal(simulation.chain.length, 1)
  })

test('what is signed after its end is dropped and said to have come too late, and the payer signs anew', async () => {
  const simulation = createWorld()
  const page = await paying(simulation, 'authorize')
  await simulation.advance(600_000)
  simulation.holds = () => false
  await simulation.held('authorize').settle('answer')
  await simulation.advance(1000)
  assert.deepEqual(simulation.posted, [])
  assert.deepEqual([page.step, noticeOf(page)], ['ready', 'authorization_lapsed'])
  simulation.authorization = { ...authorization, validBefore: 1_790_001_300n }
  await page.send({ type: 'pay' })
  await simulation.advance(20_000)
  assert.equal(page.step, 'paid')
  assert.equal(simulation.chain.length, 1)
})

test('a payer who has read the fee for too long is shown a fresh one, before the wallet is asked', async () => {
  const fee = 40_000n
  const offered = { ...authorization, value: price + fee, fee }
  const simulation = createWorld(offered)
  const page = await paying(simulation)
  assert.equal(page.step, 'insufficientFunds')
  await simulation.advance(550_000)
  simulation.authorization = { ...offered, validBefore: 1_790_001_200n }
  await page.send({ type: 'consent' })
  await simulation.advance(1000)
  assert.deepEqual([page.step, simulation.count.authorize], ['insufficientFunds', undefined])
  await page.send({ type: 'consent' })
  await simulation.advance(20_000)
  assert.equal(page.step, 'paid')
  assert.deepEqual([simulation.count.authorize, simulation.chain.length], [1, 1])
})

test('what is refused because its time is over says nothing of the account, which signs anew', async () => {
  const simulation = createWorld()
  simulation.tokenRefusal = 'lapsed'
  simulation.verdict = (port) => (port === 'post' ? refusal : 'answer')
  const page = await paying(simulation)
  await simulation.advance(1000)
  assert.deepEqual([page.step, lastErrorOf(page)], ['unknownOutcome', undefined])
  simulation.lapsed = true
  await simulation.advance(10_000)
  assert.deepEqual([page.step, noticeOf(page)], ['ready', 'authorization_lapsed'])
  simulation.lapsed = false
  simulation.verdict = () => 'answer'
  await page.send({ type: 'pay' })
  await simulation.advance(20_000)
  assert.equal(page.step, 'paid')
  assert.equal(simulation.count.authorize, 2)
})

test('what service and token refuse leads to the other ways, and the account is not asked again', async () => {
  const simulation = createRefusingWorld()
  const page = await paying(simulation)
  assert.equal(page.step, 'insufficientFunds')
  await page.send({ type: 'retry' })
  await simulation.advance(1000)
  assert.equal(simulation.count.authorize, 1)
  simulation.funds = rich
  simulation.verdict = () => 'answer'
  await page.send({ type: 'retry' })
  await simulation.advance(20_000)
  assert.equal(page.step, 'paid')
  assert.equal(simulation.count.transfer, 1)
})

test('what the service alone refuses may be sent by whoever has it: nothing else is offered until it lapses', async () => {
  const simulation = createWorld()
  simulation.verdict = (port) => (port === 'post' ? refusal : 'answer')
  const page = await paying(simulation)
  simulation.funds = rich
  await simulation.advance(60_000)
  assert.deepEqual([page.step, lastErrorOf(page)], ['unknownOutcome', 'authorization_held'])
  await page.send({ type: 'consent' })
  assert.equal(page.step, 'unknownOutcome')
  const next = simulation.page()
  page.die()
  await simulation.advance(60_000)
  assert.deepEqual([next.step, lastErrorOf(next)], ['unknownOutcome', 'authorization_held'])
  simulation.lapsed = true
  await simulation.advance(10_000)
  assert.equal(next.step, 'ready')
  assert.equal(noticeOf(next), 'authorization_lapsed')
  assert.equal(simulation.journal.get(chargeId), undefined)
  assert.equal(simulation.count.transfer, undefined)
})

test('an intermediary refuses what it has passed on: it is found, and paid once', async () => {
  const simulation = createWorld()
  const page = await paying(simulation, 'post')
  await simulation.held('post').settle('lose')
  simulation.holds = () => false
  simulation.verdict = (port) => (port === 'post' ? refusal : 'answer')
  await simulation.advance(20_000)
  assert.equal(page.step, 'paid')
  assert.equal(simulation.count.transfer, undefined)
  assert.equal(simulation.chain.length, 1)
})

test('where the chain does not say, a refusal proves nothing', async () => {
  const simulation = createRefusingWorld()
  simulation.verdict = (port) =>
    port === 'post' ? refusal : port === 'rehearse' ? offline : 'answer'
  const page = await paying(simulation)
  await simulation.advance(5000)
  assert.equal(page.step, 'unknownOutcome')
  simulation.verdict = (port) => (port === 'post' ? refusal : 'answer')
  await simulation.advance(30_000)
  assert.equal(page.step, 'insufficientFunds')
})

for (const isReloaded of [false, true])
  test(`what was refused and can be sent now keeps everything else waiting, ${isReloaded ? 'also after a reload' : 'in the same page'}`, async () => {
    const simulation = createRefusingWorld()
    let page = await paying(simulation)
    assert.equal(page.step, 'insufficientFunds')
    simulation.funds = rich
    simulation.tokenRefusal = undefined
    if (isReloaded) {
      page.die()
      page = simulation.page()
      await settled()
      assert.equal(page.step, 'ready')
      await page.send({ type: 'pay' })
    } else await page.send({ type: 'retry' })
    await simulation.advance(1000)
    assert.deepEqual([page.step, lastErrorOf(page)], ['unknownOutcome', 'authorization_held'])
    simulation.verdict = () => 'answer'
    await simulation.advance(60_000)
    assert.equal(page.step, 'paid')
    assert.equal(simulation.count.transfer, undefined)
    assert.equal(simulation.count.authorize, 1)
    assert.equal(simulation.chain.length, 1)
  })

test('a refusal after a lost answer proves nothing while the token takes it', async () => {
  const simulation = createWorld()
  let posts = 0
  simulation.verdict = (port) => {
    if (port !== 'post') return 'answer'
    return posts++ === 0 ? offline : refusal
  }
  const page = await paying(simulation)
  await simulation.advance(60_000)
  assert.equal(page.step, 'unknownOutcome')
})

test('a fee in the token is shown before anything is signed', async () => {
  const simulation = createWorld({ ...authorization, value: price + 50_000n, fee: 50_000n })
  const page = await paying(simulation)
  assert.equal(page.step, 'insufficientFunds')
  assert.equal(simulation.count.authorize, undefined)
  await page.send({ type: 'consent' })
  await simulation.advance(20_000)
  assert.equal(page.step, 'paid')
  assert.equal(simulation.count.authorize, 1)
})

test('an account with coin sends an ordinary transfer', async () => {
  const simulation = createWorld()
  simulation.funds = rich
  const page = await paying(simulation)
  await simulation.advance(20_000)
  assert.equal(page.step, 'paid')
  assert.equal(simulation.count.authorize, undefined)
})
