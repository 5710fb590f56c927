import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import type { Chains } from '../../../src/service/chain/types/chains.ts'
import type { BlockWithTransactions } from '../../../src/service/chain/types/transactions.ts'
import { createBalanceSearch } from '../../../src/service/watcher/scan/balance-search.ts'
import { mockTime } from '../../support/mock-time.ts'

const shop = '0x00000000000000000000000000000000000000AA'
const [stranger, exchange] = ['0x01', '0x02']

/**
 * Blocks 1 to 20, in some of which coin comes: by the transactions themselves, or by their calls.
 *
 * @param isDown whether the node refuses to give a balance
 */
function startChain(
  called: ReadonlyMap<bigint, bigint>,
  direct: ReadonlyMap<bigint, bigint>,
  isDown = () => false,
) {
  let calls = 0
  const received = (number: bigint) => (called.get(number) ?? 0n) + (direct.get(number) ?? 0n)
  const toBlock = (number: bigint): BlockWithTransactions => {
    const one = { from: stranger, nonce: 0, input: '0x' }
    const paid = { ...one, hash: `paid ${number}`, to: shop, value: direct.get(number) ?? 0n }
    const other = { ...one, hash: `other ${number}`, to: exchange, value: 0n }
    const named = { ...other, hash: `named ${number}`, input: `0x${shop.slice(2).toLowerCase()}` }
    const header = { hash: `block ${number}`, parentHash: '', time: new Date(0) }
    return { ...header, transactions: [paid, other, named] }
  }
  const blocks = new Map(Array.from({ length: 21 }, (_, at) => [BigInt(at), toBlock(BigInt(at))]))
  const chains = {
    async getBalance(_: number, __: string, number: bigint) {
      calls += 1
      if (isDown()) throw new Error('It is away.')
      let sum = 0n
      for (let at = 0n; at <= number; at += 1n) sum += received(at)
      return sum
    },
    getBlockWithTransactions: async (_: number, number: bigint) => blocks.get(number),
  } as unknown as Chains
  const search = createBalanceSearch({ chains, log: pino({ enabled: false }) }, 1)
  const find = async (from: bigint, to: bigint) =>
    (await search.find({ from, to }, blocks, [shop])).map(({ hash }) => hash)
  return { find, calls: () => calls }
}

test('where the balance grows as the blocks say, a scan costs one call', async () => {
  const { find, calls } = startChain(new Map(), new Map([[3n, 5n]]))
  assert.deepEqual(await find(1n, 10n), [])
  assert.equal(calls(), 2)
  assert.deepEqual(await find(11n, 20n), [])
  assert.equal(calls(), 3)
})

test('what calls have brought is narrowed down to its block, and who names the recipient comes first', async () => {
  const { find } = startChain(
    new Map([[7n, 1n]]),
    new Map([
      [7n, 5n],
      [9n, 2n],
    ]),
  )
  assert.deepEqual(await find(1n, 20n), ['named 7', 'other 7'])
})

test('a stranger’s dust in every block is not read without end', async () => {
  const dust = new Map(Array.from({ length: 20 }, (_, at) => [BigInt(at + 1), 1n]))
  const { find } = startChain(dust, new Map())
  const read = new Set<string>()
  for (let look = 0; look < 20; look += 1) for (const hash of await find(1n, 20n)) read.add(hash)
  assert.ok(read.size > 0 && read.size < 250, `${read.size}`)
})

test('a chain that became shorter, with another balance, ends the search', async () => {
  const called = new Map<bigint, bigint>()
  const { find } = startChain(called, new Map())
  assert.deepEqual(await find(1n, 10n), [])
  called.set(10n, 3n)
  assert.deepEqual(await find(11n, 10n), [])
  assert.deepEqual(await find(10n, 11n), ['named 10', 'other 10'])
})

test('the largest amount is read first, whoever sends dust in every block', async (t) => {
  const time = mockTime(0)
  t.after(() => time.reset())
  const called = new Map(Array.from({ length: 18 }, (_, at) => [BigInt(at + 1), 1n]))
  const { find } = startChain(called, new Map())
  for (let scan = 0; scan < 12; scan += 1) await find(1n, 18n)
  called.set(19n, 1000n)
  assert.deepEqual(await find(19n, 20n), [])
  time.pass(60_000 / 10)
  assert.deepEqual(await find(20n, 20n), ['named 19', 'other 19'])
})

test('a balance that cannot be read is compared later, with what the blocks between have brought', async () => {
  let isDown = false
  const { find } = startChain(
    new Map([[7n, 3n]]),
    new Map([
      [6n, 5n],
      [12n, 5n],
    ]),
    () => isDown,
  )
  assert.deepEqual(await find(1n, 5n), [])
  isDown = true
  assert.deepEqual(await find(6n, 10n), [])
  assert.deepEqual(await find(11n, 15n), [])
  isDown = false
  assert.deepEqual(await find(16n, 20n), ['named 7', 'other 7'])
})

test('what an earlier range left is handed out again where the poll failed', async (t) => {
  const time = mockTime(0)
  t.after(() => time.reset())
  const called = new Map(Array.from({ length: 16 }, (_, at) => [BigInt(at + 1), 1n]))
  const { find } = startChain(called, new Map())
  for (let scan = 0; scan < 12; scan += 1) await find(1n, 16n)
  called.set(17n, 1000n)
  assert.deepEqual(await find(17n, 18n), [])
  time.pass(60_000 / 10)
  assert.deepEqual(await find(19n, 20n), ['named 17', 'other 17'])
  assert.deepEqual(await find(19n, 20n), ['named 17', 'other 17'])
})
