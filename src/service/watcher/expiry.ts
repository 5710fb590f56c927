import { doTogether } from '../domain/batches.ts'
import { expireCharge } from '../domain/charge-lifecycle.ts'
import type { WatcherContext } from './context.ts'

/** Number of charges that are expired in one transaction: it locks them, and payments of them wait for it. */
const batchSize = 100

/**
 * Expires charges whose time is over, by this machine's clock and by every chain on which they can be paid, and that have
 * no pending payment: a batch of them, the longest overdue first. Returns whether there may be more.
 */
export async function expireCharges({
  store,
  chains,
  chainTime,
  log,
}: Pick<WatcherContext, 'store' | 'chains' | 'chainTime' | 'log'>): Promise<boolean> {
  const now = new Date()
  // The chains are asked for their time only when it is needed.
  const overdue = await store.listExpirableChargeIds(now, new Map(), 1)
  if (overdue.length === 0) return false
  const times = await Promise.all(
    chains.ids.map(async (id) => [id, await chainTime.readNow(id)] as const),
  )
  const behind = new Map(times.filter(([, time]) => time < now))
  const ids = await store.listExpirableChargeIds(now, behind, batchSize)
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
