import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hex } from 'viem'
import { startLyingNode } from '../../attack/middle/lying-node.ts'
import { chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { newCharge, paymentThatIs, suffixOf } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'

// A payment of more than FINALITY_ABOVE_USD dollars waits until the chain itself calls its block safe, or finalized. anvil
// says so as Ethereum does: some epochs behind the newest block.

const harness = provideHarness({ FINALITY_ABOVE_USD: '{"safe":10,"finalized":100}' })

async function pay(dollars: number): Promise<[id: string, hash: Hex]> {
  const id = await newCharge(harness, {}, { local_price: { amount: `${dollars}` } })
  const { token, transfer } = harness.chain
  const amount = BigInt(dollars) * 1_000_000n
  return [id, await transfer(token('DUSD').address, wallet, amount, suffixOf(id))]
}

const readBlock = async (blockTag: 'latest' | 'safe' | 'finalized') =>
  (await harness.chain.client.getBlock({ blockTag })).number

/** Mines until a tag has reached the block of a transaction. */
async function mineUntil(blockTag: 'safe' | 'finalized', hash: Hex): Promise<void> {
  const { client } = harness.chain
  const { blockNumber } = await client.getTransactionReceipt({ hash })
  await client.mine({ blocks: Number(blockNumber - (await readBlock(blockTag))) })
}

const statusOf = async (id: string) => (await clientOf(harness).getCharge(id)).payments[0]?.status

test('a payment waits for as much finality as its value asks for', async () => {
  await harness.chain.client.mine({ blocks: 200 })
  const [large, largeHash] = await pay(101)
  const [middle, middleHash] = await pay(100)
  const [small, smallHash] = await pay(10)
  await paymentThatIs(harness, small, smallHash, 'COMPLETED')
  await paymentThatIs(harness, middle, middleHash, 'PENDING')
  assert.equal(await statusOf(middle), 'PENDING')
  const awaited = async (id: string) => (await clientOf(harness).getCharge(id)).finality
  assert.deepEqual(await awaited(middle), { level: 'safe', about_minutes: 10 })
  assert.deepEqual(await awaited(large), { level: 'finalized', about_minutes: 30 })
  assert.equal(await awaited(small), null)
  await mineUntil('safe', middleHash)
  await paymentThatIs(harness, middle, middleHash, 'COMPLETED')
  assert.equal(await statusOf(large), 'PENDING')
  await mineUntil('finalized', largeHash)
  await paymentThatIs(harness, large, largeHash, 'COMPLETED')
})

/** Answers of nodes of chains without these tags. */
const unknownTags = [
  { code: -39_001, message: 'Unknown block' },
  { code: -32_000, message: 'finalized block not found' },
  { code: -32_602, message: 'invalid argument 0: hex string without 0x prefix' },
]

test('on a chain that has no such tag, the confirmations decide', async (t) => {
  const node = await startLyingNode(harness.chain.rpcUrl)
  t.after(() => node.stop())
  const CHAIN_RPC_URLS = JSON.stringify({ [chainId]: node.url })
  await harness.restart({ CHAIN_RPC_URLS })
  for (const error of unknownTags) {
    node.tagError = error
    const [id, hash] = await pay(101)
    await paymentThatIs(harness, id, hash, 'COMPLETED')
  }
  // A node that is busy says nothing of the chain: this payment waits, and no other one.
  node.tagError = { code: -32_000, message: 'request timed out' }
  const [large, largeHash] = await pay(101)
  const isWaiting = () =>
    harness.service.log.some(({ hash, msg }) => hash === largeHash && /yet/.test(String(msg)))
  await until('the payment to wait', () => isWaiting() || undefined)
  const [small, smallHash] = await pay(10)
  await paymentThatIs(harness, small, smallHash, 'COMPLETED')
  assert.equal(await statusOf(large), 'PENDING')
  node.tagError = undefined
  await mineUntil('finalized', largeHash)
  await paymentThatIs(harness, large, largeHash, 'COMPLETED')
})
