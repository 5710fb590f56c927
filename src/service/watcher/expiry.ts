import { expireCharge } from '../domain/charge-lifecycle.ts'
import type { WatcherContext } from './context.ts'

/** Number of charges that are read at once. */
const batchSize = 500

/** Expires every charge whose time is over and that has no pending payment. */
export async function expireCharges({
  store,
  log,
}: Pick<WatcherContext, 'store' | 'log'>): Promise<void> {
  for (;;) {
    const now = new Date()
    const ids = await store.listExpirableChargeIds(now, batchSize)
    let expired = 0
    for (const id of ids) {
      let reference = ''
      const update = await store.updateCharge(id, (charge) => {
        reference = charge.reference
        return expireCharge(charge, now)
      })
      if (!update) continue
      expired += 1
      log.info({ charge: reference }, 'expired')
    }
    // Charges that got a payment meanwhile are left for another run.
    if (ids.length < batchSize || expired === 0) return
  }
}
