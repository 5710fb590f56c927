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
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
