import { expire } from '../domain/life.ts'
import type { Lookout } from './look.ts'

/** Charges read at once. */
const batch = 500

/** Expires every charge whose time is over and that has no payment under way. */
export async function expireCharges({ store, log, expiry }: Lookout): Promise<void> {
  for (;;) {
    const now = new Date()
    const ids = await store.expirable(new Date(now.getTime() - expiry), batch)
    let expired = 0
    for (const id of ids) {
      const made = await store.changeCharge(id, (charge) => expire(charge, { now, expiry }))
      if (!made) continue
      expired += 1
      log.info({ chargeId: id }, 'expired')
    }
    // Those that a payment came to meanwhile are for another turn.
    if (ids.length < batch || expired === 0) return
  }
}
