import type { Logger } from 'pino'
import type { IdempotencyKeyStore } from '../accounts/store/idempotency-keys.ts'
import type { PaymentLinkStore } from '../payment-links/store/payment-links.ts'
import type { ReportQueueStore } from '../payments/store/report-queue.ts'
import type { ReservationStore } from '../payments/store/reserved-amounts/reservations.ts'
import type { FxRateStore } from '../rates/store/rates.ts'
import type { EventLogStore } from '../webhooks/store/event-log.ts'
import type { ChainTime } from './chain-time.ts'

/** Options of {@link startHousekeeping}. */
export interface HousekeepingOptions {
  store: IdempotencyKeyStore &
    ReportQueueStore &
    ReservationStore &
    EventLogStore &
    PaymentLinkStore &
    FxRateStore
  chainTime: ChainTime
  log: Logger
}

const hourMs = 60 * 60 * 1000

/** How long the response to an Idempotency-Key is kept at least, in milliseconds. */
export const idempotencyKeyLifeMs = 24 * hourMs

/** How long a delivered webhook event is kept for the operator, in milliseconds. */
export const eventLifeMs = 30 * 24 * hourMs

/** How long a reported transaction is searched for, and its report kept for the reporter, in milliseconds. */
export const reportLifeMs = 24 * hourMs

/**
 * How long an expired reserved amount is given to no other charge, in milliseconds: a transfer that an exchange delayed
 * or sent twice must not match the reservation of another charge. A longer time would leave too few amounts: a token
 * with 6 decimals has some 800 for one price, and a payer who gets none has to sign instead.
 */
export const reservationQuarantineMs = 7 * 24 * hourMs

/**
 * How long the unpaid charge of a payment link is kept after it has expired, in milliseconds. Money that names it later is unmatched,
 * as that of any charge that the service does not know.
 */
export const unpaidLinkChargeLifeMs = 7 * 24 * hourMs

/** How long the rates of currencies are kept for money that is still to be read, in milliseconds: longer than any outage of a chain. */
export const fxRateLifeMs = 90 * 24 * hourMs

/** Number of rows deleted in one statement. A long statement would block its locks and an embedded database. */
const batchSize = 1000

/**
 * Deletes old rows now and every hour. Any number of processes may do so in parallel. Returns a function that stops it and resolves
 * when no deletion is running anymore.
 */
export function startHousekeeping({
  store,
  chainTime,
  log,
}: HousekeepingOptions): () => Promise<void> {
  let isStopped = false
  const deleteOld = async (
    what: string,
    lifeMs: number,
    deleteBatch: (before: Date, limit: number) => Promise<number>,
  ) => {
    try {
      const before = new Date(Number(await chainTime.readLatest()) - lifeMs)
      while (!isStopped && (await deleteBatch(before, batchSize)) === batchSize);
    } catch (err) {
      log.warn({ err }, `Old ${what} could not be removed. The service tries again in an hour.`)
    }
  }
  const clean = async () => {
    await deleteOld('Idempotency-Keys', idempotencyKeyLifeMs, store.deleteIdempotencyKeys)
    await deleteOld('webhooks', eventLifeMs, store.deleteEvents)
    await deleteOld('reports', reportLifeMs, store.deleteReports)
    await deleteOld('reserved amounts', reservationQuarantineMs, store.deleteReservations)
    await deleteOld(
      'charges of payment links',
      unpaidLinkChargeLifeMs,
      store.deleteUnpaidLinkCharges,
    )
    await deleteOld('rates of currencies', fxRateLifeMs, store.deleteFxRates)
  }
  let work = clean()
  const timer = setInterval(() => {
    work = work.then(clean)
  }, hourMs)
  return async () => {
    isStopped = true
    clearInterval(timer)
    await work
  }
}
