import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PayError } from '../../../src/errors.ts'
import { rich } from '../samples.ts'
import { type Page, paying, Simulation } from '../simulation.ts'

// An account that has too little: what arrives is noticed, and no wallet is asked without a click.

const price = 19_990_000n

/** A payer whose account has nothing of the token, on the screen that says so. */
async function short(simulation = new Simulation()): Promise<[Simulation, Page]> {
  simulation.funds = { ...rich, tokenBalance: 0n }
  const page = await paying(simulation)
  await simulation.advance(1000)
  assert.equal(page.step, 'insufficientFunds')
  return [simulation, page]
}

const missingOf = ({ state }: Page) =>
  state.step === 'insufficientFunds' ? (state.missing ?? 'nothing') : state.step

test('what arrives is noticed; the wallet is asked at the click, once', async () => {
  const [simulation, page] = await short()
  simulation.funds = { ...rich, tokenBalance: price - 1n }
  await simulation.advance(7000)
  const { state } = page
  assert.equal(state.step === 'insufficientFunds' && state.funds.tokenBalance, price - 1n)
  assert.equal(missingOf(page), 'token')
  simulation.funds = rich
  await simulation.advance(7000)
  assert.equal(missingOf(page), 'nothing')
  await simulation.advance(120_000)
  assert.equal(simulation.count.transfer, undefined)
  await page.send({ type: 'retry' })
  await simulation.advance(30_000)
  assert.equal(page.step, 'paid')
  assert.equal(simulation.count.transfer, 1)
})

test('what is spent again is missing again, and the fee comes after the token', async () => {
  const [simulation, page] = await short()
  simulation.funds = { ...rich, nativeBalance: 0n }
  await simulation.advance(7000)
  assert.equal(missingOf(page), 'gas')
  simulation.funds = rich
  await simulation.advance(7000)
  assert.equal(missingOf(page), 'nothing')
  simulation.funds = { ...rich, tokenBalance: 0n }
  await simulation.advance(7000)
  assert.equal(missingOf(page), 'token')
})

test('a fee that the token can pay is offered when the token has come', async () => {
  const [simulation, page] = await short()
  simulation.authorization = {
    value: price + 50_000n,
    fee: 50_000n,
    nonce: `0x${'7c'.repeat(32)}`,
    validBefore: 1_790_000_600n,
    domain: { name: 'USD Coin', version: '2' },
  }
  simulation.funds = { ...rich, nativeBalance: 0n }
  await simulation.advance(7000)
  const { state } = page
  assert.ok(state.step === 'insufficientFunds' && state.intent?.authorization?.fee === 50_000n)
  assert.equal(simulation.count.authorize, undefined)
})

test('nothing is read while nobody looks, or while nothing changes more than the balances', async () => {
  const [simulation, page] = await short()
  const reads = () => simulation.count.funds ?? 0
  simulation.seen = false
  const before = reads()
  await simulation.advance(60_000)
  assert.equal(reads(), before)
  simulation.seen = true
  const states = page.states.length
  await simulation.advance(60_000)
  assert.ok(reads() - before <= 10)
  assert.equal(page.states.length, states)
})

test('a node that fails is asked again, and a screen that is left asks no more', async () => {
  const [simulation, page] = await short()
  let isDown = true
  simulation.verdict = (port) =>
    port === 'funds' && isDown ? new PayError('chain_unreachable', 'No node.') : 'answer'
  simulation.funds = rich
  await simulation.advance(20_000)
  assert.equal(missingOf(page), 'token')
  isDown = false
  await simulation.advance(7000)
  assert.equal(missingOf(page), 'nothing')
  await page.send({ type: 'back' })
  assert.equal(page.step, 'ready')
  const reads = simulation.count.funds
  await simulation.advance(60_000)
  assert.equal(simulation.count.funds, reads)
})

test('a charge that somebody else pays meanwhile is shown as paid', async () => {
  const [simulation, page] = await short()
  simulation.funds = rich
  simulation.charge = {
    ...simulation.charge,
    payments: [
      {
        payerTransactionHash: `0x${'ab'.repeat(32)}`,
        status: 'COMPLETED',
        creditedAmount: '19.99',
      },
    ],
  }
  await simulation.advance(20_000)
  assert.equal(page.step, 'paid')
  assert.equal(simulation.count.transfer, undefined)
})
