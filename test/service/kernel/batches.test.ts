import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  batchWithFallback,
  readInParts,
  splitIntoBatches,
  splitIntoRounds,
} from '../../../src/service/kernel/batches.ts'
import { splitForRecording } from '../../../src/service/payments/transfers.ts'

test('what can be done together is done by one call', async () => {
  const calls: (readonly number[])[] = []
  const results = await batchWithFallback([1, 2, 3], async (some) => {
    calls.push(some)
    return some.map((one) => one * 10)
  })
  assert.deepEqual(
    results.map(({ result }) => result),
    [10, 20, 30],
  )
  assert.deepEqual(calls, [[1, 2, 3]])
  assert.deepEqual(await batchWithFallback([], () => assert.fail('There is nothing to do.')), [])
})

test('one that fails keeps no other from being done, and has its error in its place', async () => {
  const done: number[] = []
  const task = async (some: readonly number[]) => {
    if (some.includes(2)) throw new Error('not 2')
    done.push(...some)
    return some
  }
  const outcomes = await batchWithFallback([1, 2, 3], task)
  assert.deepEqual(
    outcomes.map(({ result, error }) => result ?? error?.message),
    [1, 'not 2', 3],
  )
  assert.deepEqual(done, [1, 3])
  assert.equal((await batchWithFallback([2], task))[0]?.error?.message, 'not 2')
})

test('what failed only together is done, in order', async () => {
  const task = async (some: readonly number[]) => {
    if (some.length > 1) throw new Error('a deadlock')
    return some
  }
  const outcomes = await batchWithFallback([3, 1, 2], task)
  assert.deepEqual(
    outcomes.map(({ result }) => result),
    [3, 1, 2],
  )
})

test('a transaction with many transfers is recorded in parts, each with its own charges, one after the other', () => {
  const transfers = Array.from({ length: 250 }, (_, position) => ({
    ...{ position, token: '0x01', recipient: '0x02', sender: '0x03', amount: 1n },
    references: [],
  }))
  const mined = {
    ...{
      chainId: 1,
      hash: '0x04',
      block: { number: 1n, hash: '0x05' },
      minedAt: new Date(),
      blockTime: new Date(),
    },
    ...{ transfers, mentionedReferences: [] },
  }
  const parts = splitForRecording([
    {
      mined,
      listChargeIds: ({ position }) => [`charge ${position}`],
      decideCredit: () => ({ reason: '' }),
    },
  ])
  assert.deepEqual(
    parts.map((some) => some.map((one) => one.transfers.length)),
    [[100], [100], [50]],
  )
  const all = parts.flat()
  assert.deepEqual(
    all.flatMap((one) => one.transfers),
    transfers,
  )
  for (const { mined: whole, chargeIds, transfers: some } of all) {
    assert.equal(whole, mined)
    assert.deepEqual(
      chargeIds,
      some.map(({ position }) => `charge ${position}`),
    )
  }
})

test('a batch has no more than its size', () => {
  assert.deepEqual([...splitIntoBatches([1, 2, 3, 4, 5], 2)], [[1, 2], [3, 4], [5]])
  assert.deepEqual([...splitIntoBatches([], 2)], [])
  const sizes = [...splitIntoBatches([1, 2, 9, 2, 2, 1], 4, (one) => one)]
  assert.deepEqual(sizes, [[1, 2], [9], [2, 2], [1]])
})

test('no round changes the same thing twice, and what changes the same thing stays in order', () => {
  const split = (...items: string[]) => splitIntoRounds(items, (one) => [...one])
  assert.deepEqual(split('a', 'b', 'c'), [['a', 'b', 'c']])
  assert.deepEqual(split('a', 'a', 'b', 'a'), [['a', 'b'], ['a'], ['a']])
  // The third waits for both, the fourth for the third.
  assert.deepEqual(split('a', 'b', 'ab', 'b', 'c'), [['a', 'b', 'c'], ['ab'], ['b']])
  assert.deepEqual(split('', ''), [['', '']])
})

/** Reads numbers as things that weigh as much, and returns the parts and the most that was held at once. */
async function readNumbers(numbers: readonly number[], maxWeight: number, concurrency: number) {
  const parts: (readonly { weight: number }[])[] = []
  let held = 0
  let mostHeld = 0
  let reading = 0
  let mostReading = 0
  const read = async (weight: number) => {
    reading += 1
    mostReading = Math.max(mostReading, reading)
    // Those that come later are read sooner.
    for (let turn = 0; turn < 10 - (weight % 10); turn += 1) await Promise.resolve()
    reading -= 1
    held += weight
    mostHeld = Math.max(mostHeld, held)
    return { weight }
  }
  const weigh = (one: { weight: number }) => one.weight
  for await (const part of readInParts(numbers, { read, weigh, maxWeight, concurrency })) {
    parts.push(part)
    held = 0
  }
  return { parts: parts.map((part) => part.map(weigh)), mostHeld, mostReading }
}

test('what is light is read in one part, some at the same time, and stays in order', async () => {
  const numbers = Array.from({ length: 50 }, (_, index) => index + 1)
  const { parts, mostReading } = await readNumbers(numbers, 1_000_000, 8)
  assert.deepEqual(parts, [numbers])
  assert.equal(mostReading, 8)
})

test('what is heavy is read in parts, so that little of it is held at once', async () => {
  const numbers = Array.from({ length: 100 }, (_, index) => 100 + (index % 7))
  const { parts, mostHeld } = await readNumbers(numbers, 300, 4)
  assert.deepEqual(parts.flat(), numbers)
  // What was under way when it was enough is read to its end.
  assert.ok(mostHeld < 300 + 4 * 107, `${mostHeld} is held`)
  assert.deepEqual((await readNumbers([], 300, 4)).parts, [])
})

test('what cannot be read ends the reading', async () => {
  const reading = { weigh: () => 1, maxWeight: 10, concurrency: 2 }
  const read = async (one: number) => {
    if (one === 2) throw new Error('not 2')
    return one
  }
  const readAll = async () => {
    for await (const part of readInParts([1, 2, 3], { ...reading, read })) assert.fail(`${part}`)
  }
  await assert.rejects(readAll(), /not 2/)
})
