import pg from 'pg'
import { types } from './kysely.ts'
import { prepareSession, readOnlyCode } from './session.ts'

/**
 * Creates a pool of connections to PostgreSQL that outlasts the loss of any of them, and lends only those that can do the
 * work.
 *
 * @param onError called when an idle connection has broken; the pool replaces it
 */
export function createPool(config: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    types,
    // Not `verify`: a connection that passes it after its borrower has timed out is never released, and the pool never ends.
    onConnect: (client) => prepareSession(client),
  })
  // Without a listener, the event would end the process. `pg` does not wait for its connections when a pool ends, and the errors of
  // closing connections, as when their database is dropped, can be ignored.
  pool.on('error', (error) => {
    if (!pool.ending) onError(error)
  })
  const distrust = createDistrust(pool)
  // Likewise of a connection in use, between two statements of a transaction, where the pool does not listen. Nothing is
  // lost by it: the transaction's next statement is rejected.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    endWhenLost(client, distrust)
  })
  return pool
}

/**
 * Creates the function that replaces all connections of a pool, because one of them has met a read-only server, as after a
 * failover, and the others lead to the same server. Those in use are replaced when they are returned.
 */
function createDistrust(pool: pg.Pool): (error: Error) => void {
  const idle = new Set<pg.PoolClient>()
  const used = new Set<pg.PoolClient>()
  const distrusted = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    idle.delete(client)
    used.add(client)
  })
  pool.on('release', (_, client) => {
    used.delete(client)
    idle.add(client)
    // The pool keeps no connection that ends.
    if (distrusted.has(client)) void client.end()
  })
  pool.on('remove', (client) => {
    idle.delete(client)
    used.delete(client)
  })
  return (error) => {
    for (const client of used) distrusted.add(client)
    // As if each had broken on its own: the pool listens to that event.
    for (const client of [...idle]) client.emit('error', error)
  }
}

/**
 * Ends a connection when PostgreSQL reports that it is lost, so that the pool removes it when it is released.
 *
 * `pg` reports that error only to the statement, and notices the loss when the socket ends, some milliseconds later; a
 * borrower of the connection in between would fail because of it.
 */
function endWhenLost(client: pg.PoolClient, distrust: (error: Error) => void): void {
  // After `pg`'s own listener, which has rejected the statement with the error itself.
  client.connection.on('errorMessage', (error: pg.DatabaseError) => {
    if (isConnectionLost(error)) void client.end()
    if (error.code === readOnlyCode) distrust(error)
  })
}

/** Whether the server closes the connection after this error: by its severity, which is in the server's language, or code. */
function isConnectionLost({ severity, code }: pg.DatabaseError): boolean {
  // https://www.postgresql.org/docs/current/errcodes-appendix.html: of the connection, the operator and the time limits
  // of a session.
  return severity === 'FATAL' || severity === 'PANIC' || /^(08|57P|25P03|25P04)/.test(code ?? '')
}
