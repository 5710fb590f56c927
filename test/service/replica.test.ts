import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createPool } from '../../src/service/store/database/pool.ts'
import { readSnapshot } from '../../src/service/store/database/snapshot.ts'
import type { Tables } from '../../src/service/store/database/tables.ts'
import {
  createReadReplica,
  type ReadReplica,
  type ReplicaTimes,
} from '../../src/service/store/read-replica.ts'
import { openStore } from '../../src/service/store/store.ts'
import { createDatabase } from '../support/database.ts'
import { type Gate, startGate } from '../support/gate.ts'
import { startPostgres, type TestServer } from '../support/postgres.ts'
import { runCli } from '../support/service.ts'
import { until } from '../support/wait.ts'
import { call, clientOf, type Harness, startHarness } from './harness.ts'
import { newCharge } from './paying.ts'

// A PostgreSQL and a streaming replica of it, as in earnest. Replay is paused to see which of the two a list is read from.

const isOnServer = process.env.TEST_DATABASE_URL !== undefined
const primary = isOnServer ? await startPostgres() : undefined
const skip = isOnServer ? (primary ? false : 'no PostgreSQL') : 'about PostgreSQL'

describe('a read replica', { skip }, () => {
  let standby: TestServer
  let gate: Gate
  let harness: Harness
  let admin: pg.Client
  before(async () => {
    const server = primary as TestServer
    // The harness makes its accounts there.
    process.env.TEST_DATABASE_URL = server.url
    standby = (await startPostgres(server)) as TestServer
    gate = await startGate(standby.url)
    const DATABASE_READ_URL = gate.url
    harness = await startHarness({ DATABASE_URL: server.url, DATABASE_READ_URL, METRICS: 'open' })
    admin = new pg.Client({ connectionString: standby.url })
    await admin.connect()
  })
  after(async () => {
    await harness.end()
    gate.close()
    await admin.end()
    await standby.stop()
    await primary?.stop()
  })

  const logged = (msg: RegExp) => harness.service.log.filter((one) => msg.test(String(one.msg)))
  const uses = (count: number) =>
    until(`use ${count} of the replica`, () =>
      logged(/^Lists are read from the replica\.$/).length >= count ? true : undefined,
    )
  const losses = () => logged(/^Lists are read from the primary/)
  const listIds = async () => (await clientOf(harness).listCharges()).data.map(({ id }) => id)
  const readyz = async () => {
    const response = await fetch(`${harness.service.baseUrl}/readyz`)
    return { status: response.status, text: await response.text() }
  }
  const isAwayInMetrics = async () =>
    /^pay_charge_read_replica_away 1$/m.test(
      await (await fetch(`${harness.service.baseUrl}/metrics`)).text(),
    )
  const pauseReplay = async () => {
    await admin.query('select pg_wal_replay_pause()')
    // It takes effect with the next thing to replay.
    const writer = new pg.Client({ connectionString: primary?.url })
    await writer.connect()
    await writer.query(`select pg_logical_emit_message(true, 'test', '')`)
    await writer.end()
    await until('the pause', async () => {
      const { rows } = await admin.query('select pg_get_wal_replay_pause_state() as state')
      return rows[0].state === 'paused' || undefined
    })
  }
  const resumeReplay = () => admin.query('select pg_wal_replay_resume()')
  const arrival = (id: string) =>
    until('the charge in the list', async () => (await listIds()).includes(id) || undefined)

  test('answers lists; everything else is the primary’s, also a charge that was just written', async () => {
    await uses(1)
    const first = await newCharge(harness)
    await arrival(first)
    await pauseReplay()
    const second = await newCharge(harness)
    const { data, pagination } = await clientOf(harness).listCharges()
    assert.deepEqual(
      data.map(({ id }) => id),
      [first],
    )
    assert.equal(pagination.total, 1)
    assert.equal((await clientOf(harness).getCharge(second)).id, second)
    // A page from a charge on that the replica does not have yet is the primary's.
    const next = await clientOf(harness).listCharges({ starting_after: second })
    assert.deepEqual(
      next.data.map(({ id }) => id),
      [first],
    )
    assert.equal(
      (await call(harness, 'GET', `/charges?starting_after=${harness.shop.id}`)).status,
      404,
    )
    const audit = () => clientOf(harness).listAuditLog()
    const entries = (await audit()).data.length
    await clientOf(harness).setChargeWebhook({ url: 'https://store.example/hook' })
    assert.equal((await audit()).data.length, entries)
    await resumeReplay()
    await arrival(second)
    await until('the entry', async () => (await audit()).data.length > entries || undefined)
    assert.deepEqual(losses(), [])
  })

  test('that is away is told once; lists are the primary’s until it is back', async () => {
    await uses(1)
    assert.equal(await isAwayInMetrics(), false)
    gate.cut()
    const id = await newCharge(harness)
    await pauseReplay()
    for (let count = 0; count < 3; count += 1) assert.ok((await listIds()).includes(id))
    const [loss, ...others] = losses()
    assert.match(JSON.stringify(loss), /DATABASE_READ_URL/)
    assert.deepEqual(others, [])
    const away = await readyz()
    assert.equal(away.status, 200)
    assert.match(away.text, /Lists are read from the primary/)
    assert.doesNotMatch(away.text, /127\.0\.0\.1|ECONN/)
    assert.equal(await isAwayInMetrics(), true)
    const { stdout } = await runCli(['doctor'], harness.environment).catch((error) => error)
    assert.match(stdout, /warning +replica: DATABASE_READ_URL: the replica cannot be used/)
    await resumeReplay()
    gate.open()
    await uses(2)
    assert.doesNotMatch((await readyz()).text, /Lists are read/)
    assert.equal(await isAwayInMetrics(), false)
    assert.equal(losses().length, 1)
  })

  test('that says nothing any more holds up a list for some seconds, and no other', async () => {
    await uses(2)
    const id = await newCharge(harness)
    await arrival(id)
    gate.silence()
    // The first one waits for the limit of a query.
    assert.ok((await listIds()).includes(id))
    assert.equal(losses().length, 2)
    const from = performance.now()
    assert.ok((await listIds()).includes(id))
    assert.ok(performance.now() - from < 2000)
    gate.open()
    await uses(3)
  })

  describe('of a store', () => {
    let db: Kysely<Tables>
    const opened: ReadReplica[] = []
    before(() => {
      const pool = createPool({ connectionString: primary?.url }, assert.ifError)
      db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
    })
    after(async () => {
      for (const one of opened) await one.close()
      await db.destroy()
    })
    const open = (url: string, times: Partial<ReplicaTimes> = {}) => {
      const replica = createReadReplica(url, db, times)
      opened.push(replica)
      return replica
    }

    test('is read in transactions that can write nothing, wherever its URL leads to', async () => {
      await assert.rejects(
        readSnapshot(db, (tx) => tx.deleteFrom('charges').execute()),
        /cannot execute DELETE in a read-only transaction/,
      )
    })

    test('takes only so many lists at once; those beyond do not wait', async () => {
      const ownGate = await startGate(standby.url)
      const replica = open(ownGate.url)
      replica.start({ onUse: () => undefined, onLoss: () => undefined })
      await until('its use', () => replica.isInUse() || undefined)
      ownGate.silence()
      const query = { limit: 1, cursor: undefined, status: undefined } as const
      const list = () => replica.lists.listCharges(harness.shop.id, query)
      const held = Array.from({ length: 100 }, list)
      const first = await Promise.race([
        list().then(() => 'beyond'),
        ...held.map((one) => one.then(() => 'held')),
      ])
      assert.equal(first, 'beyond')
      // They, too, are answered.
      for (const one of await Promise.all(held)) assert.ok(one)
      ownGate.close()
    })

    test('is not used when it is another database', async () => {
      const empty = await createDatabase(String(primary?.url))
      try {
        await assert.rejects(open(empty.url).check(), /lacks tables of this version/)
        const other = await openStore({ url: empty.url }, assert.ifError)
        await other.createAccount('Another shop')
        await other.close()
        await assert.rejects(
          open(empty.url).check(),
          /^PayError: DATABASE_READ_URL: .*is no copy of the database of DATABASE_URL/,
        )
      } finally {
        await empty.remove()
      }
      await open(standby.url).check()
    })

    test('is not used while it does not follow', async () => {
      const replica = open(standby.url, { checkIntervalMs: 50, maxLagMs: 500, catchUpMs: 50 })
      const told: string[] = []
      const waitFor = (count: number) =>
        until(`news ${count}`, () => told.length >= count || undefined)
      replica.start({
        onUse: () => void told.push('use'),
        onLoss: ({ message }) => void told.push(message),
      })
      await waitFor(1)
      await pauseReplay()
      // As processes do all the time.
      const expires_at = new Date(Date.now() + 60_000)
      await db
        .insertInto('leases')
        .values({ task: 'test', lease_owner: crypto.randomUUID(), expires_at })
        .execute()
      await waitFor(2)
      assert.equal(replica.isInUse(), false)
      await resumeReplay()
      await waitFor(3)
      assert.equal(told[0], 'use')
      assert.match(String(told[1]), /does not have what the primary wrote \d+ s ago/)
      assert.equal(told[2], 'use')
      await db.deleteFrom('leases').where('task', '=', 'test').execute()
    })
  })
})
