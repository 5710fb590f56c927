import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { CheckoutEvent, Step } from '../../../src/checkout/state.ts'
import { PayError } from '../../../src/errors.ts'
import { chargeId, walletA } from '../samples.ts'
import { type Page, Simulation, settled, type Verdict } from '../simulation.ts'

// Pages come and go; the journal, the chain and the shop stay.

/** At each step of a payment: the port that holds it there, and where a reload finds it. */
const reloads: [port: string, at: Step, after: Step, sentBefore: boolean][] = [
  ['load', 'loading', 'ready', false],
  ['wallets', 'choosingWallet', 'ready', false],
  ['connect', 'connecting', 'ready', false],
  ['funds', 'checking', 'ready', false],
  ['refresh', 'checking', 'ready', false],
  ['open', 'sending', 'ready', false],
  ['transfer', 'sending', 'unknownOutcome', false],
  ['record', 'reporting', 'confirming', true],
  ['transactionStatus', 'confirming', 'confirming', true],
]

for (const [port, at, after, sent] of reloads) {
  test(`a reload while ${at} (${port}) resumes at ${after}`, async () => {
    const simulation = new Simulation()
    simulation.holds = (one) => one === port
    const page = simulation.page()
    await settled()
    await page.send({ type: 'pay' })
    assert.equal(page.step, at)
    assert.equal(simulation.chain.length, sent ? 1 : 0)
    page.die()
    simulation.holds = () => false
    const next = simulation.page()
    await settled()
    assert.equal(next.step, after)
    await finish(simulation, next)
    assert.equal(next.step, 'paid')
    assert.equal(simulation.chain.length, 1)
  })
}

test('a wallet that approves after the page died has paid: the next page finds it', async () => {
  const simulation = new Simulation()
  simulation.holds = (port) => port === 'transfer'
  const page = simulation.page()
  await settled()
  await page.send({ type: 'pay' })
  page.die()
  await simulation.held('transfer').settle('answer')
  const next = simulation.page()
  await simulation.advance(10_000)
  assert.equal(next.step, 'paid')
  assert.equal(simulation.chain.length, 1)
  assert.equal(simulation.count.transfer, 1)
})

test('a page that is opened after the end shows the receipt and tells no second success', async () => {
  const simulation = new Simulation()
  const page = simulation.page()
  await finish(simulation, page)
  page.die()
  const next = simulation.page()
  await settled()
  assert.equal(next.state.step === 'paid' && next.state.wasPaidBefore, true)
  assert.deepEqual(simulation.left, ['success'])
})

/** An honest payer with honest machines: what is unresolved is looked for, and given up only when nothing was sent. */
async function finish(simulation: Simulation, page: Page) {
  simulation.holds = () => false
  simulation.verdict = () => 'answer'
  for (let round = 0; round < 40 && page.step !== 'paid'; round++) {
    const { state } = page
    if (state.step === 'unknownOutcome' && state.searchResult?.found === 'nothing')
      await page.send({ type: 'consent' })
    else if (['ready', 'wrongNetwork'].includes(state.step)) await page.send({ type: 'pay' })
    else if (state.step === 'choosingWallet')
      await page.send({ type: 'chooseWallet', walletId: walletA.id })
    else await page.send({ type: 'retry' })
    await simulation.advance(35_000)
  }
}

const pay: CheckoutEvent = { type: 'pay' }
const acts: CheckoutEvent[] = [
  pay,
  pay,
  pay,
  pay,
  { type: 'retry' },
  { type: 'chooseWallet', walletId: walletA.id },
  { type: 'back' },
  { type: 'reportNoResponse' },
  { type: 'cancel' },
]
const verdicts: Verdict[] = [
  ...Array.from({ length: 9 }, () => 'answer' as const),
  'lose',
  'refuse',
  new PayError('offline', 'No connection.', { retryable: true }),
]

type Moment =
  | { act: number }
  | { call: number; verdict: number }
  | { wait: number }
  | { reload: true }
  | { tab: number }

const moment: fc.Arbitrary<Moment> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.nat({ max: acts.length - 1 }) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      call: fc.oneof(fc.constant(0), fc.nat({ max: 3 })),
      verdict: fc.nat({ max: verdicts.length - 1 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ wait: fc.constantFrom(100, 1500, 40_000) }) },
  { weight: 1, arbitrary: fc.record({ reload: fc.constant(true as const) }) },
  { weight: 1, arbitrary: fc.record({ tab: fc.nat({ max: 1 }) }) },
)

/** Two tabs of one browser on one charge, with everything late, lost, refused or reloaded as the moments say. */
async function live(moments: Moment[]): Promise<Simulation> {
  const simulation = new Simulation()
  const tabs = [simulation.page(), simulation.page()]
  await settled()
  // The journal is asked and answers within the browser: nothing comes between.
  simulation.holds = (port) => !['wallets', 'load', 'open'].includes(port)
  let at = 0
  for (const now of moments) {
    const page = tabs[at]!
    if ('tab' in now) at = now.tab
    else if ('act' in now) await page.send(acts[now.act]!)
    else if ('wait' in now) await simulation.advance(now.wait)
    else if ('reload' in now) {
      page.die()
      tabs[at] = simulation.page()
    } else {
      const call = simulation.calls[now.call]
      // A shop that is away when a stale tab asks it cannot stop that tab: paying goes on without a shop, by intent.
      await call?.settle(call.port === 'refresh' ? 'answer' : verdicts[now.verdict]!)
    }
    await settled()
    // Nobody consented: whatever else happens, one charge is paid once.
    assert.ok(simulation.chain.length <= 1, 'paid twice')
  }
  for (const tab of tabs) tab.die()
  simulation.holds = () => false
  // A wallet answers for what a page that died had asked; nothing else is left of them.
  for (const call of [...simulation.calls])
    await call.settle(call.port === 'transfer' ? 'answer' : 'refuse')
  return simulation
}

test('whatever fails, is late, or is reloaded: one transfer, and it ends paid', async () => {
  let paid = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(moment, { minLength: 10, maxLength: 60, size: 'max' }),
      async (moments) => {
        const simulation = await live(moments)
        if (simulation.chain.length > 0) paid++
        const page = simulation.page()
        await finish(simulation, page)
        assert.equal(
          page.step,
          'paid',
          JSON.stringify(page.state, (_, value) =>
            typeof value === 'bigint' ? String(value) : value,
          ),
        )
        assert.equal(simulation.chain.length, 1)
        assert.equal(simulation.charge.payments?.length, 1)
        // What is left is the receipt.
        assert.notEqual(simulation.journal.get(chargeId)?.settledAt, undefined)
      },
    ),
    { numRuns: 400 },
  )
  assert.ok(paid > 30, `only ${paid} of the runs had paid before the end`)
})
