import { doTogether } from '../domain/batches.ts'
import { expireCharge } from '../domain/charge-lifecycle.ts'
import type { WatcherContext } from './context.ts'

/** Number of charges that are expired in one transaction: it locks them, and payments of them wait for it. */
const batchSize = 100

/**
 * Expires charges whose time is over and that have no pending payment: a batch of them, the longest overdue first.
 * Returns whether there may be more.
 */
export async function expireCharges({
  store,
  log,
}: Pick<WatcherContext, 'store' | 'log'>): Promise<boolean> {
  const now = new Date()
  const ids = await store.listExpirableChargeIds(now, batchSize)
  const references = new Map<string, string>()
  const expired = await doTogether(ids, async (some) => {
    const updates = await store.updateCharges(some, (charge) => {
      references.set(charge.id, charge.reference)
      return expireCharge(charge, now)
    })
    return [...updates.keys()]
  })
  for (const id of expired) log.info({ charge: references.get(id) }, 'expired')
  // Charges that got a payment meanwhile are left for another run.
  return ids.length === batchSize && expired.length > 0
}
