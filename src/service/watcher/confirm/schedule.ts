import type { WatchedPayment } from '../../payments/payments.ts'
import type { PaymentStore } from '../../payments/store/payments.ts'
import type { WatcherContext } from '../context.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs

/**
 * Returns the milliseconds until the next check of a payment. Checks become rarer: a payment that was never true must not
 * cost a call per second for a day, and a true one is found within seconds.
 *
 * @param since when the payment was last seen, credited or reported
 */
export function computeCheckDelayMs(since: Date, now: Date): number {
  const ageMs = now.getTime() - since.getTime()
  if (ageMs < 30 * secondMs) return 0
  if (ageMs < 5 * minuteMs) return 5 * secondMs
  return ageMs < 60 * minuteMs ? 30 * secondMs : 5 * minuteMs
}

/** A payment whose block could not be read, and why. */
export interface FailedPayment {
  watched: WatchedPayment
  error: unknown
}

/** Milliseconds until the next check of a payment whose check failed: half of its age, between these. */
const minRetryMs = 5_000
const maxRetryMs = 5 * 60_000

/** Logs payments whose check failed, and schedules another one. No other payment waits for them. */
export async function setFailedAside(
  { store, log }: Pick<WatcherContext, 'store' | 'log'>,
  failed: readonly FailedPayment[],
): Promise<void> {
  const now = Date.now()
  for (const { watched, error } of failed) {
    const { id, chainId, hash, createdAt } = watched.payment
    const waitMs = Math.min(Math.max((now - createdAt.getTime()) / 2, minRetryMs), maxRetryMs)
    await store.scheduleChecks([id], waitMs)
    log.warn(
      { err: error, chainId, hash },
      'A payment could not be checked. The service tries again.',
    )
  }
}

/** Schedules the next checks of payments, with one write for all that have the same delay. */
export async function scheduleChecks(
  store: PaymentStore,
  nextChecks: readonly { id: string; delayMs: number }[],
): Promise<void> {
  const bySeconds = Map.groupBy(nextChecks, ({ delayMs }) => Math.round(delayMs / 1000))
  for (const [seconds, checks] of bySeconds)
    await store.scheduleChecks(
      checks.map(({ id }) => id),
      seconds * 1000,
    )
}
