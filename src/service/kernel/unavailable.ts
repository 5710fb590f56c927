/** Why the database cannot execute a statement. */
export type DatabaseTrouble = 'unreachable' | 'read-only' | 'full'

/** Errors of the network that Node reports, and those of `pg`, which have no code. */
const networkCodes = /^(ECONN|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)/
const lostConnection = /^(Connection terminated|timeout exceeded when trying to connect)/

/**
 * Returns the trouble of the database that caused an error of a statement; undefined for any other error, which is a fault of
 * the program.
 *
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
export function findDatabaseTrouble(error: unknown): DatabaseTrouble | undefined {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  const text = typeof code === 'string' ? code : ''
  // read_only_sql_transaction
  if (text === '25006') return 'read-only'
  // disk_full; the others of the class are too little memory and too many connections.
  if (text === '53100') return 'full'
  // Of the connection, of resources, of the operator's intervention, and statements that were ended.
  if (/^(08|53|57)...$/.test(text) || networkCodes.test(text)) return 'unreachable'
  return lostConnection.test(String(message)) ? 'unreachable' : undefined
}
