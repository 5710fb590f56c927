import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { clientOf, databaseOf, type Harness, startHarness } from '../../support/harness.ts'
import { newCharge } from '../../support/paying.ts'
import { until } from '../../support/wait.ts'

// The embedded database has one connection: there nothing can be written between two statements of a reader.
const skip = process.env.TEST_DATABASE_URL ? false : 'two connections need a PostgreSQL'

describe('a reply is of one moment', { skip }, () => {
  let harness: Harness
  let writer: pg.Client
  let observer: pg.Client
  before(async () => {
    harness = await startHarness()
    const database = databaseOf(harness)
    const connectionString = 'url' in database ? database.url : ''
    writer = new pg.Client({ connectionString })
    observer = new pg.Client({ connectionString })
    await Promise.all([writer.connect(), observer.connect()])
  })
  after(async () => {
    await writer?.end()
    await observer?.end()
    await harness?.end()
  })

  /** Cancels a charge while a reader has read its row, and none of what belongs to it. */
  async function readWhileCanceled<T>(id: string, read: () => Promise<T>): Promise<T> {
    await writer.query('begin')
    await writer.query('lock table payments in access exclusive mode')
    const reading = read()
    // The watcher reads payments, too, by their chain; a reader of charges reads them by the charge.
    await until('the reader to wait for the payments', async () => {
      const { rows } = await observer.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
          and query like '%from payments where charge_id = %'`,
      )
      return rows.length > 0 || undefined
    })
    await writer.query("update charges set status = 'CANCELLED' where id = $1", [id])
    await writer.query(
      "insert into charge_status_history (charge_id, status, time) values ($1, 'CANCELLED', now())",
      [id],
    )
    await writer.query('commit')
    return await reading
  }

  test('of one charge', async () => {
    const id = await newCharge(harness)
    const before = await readWhileCanceled(id, () => clientOf(harness).getCharge(id))
    assert.deepEqual([before.status, before.timeline], ['NEW', []])
    const { status, timeline } = await clientOf(harness).getCharge(id)
    assert.deepEqual([status, timeline.map((one) => one.status)], ['CANCELLED', ['CANCELLED']])
  })

  test('of a list', async () => {
    const id = await newCharge(harness)
    const { data } = await readWhileCanceled(id, () => clientOf(harness).listCharges({ limit: 1 }))
    assert.deepEqual(
      data.map((one) => [one.id, one.status, one.timeline]),
      [[id, 'NEW', []]],
    )
  })
})
