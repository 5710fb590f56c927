import type { Logger } from 'pino'
import type { Outbox } from '../domain/events.ts'
import type { Store } from '../domain/ports.ts'

export interface HousekeepingOptions {
  store: Store & Outbox
  log: Logger
}

const hour = 60 * 60 * 1000

/** How long the answer to an Idempotency-Key is kept at least, in milliseconds. */
export const repeatLife = 24 * hour

/** How long a webhook that was delivered is kept for the operator to look at, in milliseconds. */
export const eventLife = 30 * 24 * hour

/** How long what was reported is looked for, and remembered for whoever reported it, in milliseconds. */
export const reportLife = 24 * hour

/**
 * How long an amount that is not live any more is given to nobody else, in milliseconds: a transfer that an exchange held
 * back, or sent twice, shall not meet another's reservation. Longer would leave too few: a token with 6 decimals has some
 * 800 amounts for one price, and who finds none free has to sign instead.
 */
export const quarantine = 7 * 24 * hour

/** Rows forgotten in one statement: a long one would hold its locks, and an embedded database, for as long. */
const batch = 1000

/**
 * Forgets what need not be kept: now, and each hour. Any number of processes may do so at once. Gives what stops it,
 * which resolves when nothing is under way any more.
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
