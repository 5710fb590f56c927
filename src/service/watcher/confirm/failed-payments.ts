import type { FollowedPayment } from '../../domain/payments/payments.ts'
import type { WatcherContext } from '../context.ts'

/** A payment that could not be checked, and why. */
export interface FailedPayment {
  followed: FollowedPayment
  error: unknown
}

/** Milliseconds until a payment that could not be checked is checked again: half of its age, between these. */
const minRetryMs = 5_000
const maxRetryMs = 5 * 60_000

/** Sets payments aside that could not be checked, and logs them. Later they are checked again, and keep no other waiting. */
export async function setFailedAside(
  { store, log }: Pick<WatcherContext, 'store' | 'log'>,
  failed: readonly FailedPayment[],
): Promise<void> {
  const now = Date.now()
  for (const { followed, error } of failed) {
    const { id, chainId, hash, createdAt } = followed.payment
    const waitMs = Math.min(Math.max((now - createdAt.getTime()) / 2, minRetryMs), maxRetryMs)
    await store.scheduleChecks([id], waitMs)
    log.warn(
      { err: error, chainId, hash },
      'A payment could not be checked. The service tries again.',
    )
  }
}
