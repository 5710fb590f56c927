import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { Dice } from '../../fault/dice.ts'
import { limitRange, type Refusal } from '../../support/counting-node.ts'
import { atNight, isNightly } from '../../support/effort.ts'
import {
  pollIntervalMs,
  type SimulatedWatcher,
  startSimulatedWatcher,
} from '../../support/simulated-watcher.ts'
import { openEmbedded } from '../../support/tables.ts'

// How many calls a node gets, by what happens. The time is simulated: these are counts, which no machine changes.

const secondMs = 1000
const minuteMs = 60 * secondMs

/** The index of logs is checked each ten minutes, so what that time costs is steady: more of it is simulated at night. */
const periodMs = 10 * minuteMs
const periods = isNightly ? 3 : 1
/** Periods of a day. */
const perDay = 144 / periods

let database: Awaited<ReturnType<typeof openEmbedded>>
before(async () => {
  database = await openEmbedded()
})
after(() => database.close())

let watcher: SimulatedWatcher
beforeEach(async () => {
  watcher = await startSimulatedWatcher(undefined, database)
})
afterEach(() => watcher.stop())

/** What a time costs, in which `each` runs before every turn. */
async function costOf(...[duration, options]: Parameters<SimulatedWatcher['pass']>) {
  watcher.node.reset()
  await watcher.pass(duration, options)
  return { units: watcher.node.units(), calls: watcher.node.count() }
}

/** An open charge that nobody has asked for, for so long that the chain is looked at as rarely as with any. */
async function leaveOpenCharge(): Promise<string> {
  const id = await watcher.createCharge()
  await watcher.pass(2 * pollIntervalMs)
  await watcher.forgetPayers()
  await watcher.pass(minuteMs)
  return id
}

describe('a chain', () => {
  test(
    'with an open charge that nobody asks for costs a tenth of what a look each 4 s would',
    atNight,
    async () => {
      await leaveOpenCharge()
      const { units } = await costOf(periods * periodMs)
      assert.ok(units * perDay <= 150_000, `${units * perDay} units a day`)
    },
  )

  test(
    'where nothing is open costs at most 50,000 units and 1,500 calls a day',
    atNight,
    async () => {
      await leaveOpenCharge()
      await watcher.expireAll()
      await watcher.pass(minuteMs)
      const { units, calls } = await costOf(periods * periodMs)
      assert.ok(units * perDay <= 50_000, `${units * perDay} units a day`)
      assert.ok(calls * perDay <= 1_500, `${calls * perDay} calls a day`)
      assert.ok(calls > 0, 'late money is found as well')
    },
  )

  test('is looked at in each turn while somebody waits, also if nobody did before', async () => {
    await leaveOpenCharge()
    await watcher.expireAll()
    await watcher.pass(minuteMs)
    const id = await watcher.createCharge()
    watcher.node.reset()
    await watcher.pass(minuteMs, { each: () => watcher.readCharge(id) })
    // In 15 turns. The mark of the first reader may be written after the first of them has begun.
    assert.ok(watcher.node.count('eth_blockNumber') >= 14)
    await watcher.pay(id)
    await watcher.pass(24 * secondMs, { each: () => watcher.readCharge(id) })
    assert.equal(await watcher.readCharge(id), 'COMPLETED')
  })

  test('that nobody asked about for long is read by one call from where it was left, within a minute', async () => {
    const id = await leaveOpenCharge()
    await watcher.pay(id)
    watcher.node.reset()
    await watcher.pass(minuteMs + 24 * secondMs)
    assert.equal(await watcher.readCharge(id), 'COMPLETED')
    assert.ok(
      watcher.node.count('eth_getLogs') <= 3,
      `${watcher.node.count('eth_getLogs')} searches`,
    )
  })
})

test('who begins to wait for a chain that nobody asked about has its index checked within a minute', async () => {
  const id = await leaveOpenCharge()
  await watcher.expireAll()
  await watcher.pass((isNightly ? 40 : 6) * minuteMs)
  const checkedTo = async () => (await watcher.readScanState())?.block ?? 0n
  const before = await checkedTo()
  assert.ok(
    before < (await watcher.chain.client.getBlockNumber()) - 100n,
    'a quiet chain is checked rarely',
  )
  await watcher.pass(minuteMs + 2 * pollIntervalMs, { each: () => watcher.readCharge(id) })
  assert.ok((await checkedTo()) > before)
})

describe('transfers of strangers', () => {
  test('cost one call a block, however many there are, and hide no payment', async () => {
    const id = await leaveOpenCharge()
    await watcher.pay(id)
    const foreign = isNightly ? 10 : 4
    const { calls } = await costOf(2 * minuteMs, { foreign })
    await watcher.pass(2 * minuteMs)
    // The first look finds the blocks since the last one, of a minute.
    assert.ok(calls <= 60 + 30 + 20, `${calls} calls for 60 blocks`)
    assert.equal(await watcher.countUnmatched(), 60 * foreign)
    assert.equal(await watcher.readCharge(id), 'COMPLETED')
  })
})

const many = isNightly ? 100_000 : 3_000
test(`${many} open charges cost the node what one costs`, async () => {
  const id = await leaveOpenCharge()
  const waiting = { each: () => watcher.readCharge(id) }
  const ofOne = await costOf(2 * minuteMs, waiting)
  await sql`insert into charges overriding user value
    select (jsonb_populate_record(charges, jsonb_build_object(
      'id', gen_random_uuid(), 'reference', md5(number::text)))).*
    from charges, generate_series(1, ${many}) number where id = ${id}`.execute(watcher.db)
  const ofMany = await costOf(2 * minuteMs, waiting)
  assert.ok(ofMany.calls <= ofOne.calls + 3, `${ofOne.calls} calls, then ${ofMany.calls}`)
})

test(
  'a node with a limit of 10 blocks refuses one call, and every block is read',
  atNight,
  async () => {
    await watcher.stop()
    watcher = await startSimulatedWatcher(
      limitRange(10, (blocks) => ({
        error: { code: -32000, message: `eth_getLogs is limited to a ${blocks} range` },
      })),
      database,
    )
    const id = await watcher.createCharge()
    await watcher.pass(2 * minuteMs)
    const refused = watcher.node.refused()
    await watcher.pay(id)
    // With a check of the index in each period, which is dear here.
    const { units } = await costOf(periods * periodMs)
    assert.ok(refused <= 1 && watcher.node.refused() === 0)
    assert.equal(await watcher.readCharge(id), 'COMPLETED')
    assert.ok(units * perDay <= 1_000_000, `${units * perDay} units a day`)
  },
)

describe('a node that refuses a third of the calls', () => {
  // For a hundredth of a second: the words are those of the providers, and the wait is of this machine's time.
  const headers = { 'retry-after': '0.01' }
  const refusals: Record<string, Refusal> = {
    'because of credits': { error: { code: -32_012, message: 'credits limited to 6000/sec' } },
    'by a body without a result': { body: '{"jsonrpc":"2.0","id":1}' },
    'by HTTP 429': { status: 429 },
  }
  for (const [name, refusal] of Object.entries(refusals))
    test(`${name} delays a payment by a few polls`, async () => {
      const dice = new Dice(7)
      watcher.node.refuseBy(() => (dice.chance(33) ? { ...refusal, headers } : undefined))
      const id = await watcher.createCharge()
      await watcher.pay(id)
      let polls = 0
      for (; (await watcher.readCharge(id)) !== 'COMPLETED' && polls < 40; polls += 1)
        await watcher.pass(pollIntervalMs).catch(ignoreUnreachable)
      assert.ok(watcher.node.refused() > 5)
      // Without refusals it takes three.
      assert.ok(polls <= 12, `${polls} polls`)
    })
})

/** The poll ends, and the watcher begins another one. */
function ignoreUnreachable(error: { code?: string }): void {
  if (error.code !== 'chain_unreachable') throw error
}
