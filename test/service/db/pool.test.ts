import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { test } from 'node:test'
import pg from 'pg'
import { createPool } from '../../../src/service/db/pool.ts'
import { freshDatabase } from '../../support/database.ts'
import { startPostgres } from '../../support/postgres.ts'

test('a database that goes away in the middle of a transaction fails that transaction alone', async (t) => {
  const server = await startPostgres()
  if (!server) return t.skip('no PostgreSQL')
  const idleErrors: Error[] = []
  const pool = createPool({ connectionString: server.url }, (error) => idleErrors.push(error))
  const [used, idle] = [await pool.connect(), await pool.connect()]
  idle.release()
  await used.query('begin')
  // `once` of node:events would listen to errors itself, and hide what this is about.
  const lost = new Promise((resolve) => used.once('end', resolve))
  await server.stop()
  await lost
  await assert.rejects(used.query('select 1'))
  used.release(true)
  await pool.end()
  assert.ok(idleErrors.length > 0)
})

test('what a connection is told after the end of its pool is no fault', async (t) => {
  const database = await freshDatabase()
  if (!database) return t.skip('no PostgreSQL')
  const faults: Error[] = []
  const pool = createPool({ connectionString: database.url }, (error) => void faults.push(error))
  try {
    const last = await pool.connect()
    last.release()
    await pool.end()
    // As the server's word arrives that it ends the connection, which the pool did not wait for.
    last.emit('error', new Error('terminating connection due to administrator command'))
    assert.deepEqual(faults, [])
  } finally {
    await database.remove()
  }
})

test('a connection that the database has ended is lent to nobody, though its socket has not closed yet', {
  timeout: 60_000,
}, async (t) => {
  const server = await startPostgres()
  if (!server) return t.skip('no PostgreSQL')
  const relay = await startSlowEnd(server.url)
  const pool = createPool({ connectionString: relay.url, max: 1 }, () => undefined)
  try {
    const ended = await pool.connect()
    const end = ended.query('select pg_terminate_backend(pg_backend_pid()), pg_sleep(10)')
    await assert.rejects(end, { code: '57P01' })
    // As Kysely gives it back: without the error.
    ended.release()
    assert.deepEqual((await pool.query('select 1 as one')).rows, [{ one: 1 }])
  } finally {
    await pool.end()
    relay.stop()
    await server.stop()
  }
})

test('a connection that is prepared only after its borrower has given up goes to the next one', {
  timeout: 60_000,
}, async (t) => {
  const database = await freshDatabase()
  if (!database) return t.skip('no PostgreSQL')
  const asked = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  let sessions = 0
  /** Of the second connection, the first statement takes longer than anybody waits. */
  class SlowClient extends pg.Client {
    readonly #isSlow = ++sessions === 2
    // biome-ignore lint/suspicious/noExplicitAny: it passes on what any of the overloads takes
    override query(...args: any[]): any {
      if (!this.#isSlow) return Reflect.apply(super.query, this, args)
      asked.resolve()
      return goOn.promise.then(() => Reflect.apply(super.query, this, args))
    }
  }
  const limitMs = 10_000
  const config = { connectionString: database.url, connectionTimeoutMillis: limitMs, max: 2 }
  const pool = createPool({ ...config, Client: SlowClient }, () => undefined)
  try {
    const first = await pool.connect()
    first.release()
    t.mock.timers.enable({ apis: ['setTimeout'] })
    // Where one is idle, those who come are queued, with a limit for each.
    const [one, late] = [pool.connect(), pool.connect()]
    const refused = assert.rejects(late, /timeout exceeded/)
    await asked.promise
    t.mock.timers.tick(limitMs)
    await refused
    t.mock.timers.reset()
    goOn.resolve()
    const [next, used] = [await pool.connect(), await one]
    assert.deepEqual((await next.query('select 1 as one')).rows, [{ one: 1 }])
    next.release()
    used.release()
    // Waits for each connection that somebody has.
    await pool.end()
    assert.equal(sessions, 2)
  } finally {
    await database.remove()
  }
})

test('a server that hangs while a connection is prepared keeps no place in the pool', {
  timeout: 60_000,
}, async (t) => {
  const database = await freshDatabase()
  if (!database) return t.skip('no PostgreSQL')
  const server = await startHangingServer(database.url)
  const config = { connectionString: server.url, connectionTimeoutMillis: 10_000, max: 1 }
  const pool = createPool(config, () => undefined)
  try {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const first = assert.rejects(pool.connect(), /timeout/)
    await server.hangs
    t.mock.timers.tick(10_000)
    await first
    t.mock.timers.reset()
    assert.deepEqual((await pool.query('select 1 as one')).rows, [{ one: 1 }])
  } finally {
    await pool.end()
    server.stop()
    await database.remove()
  }
})

/** Stands before the database. The first connection is opened, and then nothing is answered any more. */
async function startHangingServer(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  const asked = Promise.withResolvers<void>()
  let connections = 0
  const relay = createServer((client) => {
    const isFirst = ++connections === 1
    const database = connect(Number(port), hostname)
    database.on('error', () => undefined)
    client.on('error', () => undefined).on('close', () => database.destroy())
    database.pipe(client)
    client.on('data', (data) => {
      if (isFirst && data.includes('transaction_read_only')) asked.resolve()
      else database.write(data)
    })
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const url = new URL(databaseUrl)
  url.port = `${(relay.address() as AddressInfo).port}`
  return { url: url.href, hangs: asked.promise, stop: () => void relay.close() }
}

/** Stands before the database, and passes on everything but the end of its connections. */
async function startSlowEnd(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl)
  const relay = createServer({ allowHalfOpen: true }, (client) => {
    const database = connect(Number(port), hostname)
    client.pipe(database).on('error', () => undefined)
    database.pipe(client, { end: false })
    // Nobody else reads what still comes, and a stream that is not read does not end.
    database.on('close', () => client.resume())
    client.on('end', () => client.end())
  }).listen(0, '127.0.0.1')
  await once(relay, 'listening')
  const url = new URL(databaseUrl)
  url.port = `${(relay.address() as AddressInfo).port}`
  return { url: url.href, stop: () => void relay.close() }
}
