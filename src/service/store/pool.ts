import pg from 'pg'

/**
 * Creates a pool of connections to PostgreSQL that outlasts the loss of any of them.
 *
 * @param onError called when an idle connection has broken; the pool replaces it
 */
export function createPool(config: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(config)
  // Without a listener, the event would end the process.
  pool.on('error', onError)
  // Likewise of a connection in use, between two statements of a transaction, where the pool does not listen. Nothing is
  // lost by it: the transaction's next statement is rejected.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    endWhenLost(client)
  })
  return pool
}

/**
 * Ends a connection at the word of PostgreSQL that it is lost, so that the pool removes it when it is released.
 *
 * `pg` tells the statement of that error alone, and knows nothing until the socket ends, some milliseconds later; whoever
 * borrowed the connection in between would pay for a fault that was told to another.
 */
function endWhenLost(client: pg.PoolClient): void {
  // After `pg`'s own listener, which has rejected the statement with the error itself.
  client.connection.on('errorMessage', (error: pg.DatabaseError) => {
    if (isConnectionLost(error)) void client.end()
  })
}

/** Whether the server closes the connection after this error: by its severity, which is in the server's language, or code. */
function isConnectionLost({ severity, code }: pg.DatabaseError): boolean {
  // https://www.postgresql.org/docs/current/errcodes-appendix.html: of the connection, the operator and the time limits
  // of a session.
  return severity === 'FATAL' || severity === 'PANIC' || /^(08|57P|25P03|25P04)/.test(code ?? '')
}
