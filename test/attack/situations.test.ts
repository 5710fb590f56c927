import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { formatAmount } from '../../src/amount.ts'
import { atNight } from '../support/effort.ts'
import { checkBooks } from './ledger/check.ts'
import { allFeatures } from './ledger/features.ts'
import { createFigures } from './ledger/figures.ts'
import { openDatabase, reorgBlocks, startService } from './ledger/service.ts'
import { Stage } from './ledger/stage.ts'
import { installNodes, nodeUrls, SimulatedTime } from './ledger/time.ts'
import { World } from './ledger/world.ts'

// What happens to a payment when blocks are replaced and come back, nodes lie or fail, clocks jump and processes end: one
// situation after the other in one world. After each the charge is what the chain says, and in the end so are the books.

const minuteMs = 60_000

let world: World
const ends: (() => unknown)[] = []
let unexpected: Error | undefined
before(async () => {
  const database = await openDatabase()
  ends.unshift(() => database.close())
  const time = new SimulatedTime()
  ends.unshift(() => time.end())
  const onError = (error: Error) => {
    unexpected ??= error
  }
  const service = await startService(database, nodeUrls, onError)
  ends.unshift(() => service.stop())
  world = new World({ features: allFeatures, time, service, figures: createFigures() }, 1)
  ends.unshift(installNodes(time, world.chain, world.nodes, onError))
  await service.call('POST', '/api-keys/charge-webhook', { url: 'https://shop.example/hook' })
  for (let count = 0; count < 40; count += 1) world.mine([])
  await world.look()
})
after(async () => {
  for (const end of ends) await end()
})

/** A payment that was seen, and is not confirmed. */
async function seen(): Promise<Stage> {
  const stage = await Stage.pay(world)
  await world.look()
  assert.equal(await stage.readStatus(), 'PENDING')
  await stage.pass(1)
  return stage
}

/** A payment that was credited. */
async function credited(): Promise<Stage> {
  const stage = await Stage.pay(world)
  await stage.confirm()
  return stage
}

/** What only says again of a payment above the confirmations what another says; the fuzzer draws these as well. */
const nightOnly = [
  'is there again in the very same block, after half an hour',
  'is there again in the very same block, twice',
  'is there again in a node that lags behind',
]

/** What each run plays of a payment below the confirmations; the rest is much the same there. */
const everyRun = [
  'is mined again in another block',
  'is there again in the very same block',
  'is there again in the very same block, for another process',
  'gives way to another transaction, which gives way to it again',
]

const depths = { 'below the confirmations': seen, 'above the confirmations': credited }

/** What happens to a payment whose blocks are gone, as the service has seen, and how its charge ends. */
const happenings: Record<string, { act: (stage: Stage) => Promise<void> | void; end?: string }> = {
  'is mined again in another block': { act: ({ tx }) => world.mine([tx]) },
  'is mined again much later': {
    async act(stage) {
      await stage.pass(10)
      world.time.pass(20 * minuteMs)
      world.mine([stage.tx])
    },
  },
  'is there again in the very same block': { act: (stage) => stage.comeBack() },
  'is there again in the very same block, after half an hour': {
    act(stage) {
      world.time.pass(30 * minuteMs)
      stage.comeBack()
    },
  },
  'is there again in the very same block, twice': {
    async act(stage) {
      stage.comeBack()
      await world.look(8_000)
      stage.comeBack()
      await world.look(8_000)
      stage.comeBack()
    },
  },
  'is there again in the very same block, for another process': {
    async act(stage) {
      await world.service.restart()
      stage.comeBack()
    },
  },
  'is there again while the clock jumps ahead': {
    act(stage) {
      world.time.jump(600 * minuteMs)
      stage.comeBack()
    },
  },
  'is there again while the clock jumps back': {
    act(stage) {
      world.time.jump(-600 * minuteMs)
      stage.comeBack()
    },
  },
  'is there again in a node that lags behind': {
    async act(stage) {
      stage.comeBack()
      for (const node of world.nodes) node.lag = 4
      await world.look(8_000)
      for (const node of world.nodes) node.lag = 0
    },
  },
  'is there again after nodes that fail': {
    async act(stage) {
      stage.comeBack()
      for (const node of world.nodes) node.isDown = true
      await world.look(8_000)
      for (const node of world.nodes) node.isDown = false
    },
  },
  'is there again, and gives way to another transaction in the end': {
    async act(stage) {
      stage.comeBack()
      await world.look(8_000)
      stage.replace()
      spendOtherwise(stage)
    },
    end: 'FAILED',
  },
  'gives way to another transaction, which gives way to it again': {
    async act(stage) {
      spendOtherwise(stage)
      await stage.waitFor('FAILED')
      stage.comeBack()
    },
  },
  'never comes back': {
    act({ tx }) {
      world.chain.drop(tx)
    },
    // It fails after an hour, and so long a charge can be paid.
    end: 'EXPIRED',
  },
}

/** Its account sends something else with its nonce. */
function spendOtherwise({ tx }: Stage): void {
  const { from, nonce } = tx
  world.chain.drop(tx)
  const nothing = { steps: [], hasReverted: false, named: new Map(), honest: [] }
  const other = world.send({ ...nothing, from, to: from, value: 0n, input: '0x' }, nonce)
  world.mine([other])
}

const isInEveryRun = (name: string, begin: typeof seen) =>
  begin === credited ? !nightOnly.includes(name) : everyRun.includes(name)

for (const [depth, begin] of Object.entries(depths))
  describe(`a payment ${depth} whose blocks are replaced`, () => {
    for (const [name, { act, end = 'COMPLETED' }] of Object.entries(happenings))
      test(name, isInEveryRun(name, begin) ? {} : atNight, async () => {
        const stage = await begin()
        await stage.loseSight()
        await act(stage)
        await stage.waitFor(end)
        world.time.correct()
        await stage.pass(1)
      })
  })

describe('a credited payment', () => {
  test('of which one node follows other blocks for some seconds stands in the end', async () => {
    const stage = await credited()
    stage.replace()
    stage.comeBack()
    for (const node of world.nodes) {
      node.fork = world.chain.seenWith(stage.replaced)
      await world.look(8_000)
      await stage.pass(2)
      node.fork = undefined
    }
    await stage.waitFor('COMPLETED')
  })

  test('that comes back in another form counts what it is now, and all of it in its first form again', async () => {
    const stage = await Stage.pay(world)
    const { tx, charge } = stage
    await stage.confirm()
    stage.replace()
    const [step] = tx.steps
    assert.ok(step?.kind === 'log')
    // The same call transfers a part, as a token with a fee that was switched on.
    const part = {
      ...step,
      data: `0x${(charge.amount / 2n).toString(16).padStart(64, '0')}` as const,
    }
    const other = { ...tx, steps: [part] }
    world.chain.known.set(tx.hash, other)
    world.chain.pool.delete(tx)
    world.chain.pool.add(other)
    world.mine([other])
    await stage.pass(6)
    await stage.waitFor('PENDING')
    const { body } = await world.service.call('GET', `/charges/${charge.id}`)
    const [payment] = (body.data as { payments: { creditedAmount?: string }[] }).payments.slice(-1)
    assert.ok(payment)
    assert.equal(payment.creditedAmount, formatAmount(charge.amount / 2n, 6))
    stage.comeBack()
    await stage.waitFor('COMPLETED')
  })
})

test('unmatched money whose very blocks come back is unmatched again', async () => {
  const stage = await Stage.pay(world, false)
  await stage.pass(6)
  const isListed = async () => {
    const { body } = await world.service.call('GET', '/unmatched-payments?limit=100')
    return JSON.stringify(body).includes(stage.tx.hash)
  }
  assert.ok(await isListed())
  stage.replace()
  // Its block is read again when it is half as deep as reorganizations are searched for.
  for (let count = 0; count < reorgBlocks / 2; count += 1) world.mine([])
  await stage.pass(2)
  assert.ok(!(await isListed()))
  stage.comeBack()
  for (let count = 0; count < 20 && !(await isListed()); count += 1) await stage.pass(1)
  assert.ok(await isListed())
})

test('in the end the books equal the chain, and each row is in the block that the chain has it in', async () => {
  await world.settle()
  await checkBooks(world)
  assert.equal(unexpected, undefined)
})
