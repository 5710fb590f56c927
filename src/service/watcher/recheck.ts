import type { WatcherContext } from './context.ts'
import { computeNextCheckAt } from './due.ts'
import type { WatchedDestinations } from './places.ts'
import { followReorganizedPayment, scheduleChecksByTime } from './verify-pending.ts'

/** Number of credited payments that are checked in one turn. */
const batchSize = 500

/**
 * Checks that credited payments are still in the block that they were credited for. A payment whose block was replaced
 * is credited again in the new block, or goes back to PENDING. Only another block with the same number counts: a node
 * that lags behind has no such block, which proves nothing.
 */
export async function recheckCreditedPayments(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  readHead: () => Promise<bigint>,
): Promise<void> {
  const { store, chains, reorgBlocks } = context
  const head = await readHead()
  const now = new Date()
  const from = head - BigInt(reorgBlocks)
  const credited = await store.listCreditedPayments(chainId, from < 0n ? 0n : from, now, batchSize)
  const nextChecks: { id: string; at: Date }[] = []
  for (const [number, those] of Map.groupBy(credited, ({ payment }) => payment.block?.number)) {
    const hash = number === undefined ? undefined : await chains.getBlockHash(chainId, number)
    for (const one of those) {
      const { id, block, verifiedAt } = one.payment
      const isInPlace = hash === undefined || block?.hash === hash
      if (isInPlace) nextChecks.push({ id, at: computeNextCheckAt(verifiedAt ?? now, now) })
      else await followReorganizedPayment(context, destinations, one, head)
    }
  }
  await scheduleChecksByTime(store, nextChecks)
}
