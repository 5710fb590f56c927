import { expire } from '../domain/life.ts'
import type { WatcherContext } from './context.ts'

/** Charges read at once. */
const batch = 500

/** Expires every charge whose time is over and that has no payment under way. */
export async function expireCharges({
  store,
  log,
}: Pick<WatcherContext, 'store' | 'log'>): Promise<void> {
  for (;;) {
    const now = new Date()
    const ids = await store.expirable(now, batch)
    let expired = 0
    for (const id of ids) {
      let reference = ''
      const made = await store.changeCharge(id, (charge) => {
        reference = charge.reference
        return expire(charge, now)
      })
      if (!made) continue
      expired += 1
      log.info({ charge: reference }, 'expired')
    }
    // Those that a payment came to meanwhile are for another turn.
    if (ids.length < batch || expired === 0) return
  }
}
