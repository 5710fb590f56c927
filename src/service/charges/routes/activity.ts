import type { ChainActivityStore } from '../../db/chain-activity.ts'
import type { ServiceContext } from '../../http/context.ts'
import { mayAwaitPayment } from '../lifecycle.ts'
import { listQuotes } from '../pricing/payment-assets.ts'
import type { ChargeBase } from '../records.ts'

/** The stores that these routes use. */
type Stores = ChainActivityStore

/** Interval between two marks of a chain by one process: a page that waits asks every few seconds. */
const markIntervalMs = 4_000

/**
 * Creates the function that is called with each requested charge. It marks the chains on which the charge can be paid as active, so
 * that the watcher, which may run in another process, scans them often; chains without waiting payers are scanned seldom. A failed
 * mark only delays a scan.
 */
export function createActivityMarker({
  store,
  log,
}: Pick<ServiceContext<Stores>, 'store' | 'log'>): (charge: ChargeBase) => void {
  const markedAt = new Map<number, number>()

  async function mark(chainIds: readonly number[]): Promise<void> {
    try {
      await store.markChainsActive(chainIds)
    } catch (err) {
      log.warn({ err }, 'Chains could not be marked as active.')
    }
  }

  return (charge) => {
    if (!mayAwaitPayment(charge, new Date())) return
    const now = performance.now()
    const chainIds = [...new Set(listQuotes(charge).map(({ chainId }) => chainId))].filter(
      (id) => now - (markedAt.get(id) ?? -Infinity) >= markIntervalMs,
    )
    if (chainIds.length === 0) return
    for (const id of chainIds) markedAt.set(id, now)
    void mark(chainIds)
  }
}
