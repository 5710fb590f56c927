import type { Logger } from 'pino'
import type { Store } from '../domain/ports.ts'

export interface HousekeepingOptions {
  store: Store
  log: Logger
}

const hour = 60 * 60 * 1000

/** How long the answer to an Idempotency-Key is kept at least, in milliseconds. */
export const repeatLife = 24 * hour

/** Answers forgotten in one statement: a long one would hold its locks, and an embedded database, for as long. */
const batch = 1000

/**
 * Forgets what need not be kept: now, and each hour. Any number of processes may do so at once. Gives what stops it,
 * which resolves when nothing is under way any more.
 */
export function startHousekeeping({ store, log }: HousekeepingOptions): () => Promise<void> {
  let stopped = false
  const clean = async () => {
    const before = new Date(Date.now() - repeatLife)
    try {
      while (!stopped && (await store.forgetRepeats(before, batch)) === batch);
    } catch (err) {
      log.warn({ err }, 'Old Idempotency-Keys could not be removed; it is tried again in an hour.')
    }
  }
  let work = clean()
  const timer = setInterval(() => {
    work = work.then(clean)
  }, hour)
  return async () => {
    stopped = true
    clearInterval(timer)
    await work
  }
}
