import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Intent, Proposal } from '../../../src/checkout/ports/intent.ts'
import type { CheckoutEvent } from '../../../src/checkout/state.ts'
import { transition } from '../../../src/checkout/transitions/transition.ts'
import { chargeId, fault, hashB } from '../samples.ts'
import { type Page, paying, Simulation, settled } from '../simulation.ts'
import { everyState } from '../states.ts'

// What a wallet answers in place of a transaction: it is sent when others have signed, or by a bundler.

const toSign: Proposal = {
  kind: 'signatures',
  id: hashB,
  threshold: 2,
  owners: [
    { address: '0x01', hasApproved: true },
    { address: '0x02', hasApproved: false },
  ],
}

/** A page whose wallet has taken the payment and sends it later. */
async function proposing(simulation: Simulation, ...held: string[]): Promise<Page> {
  simulation.proposal = toSign
  const page = await paying(simulation, ...held)
  assert.equal(page.step, 'unknownOutcome')
  return page
}

const kept = (simulation: Simulation): Intent | undefined =>
  simulation.journal.get(chargeId)?.intent
const proposalOf = ({ state }: Page) =>
  state.step === 'unknownOutcome' ? state.proposal : undefined

test('that it is sent later is no fault: who must sign is shown, and nothing is asked again', async () => {
  const simulation = new Simulation()
  const page = await proposing(simulation)
  assert.deepEqual(proposalOf(page), toSign)
  assert.equal(page.state.step === 'unknownOutcome' && page.state.lastError, undefined)
  await simulation.advance(60_000)
  assert.equal(page.step, 'unknownOutcome')
  await page.send({ type: 'pay' })
  assert.equal(simulation.count.transfer, undefined)
  assert.equal(simulation.chain.length, 0)
})

test('what it is called is in the journal before it is looked for, and how it stands is not', async () => {
  const simulation = new Simulation()
  await proposing(simulation, 'search')
  assert.deepEqual(kept(simulation)?.proposal, { kind: 'signatures', id: hashB })
})

test('a signature more is shown when the chain is read', async () => {
  const simulation = new Simulation()
  const page = await proposing(simulation)
  const owners = toSign.owners?.map((one) => ({ ...one, approved: true }))
  simulation.proposal = { ...toSign, ...(owners && { owners }) }
  await simulation.advance(4000)
  assert.deepEqual(proposalOf(page)?.owners, owners)
})

test('executed by others, it is found, told and paid', async () => {
  const simulation = new Simulation()
  const page = await proposing(simulation)
  const intent = kept(simulation)
  assert.ok(intent)
  const hash = simulation.execute(intent)
  await simulation.advance(20_000)
  assert.equal(page.state.step === 'paid' && page.state.hash, hash)
  assert.equal(simulation.journal.get(chargeId)?.hash, hash)
  assert.deepEqual(simulation.left, ['success'])
})

test('a page that is opened days later waits on, and says the same', async () => {
  const simulation = new Simulation()
  const first = await proposing(simulation)
  first.die()
  const page = simulation.page()
  await settled()
  assert.ok(page.state.step === 'unknownOutcome')
  assert.deepEqual(page.state.intent.proposal, { kind: 'signatures', id: hashB })
  assert.deepEqual(proposalOf(page), toSign)
  const intent = kept(simulation)
  assert.ok(intent)
  simulation.execute(intent)
  await simulation.advance(20_000)
  assert.equal(page.step, 'paid')
})

test('given up by its own wallet, nothing was paid, and the charge can be paid', async () => {
  const simulation = new Simulation()
  const page = await proposing(simulation)
  simulation.proposal = { ...toSign, hasFailed: true }
  await simulation.advance(4000)
  assert.equal(page.state.step === 'ready' && page.state.notice?.code, 'wallet_failed')
  assert.equal(kept(simulation), undefined)
  simulation.proposal = undefined
  await page.send({ type: 'pay' })
  await simulation.advance(10_000)
  assert.equal(page.step, 'paid')
  assert.equal(simulation.chain.length, 1)
})

test('that its number went to something else says nothing of what others still sign', () => {
  const state = everyState['unknownOutcome, to be signed']
  const used = { found: 'used', toBlock: 100n } as const
  const event: CheckoutEvent = { type: 'searchUpdated', intentId: 'one', searchResult: used }
  const [next, effects] = transition(state, event, 5)
  assert.deepEqual(next, { ...state, lastError: undefined, searchResult: used })
  assert.deepEqual(effects, [])
})

test('a payer in a hurry makes no search begin anew, however often he asks', async () => {
  const simulation = new Simulation()
  // Further than what is searched again for what a reorganisation brought.
  simulation.head = 1000n
  const page = await proposing(simulation)
  simulation.holds = (port) => port === 'search'
  for (let click = 0; click < 3; click++) await page.send({ type: 'retry' })
  assert.deepEqual(
    simulation.looks.map(({ fromBlock }) => fromBlock),
    [undefined, 984n, 984n, 984n],
  )
  // What was known stays on the screen meanwhile.
  assert.deepEqual(proposalOf(page), toSign)
  assert.ok(page.state.step === 'unknownOutcome' && page.state.searchResult)
})

test('a look that failed is told until the next one succeeds', async () => {
  const simulation = new Simulation()
  simulation.verdict = (port) => (port === 'search' ? fault : 'answer')
  const page = await proposing(simulation)
  assert.equal(page.state.step === 'unknownOutcome' && page.state.lastError, fault)
  simulation.verdict = () => 'answer'
  await simulation.advance(4000)
  assert.equal(page.state.step === 'unknownOutcome' && page.state.lastError, undefined)
})

test('by the payer’s consent it is given up, and nothing that its wallet says later brings it back', async () => {
  const simulation = new Simulation()
  const page = await proposing(simulation)
  await page.send({ type: 'consent' })
  assert.equal(page.step, 'ready')
  assert.equal(kept(simulation), undefined)
  await page.send({ type: 'proposed', intentId: 'another', proposal: toSign })
  assert.equal(page.step, 'ready')
})

test('only the wallet that was asked may propose', () => {
  const proposed: CheckoutEvent = { type: 'proposed', intentId: 'one', proposal: toSign }
  const early = everyState['sending, not asked yet']
  assert.deepEqual(transition(early, proposed, 5), [early, []])
  const [state, effects] = transition(everyState['sending, asked'], proposed, 5)
  assert.equal(state.step, 'unknownOutcome')
  assert.deepEqual(
    effects.map((one) => one.do),
    ['updateIntent', 'searchTransfer'],
  )
})
