import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPool } from '../../src/service/store/pool.ts'
import { startPostgres } from '../support/postgres.ts'

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
