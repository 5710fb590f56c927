import { expireCharge } from '../charges/lifecycle.ts'
import { batchWithFallback } from '../kernel/batches.ts'
import type { WatcherContext } from './context.ts'

/** Number of charges that are expired in one transaction: it locks them, and payments of them wait for it. */
const batchSize = 100
/** Number of refused charges that are remembered, and the first and the longest wait until one is tried again. */
const maxRefused = 1000
const minRetryMs = 10_000
const maxRetryMs = 60 * 60_000

/**
 * Creates the function that expires charges whose time is over, by this machine's clock and by every chain on which they
 * can be paid, and that have no pending payment: a batch of them, the longest overdue first. It resolves with whether
 * there may be more. A charge that the database refuses to change is left out for a time that grows, so that it keeps no
 * other from expiring.
 */
export function createExpiry({
  store,
  chains,
  chainTime,
  log,
}: Pick<WatcherContext, 'store' | 'chains' | 'chainTime' | 'log'>): () => Promise<boolean> {
  /** By id; `retryAt` in milliseconds of the monotonic clock. */
  const refused = new Map<string, { waitMs: number; retryAt: number }>()

  function setAside(id: string, reference: string | undefined, error: Error): void {
    const waitMs = Math.min(2 * (refused.get(id)?.waitMs ?? minRetryMs / 2), maxRetryMs)
    refused.delete(id)
    refused.set(id, { waitMs, retryAt: performance.now() + waitMs })
    const [oldest] = refused.keys()
    if (oldest !== undefined && refused.size > maxRefused) refused.delete(oldest)
    log.error(
      { err: error, charge: reference, waitMs },
      'A charge could not be expired. The service tries again.',
    )
  }

  async function findDue(now: Date): Promise<string[]> {
    const waiting = [...refused].filter(([, { retryAt }]) => retryAt > performance.now())
    const except = waiting.map(([id]) => id)
    // The chains are asked for their time only when it is needed.
    const overdue = await store.listExpirableChargeIds(now, new Map(), 1, except)
    if (overdue.length === 0) return []
    const times = await Promise.all(
      chains.ids.map(async (id) => [id, await chainTime.readNow(id)] as const),
    )
    const behind = new Map(times.filter(([, time]) => time < now))
    return await store.listExpirableChargeIds(now, behind, batchSize, except)
  }

  return async () => {
    const now = new Date()
    const ids = await findDue(now)
    const references = new Map<string, string>()
    const outcomes = await batchWithFallback(ids, async (some) => {
      const updates = await store.updateCharges(some, (charge) => {
        references.set(charge.id, charge.reference)
        return expireCharge(charge, now)
      })
      return some.map((id) => updates.has(id))
    })
    let count = 0
    for (const [index, { result, error }] of outcomes.entries()) {
      const id = ids[index] ?? ''
      if (error) setAside(id, references.get(id), error)
      else refused.delete(id)
      if (!result) continue
      count += 1
      log.info({ charge: references.get(id) }, 'expired')
    }
    // Charges that got a payment meanwhile are left for another run.
    return ids.length === batchSize && count > 0
  }
}
