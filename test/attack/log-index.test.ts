import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Address, Hex } from 'viem'
import type { Chains } from '../../src/service/chain/types/chains.ts'
import type { CompleteTransfers } from '../../src/service/chain/types/transfer-logs.ts'
import { type LocalChain, startLocalChain } from '../support/local-chain.ts'
import {
  askNode,
  type NodeCall,
  type NodeReply,
  startNode,
  type TestNode,
} from '../support/node.ts'
import { chainsOf, shop } from './proving.ts'

/** A node whose index of logs knows only these blocks, and answers [] for others as real ones do. */
interface Index {
  from: bigint
  to: bigint
}

let chain: LocalChain
let index: Index
let asked: NodeCall[]
let token: Address
let chains: Chains
const everything = { from: 0n, to: 2n ** 60n }

async function answer(call: NodeCall): Promise<NodeReply> {
  asked.push(call)
  const reply = await askNode(chain.rpcUrl, call)
  if (call.method !== 'eth_getLogs' || !Array.isArray(reply.result)) return reply
  const result = reply.result.filter(({ blockNumber }: { blockNumber: Hex }) => {
    const number = BigInt(blockNumber)
    return number >= index.from && number <= index.to
  })
  return { ...reply, result }
}

let node: TestNode
before(async () => {
  chain = await startLocalChain()
  token = chain.dusd
  node = await startNode(chain.rpcUrl, answer)
})
after(async () => {
  await node.stop()
  await chain.stop()
})
beforeEach(() => {
  index = everything
  asked = []
  chains = chainsOf({ chainId: chain.chainId, rpcUrl: node.rpcUrl })
})

const head = () => chain.client.getBlockNumber()
/** A transfer that nothing tells of but the index. */
const pay = (to: Address = shop) => chain.transfer(token, to, 5n)
const read = (from: bigint, to: bigint, former?: CompleteTransfers['witness']) =>
  chains.findCompleteTransfers(
    chain.chainId,
    { from, to },
    { tokens: [token], recipients: [shop] },
    former,
  )
const hashes = ({ transfers }: CompleteTransfers) => transfers.map(({ hash }) => hash)

for (const [name, seconds] of Object.entries({ '250 ms': 0.25, '12 s': 12 })) {
  describe(`on a chain with a block each ${name}`, () => {
    /** Blocks as such a chain makes them: of some a transaction, of most none. */
    async function pass(blocks: number): Promise<void> {
      await chain.client.mine({ blocks, interval: Math.ceil(seconds) })
    }

    test('a transfer that an index lags behind is not passed over, and is found when it has healed', async () => {
      const start = await head()
      await pay(chain.payer.address)
      await pass(3)
      const first = await read(start, await head())
      assert.equal(first.completeTo, await head())
      const from = (await head()) + 1n
      index = { from: 0n, to: await head() }
      const hash = await pay()
      await pass(200)
      await pay(chain.payer.address)
      const to = await head()
      const lagging = await read(from, to, first.witness)
      assert.deepEqual(hashes(lagging), [])
      assert.ok(lagging.completeTo === undefined || lagging.completeTo < from)
      assert.equal(lagging.incompleteReason, 'witness')
      index = everything
      const healed = await read(from, to, lagging.witness)
      assert.deepEqual(
        [hashes(healed), healed.completeTo, healed.incompleteReason],
        [[hash], to, undefined],
      )
    })

    test('what sets up a chain, with logs that are no transfers, keeps the first payment on it from nobody', async () => {
      await pass(100)
      const from = (await head()) + 1n
      // Its constructor writes a log of one topic, and no log of three is near.
      const data = '0x600160006000a100'
      await chain.client.sendTransaction({ account: chain.payer.address, data })
      const hash = await pay()
      const to = await head()
      const answer = await read(from, to)
      assert.deepEqual(
        [hashes(answer), answer.completeTo, answer.incompleteReason],
        [[hash], to, undefined],
      )
      index = { from: to + 1n, to }
      assert.equal((await read(from, to)).completeTo, undefined)
      await pass(1)
    })

    test('a transfer that an index was pruned of is not passed over', async () => {
      const from = await head()
      const hash = await pay()
      await pass(100)
      const pruned = await head()
      await pay(chain.payer.address)
      await pass(2)
      const to = await head()
      index = { from: pruned, to: 2n ** 60n }
      const answer = await read(from, to)
      assert.deepEqual(
        [hashes(answer), answer.completeTo, answer.incompleteReason],
        [[], undefined, 'witness'],
      )
      index = everything
      const healed = await read(from, to)
      assert.deepEqual([hashes(healed), healed.completeTo], [[hash], to])
    })

    test('what an index holds of a range is proved while it lags behind the rest', async () => {
      const from = (await head()) + 1n
      const hash = await pay()
      await pay(chain.payer.address)
      const known = await head()
      await pass(300)
      await pay(chain.payer.address)
      index = { from: 0n, to: known }
      const answer = await read(from, await head())
      assert.deepEqual(hashes(answer), [hash])
      assert.ok(answer.completeTo !== undefined && answer.completeTo >= known)
      assert.ok(answer.completeTo < (await head()))
    })
  })
}

test('a range in which nothing was logged is proved by its headers, without the index', async () => {
  await pay(chain.payer.address)
  const from = (await head()) + 1n
  await chain.client.mine({ blocks: 20 })
  index = { from: 0n, to: 0n }
  const answer = await read(from, await head())
  assert.deepEqual([answer.completeTo, answer.incompleteReason], [await head(), undefined])
  assert.equal(
    asked.some(({ method }) => method === 'eth_getLogs'),
    false,
  )
})

test('a witness that a reorganisation took away is replaced', async () => {
  const from = (await head()) + 1n
  const id = await chain.client.snapshot()
  await pay(chain.payer.address)
  const first = await read(from, await head())
  assert.equal(first.completeTo, await head())
  await chain.client.revert({ id })
  await chain.client.mine({ blocks: 2 })
  const hash = await pay()
  await pay(chain.payer.address)
  const answer = await read(from, await head(), first.witness)
  assert.deepEqual([hashes(answer), answer.completeTo], [[hash], await head()])
})

test('one answer has to hold both ends: two nodes behind one address prove nothing together', async () => {
  const from = (await head()) + 1n
  await pay(chain.payer.address)
  const middle = await head()
  await chain.client.mine({ blocks: 3 })
  await pay()
  await chain.client.mine({ blocks: 3 })
  await pay(chain.payer.address)
  const to = await head()
  // Alternately a node that has only the lower end, and one that has only the upper.
  for (const part of [
    { from: 0n, to: middle },
    { from: to, to: 2n ** 60n },
  ]) {
    index = part
    const answer = await read(from, to)
    assert.ok(answer.completeTo === undefined || answer.completeTo <= middle + 3n)
  }
})
