import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Hex, parseEther } from 'viem'
import { startLyingNode } from '../../attack/middle/lying-node.ts'
import { deployFeed, feedAddress } from '../../support/feed.ts'
import { chainId, clientOf, provideHarness, wallet } from '../../support/harness.ts'
import { coin, newCharge, paymentThatIs, suffixOf } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'

// A payment of more than FINALITY_ABOVE_USD dollars waits until the chain itself calls its block safe, or finalized. anvil
// says so as Ethereum does: some epochs behind the newest block.

const feed = { chainId, feed: feedAddress(0), tokenAddress: coin, maxAgeSeconds: 3600 }
const harness = provideHarness({
  FINALITY_ABOVE_USD: '{"safe":10,"finalized":100}',
  PRICE_FEEDS: JSON.stringify([{ ...feed, min: 100, max: 100_000 }]),
})

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

test('a payment in a token with a feed waits by its value, and the longest where the feed gave none', async () => {
  const say = await deployFeed(harness.chain)
  await say(2000n * 10n ** 8n)
  const payCoin = async (dollars: number, prepare = async () => {}) => {
    const price = { local_price: { amount: `${dollars}` } }
    const id = await newCharge(harness, { tokenAddress: coin }, price)
    await prepare()
    const value = parseEther(`${dollars / 2000}`)
    return [id, await harness.chain.send(wallet, suffixOf(id), value)] as const
  }
  const [large, largeHash] = await payCoin(102)
  const [small, smallHash] = await payCoin(8)
  await paymentThatIs(harness, small, smallHash, 'COMPLETED')
  assert.equal(await statusOf(large), 'PENDING')
  const { finality } = await clientOf(harness).getCharge(large)
  assert.deepEqual(finality, { level: 'finalized', about_minutes: 30 })
  const [unknown, unknownHash] = await payCoin(8, () => say(-1n))
  await paymentThatIs(harness, unknown, unknownHash, 'PENDING')
  await mineUntil('safe', unknownHash)
  const [later, laterHash] = await pay(9)
  await paymentThatIs(harness, later, laterHash, 'COMPLETED')
  assert.equal(await statusOf(unknown), 'PENDING')
  await mineUntil('finalized', unknownHash)
  await paymentThatIs(harness, unknown, unknownHash, 'COMPLETED')
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
