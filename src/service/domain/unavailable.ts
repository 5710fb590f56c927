/** Why the database cannot do what is asked of it. */
export type DatabaseTrouble = 'unreachable' | 'read-only' | 'full'

/** Errors of the network that Node reports, and those of `pg`, which have no code. */
const networkCodes = /^(ECONN|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)/
const lostConnection = /^(Connection terminated|timeout exceeded when trying to connect)/

/**
 * Returns what keeps the database from its work, by an error of one of its statements; undefined for an error of another
 * kind, which is a fault of the program.
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
