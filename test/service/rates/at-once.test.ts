import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { PostgresDialect } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { createStore } from '../../../src/service/app/store.ts'
import { openKysely } from '../../../src/service/db/kysely.ts'
import { createPool } from '../../../src/service/db/pool.ts'
import { createFxRates } from '../../../src/service/rates/read/rates.ts'
import { openDatabase } from '../../support/tables.ts'
import { until } from '../../support/wait.ts'

// Two processes read one currency at the same moment: what one of them uses bounds the other.

const skip = process.env.TEST_DATABASE_URL ? false : 'two processes need a PostgreSQL'
const hourMs = 3_600_000

describe('two processes', { skip }, () => {
  let database: Awaited<ReturnType<typeof openDatabase>>
  let holder: pg.Client
  let observer: pg.Client
  const ends: (() => Promise<void>)[] = []

  before(async () => {
    database = await openDatabase()
    ends.push(() => database.close())
    const connect = async () => {
      const client = new pg.Client({ connectionString: database.url })
      await client.connect()
      ends.unshift(() => client.end())
      return client
    }
    holder = await connect()
    observer = await connect()
  })
  after(async () => {
    for (const end of ends) await end()
  })

  /** Starts a process whose only source says a rate of the euro. */
  function start(answer: bigint) {
    const pool = createPool({ connectionString: database.url }, () => undefined)
    const db = openKysely(new PostgresDialect({ pool }))
    ends.unshift(() => db.destroy())
    const read = async () => ({
      ...{ answer, decimals: 2, at: new Date() },
      freshUntil: new Date(Date.now() + hourMs),
    })
    return createFxRates({
      settings: [{ currency: 'EUR', min: 0.8, max: 1.6, boundPercent: 3, sources: [] }],
      openSources: () => [{ name: 'a feed', isByHand: false, read }],
      store: createStore(db),
      log: pino({ level: 'silent' }),
    })
  }

  test('that read two steps at once use one of them, and the other waits', async () => {
    assert.equal((await start(108n).read('EUR')).answer, 108n)
    // Either is within the bound of the last one, and they are further apart from each other.
    const [up, down] = [start(111n), start(105n)]
    await holder.query('begin')
    await holder.query('lock table fx_rates in share mode')
    const read = Promise.allSettled([up.read('EUR'), down.read('EUR')])
    await until('both to decide', async () => {
      const { rows } = await observer.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      return rows.length === 2 || undefined
    })
    await holder.query('commit')
    const outcomes = (await read).map(({ status }) => status)
    assert.deepEqual(outcomes.toSorted(), ['fulfilled', 'rejected'])
    const { rows } = await observer.query('select answer::text from fx_rates order by read_at')
    assert.equal(rows.length, 2)
    assert.equal((await observer.query('select from waiting_fx_rates')).rowCount, 1)
  })
})
