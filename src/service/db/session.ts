import type pg from 'pg'

/**
 * Settings of a session that the code relies on, and that a server, a database, a role or a pooler may override: the formats
 * of times, intervals, bytes, numbers and texts, that each statement sees all earlier commits, and that it is one process.
 */
const sessionSettings = {
  client_encoding: 'UTF8',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  default_transaction_isolation: 'read committed',
  // The service reads single rows or pages: starting parallel workers takes longer than such a read.
  max_parallel_workers_per_gather: '0',
} as const

/** read_only_sql_transaction: https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const readOnlyCode = '25006'

/** Milliseconds for a server to prepare a session: one that hangs would keep a place in the pool for ever. */
const prepareTimeout = 10_000

/**
 * Prepares a new connection for its work.
 *
 * @throws an error where the server does not answer in time
 * @throws an error of code {@link readOnlyCode} for a read-only server, as a primary is after a failover
 */
export async function prepareSession(client: pg.ClientBase): Promise<void> {
  const settings = Object.entries(sessionSettings)
  const calls = settings.map(
    (_, index) => `set_config($${2 * index + 1}, $${2 * index + 2}, false)`,
  )
  // `pg` also accepts a time limit for a single statement, which its types lack.
  const statement: pg.QueryConfig & { query_timeout: number } = {
    text: `select current_setting('transaction_read_only') as read_only, ${calls.join(', ')}`,
    values: settings.flat(),
    query_timeout: prepareTimeout,
  }
  const { rows } = await client.query<{ read_only: string }>(statement)
  if (rows[0]?.read_only === 'on')
    throw Object.assign(new Error('The server is read-only: a standby, or a former primary.'), {
      code: readOnlyCode,
    })
}
