import { setTimeout } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { computeBackoffMs } from '../../api/backoff.ts'
import { isDeadlock } from './errors.ts'
import type { Tables } from './tables/tables.ts'

/** After so many deadlocks of one transaction, something else is wrong. */
const maxAttempts = 5

/** How long an ended transaction lets the other one go first: started again at once, it takes the row that the other waits for. */
const backoff = { baseMs: 50, maxMs: 500, jitter: 0.5 }

/**
 * Runs a transaction. One that the database ends because of a deadlock runs again: nothing of it was saved. Two decisions about the
 * same money lock its charges, its transfers and the counters of both in an order that depends on what they find.
 *
 * @param work does nothing but read and write the database
 */
export async function transact<T>(
  db: Kysely<Tables>,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (cause) {
      if (!isDeadlock(cause) || attempt === maxAttempts) throw cause
      await setTimeout(computeBackoffMs(attempt - 1, backoff))
    }
  }
}
