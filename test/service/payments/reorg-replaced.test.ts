import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Hex, keccak256 } from 'viem'
import type { ChargeEvent } from '../../../src/api/schemas/webhook.ts'
import { chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { transferCall } from '../../support/local-chain.ts'
import { newCharge, paymentThatIs, rpc, suffixOf } from '../../support/paying.ts'
import { provideReceiver } from '../../support/receiver.ts'
import { until } from '../../support/wait.ts'

// A payment that was confirmed is taken out by a deep reorganization, and its sender has paid something else with the
// same nonce.

const CONFIRMATIONS = JSON.stringify({ [chainId]: 2 })
const harness = provideHarness({ CONFIRMATIONS, WEBHOOK_ALLOW_PRIVATE: 'on' })
const receiver = provideReceiver(harness)

/** Signs two transfers of the same nonce that name a charge, and has the first one credited. */
async function payAndSignInstead(
  id: string,
  to: string,
  dollars: bigint,
): Promise<{ paid: Hex; instead: Hex; raw: Hex }> {
  const { client, payer, token } = harness.chain
  const nonce = await client.getTransactionCount({ address: payer.address })
  const gas = { gas: 200_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n }
  const call = { chainId, type: 'eip1559', to: token('DUSD').address, nonce, ...gas } as const
  const signTransfer = (recipient: string, amount: bigint) =>
    payer.signTransaction({
      ...call,
      data: transferCall(recipient as Hex, amount * 1_000_000n, suffixOf(id)),
    })
  const first = await signTransfer(wallet, 50n)
  const raw = await signTransfer(to, dollars)
  await client.sendRawTransaction({ serializedTransaction: first })
  await client.mine({ blocks: 25 })
  await paymentThatIs(harness, id, keccak256(first), 'COMPLETED')
  return { paid: keccak256(first), instead: keccak256(raw), raw }
}

/** Replaces the newest 26 blocks by others, with this transaction in the first one. */
async function reorganize(raw: Hex): Promise<void> {
  await rpc(harness, 'anvil_reorg', 26, [[raw, 0]])
  await harness.chain.setTime(Date.now())
  await harness.chain.client.mine({ blocks: 2 })
}

const eventsOf = (id: string) =>
  receiver.received
    .map(({ body }) => JSON.parse(body) as ChargeEvent)
    .filter(({ data }) => data.id === id)
    .map(({ type, data }) => [type, data.timeline.at(-1)?.context ?? ''].join(' ').trim())

test('a smaller payment in its place is too little, and nothing is confirmed twice', async () => {
  const id = await newCharge(harness, {}, { local_price: { amount: '50' } })
  const { paid, instead, raw } = await payAndSignInstead(id, wallet, 5n)
  await reorganize(raw)
  const failed = await paymentThatIs(harness, id, paid, 'FAILED')
  assert.equal(failed.reason, `The transaction was replaced by ${instead}.`)
  await until('the smaller payment to be too little', async () => {
    const { status, payments } = await clientOf(harness).getCharge(id)
    const smaller = payments.find((one) => one.payerTransactionHash === instead)
    return (status === 'PENDING' && smaller?.reason === 'UNDERPAID') || undefined
  })
  await until(
    'the last event',
    () => eventsOf(id).at(-1) === 'charge:pending UNDERPAID' || undefined,
  )
  const events = eventsOf(id)
  assert.equal(events.filter((one) => one.startsWith('charge:confirmed')).length, 1, `${events}`)
})

test('a payment whose nonce has gone elsewhere fails at once, and its charge can be canceled', async () => {
  const id = await newCharge(harness, {}, { local_price: { amount: '50' } })
  const { paid, raw } = await payAndSignInstead(id, harness.chain.payer.address, 50n)
  await reorganize(raw)
  await paymentThatIs(harness, id, paid, 'FAILED')
  const { status } = await clientOf(harness).cancelCharge(id)
  assert.equal(status, 'CANCELLED')
})
