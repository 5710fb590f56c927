import type { Logger } from 'pino'
import type { Outbox } from '../domain/events.ts'
import type { Store } from '../domain/ports.ts'

/** Options of {@link startHousekeeping}. */
export interface HousekeepingOptions {
  store: Store & Outbox
  log: Logger
}

const hour = 60 * 60 * 1000

/** How long the response to an Idempotency-Key is kept at least, in milliseconds. */
export const repeatLife = 24 * hour

/** How long a delivered webhook event is kept for the operator, in milliseconds. */
export const eventLife = 30 * 24 * hour

/** How long a reported transaction is searched for, and its report kept for the reporter, in milliseconds. */
export const reportLife = 24 * hour

/**
 * How long an expired reserved amount is given to no other charge, in milliseconds: a transfer that an exchange delayed
 * or sent twice must not match the reservation of another charge. A longer time would leave too few amounts: a token
 * with 6 decimals has some 800 for one price, and a payer who gets none has to sign instead.
 */
export const quarantine = 7 * 24 * hour

/** Number of rows deleted in one statement. A long statement would block its locks and an embedded database. */
const batch = 1000

/**
 * Deletes old rows now and every hour. Any number of processes may do so at once. Returns a function that stops it and
 * resolves when no deletion is running anymore.
 */
export function startHousekeeping({ store, log }: HousekeepingOptions): () => Promise<void> {
  let stopped = false
  const forget = async (
    what: string,
    life: number,
    some: (before: Date, limit: number) => Promise<number>,
  ) => {
    const before = new Date(Date.now() - life)
    try {
      while (!stopped && (await some(before, batch)) === batch);
    } catch (err) {
      log.warn({ err }, `Old ${what} could not be removed; it is tried again in an hour.`)
    }
  }
  const clean = async () => {
    await forget('Idempotency-Keys', repeatLife, store.forgetRepeats)
    await forget('webhooks', eventLife, store.forgetEvents)
    await forget('reports', reportLife, store.forgetReports)
    await forget('reserved amounts', quarantine, store.forgetReservations)
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
