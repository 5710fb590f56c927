import type { WatcherContext } from '../context.ts'
import type { WatchedDestinations } from '../destinations/places.ts'
import { askNodes, needsQuorum } from './agreement.ts'
import { type FailedPayment, setFailedAside } from './failed-payments.ts'
import { followReorganizedPayment, scheduleChecksByDelay } from './verify-pending.ts'

/** Milliseconds until a payment that was just credited is checked again. */
const minRecheckMs = 5_000
/** However old a credit seems to be, as after a jump of the clock: milliseconds between two checks, at most. */
const maxRecheckMs = 30 * 60_000

/** Number of credited payments that are checked in one turn. */
const batchSize = 500

/**
 * Checks that credited payments are still in the block that they were credited for. A payment whose block was replaced
 * is credited again in the new block, or goes back to PENDING. Only another block with the same number counts: a node
 * that lags behind has no such block, which proves nothing.
 *
 * @param lastHead a recent block. Where nothing is due, the newest one is not asked for
 */
export async function recheckCreditedPayments(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  lastHead: bigint,
  readHead: () => Promise<bigint>,
): Promise<void> {
  const { store, chains, reorgBlocks } = context
  const now = new Date()
  const from = lastHead - BigInt(reorgBlocks)
  const credited = await store.listCreditedPayments(chainId, from < 0n ? 0n : from, batchSize)
  if (credited.length === 0) return
  const nextChecks: { id: string; delayMs: number }[] = []
  const failed: FailedPayment[] = []
  for (const [number, those] of Map.groupBy(credited, ({ payment }) => payment.block?.number)) {
    const hash = number === undefined ? undefined : await chains.getBlockHash(chainId, number)
    for (const followed of those) {
      const { id, block, verifiedAt } = followed.payment
      try {
        // Where a large payment was credited by two nodes, one that says otherwise does not undo it alone.
        const isInPlace =
          hash === undefined ||
          block?.hash === hash ||
          ((await needsQuorum(context, followed)) &&
            (await askNodes(context, followed)).shownBy > 0)
        if (isInPlace)
          nextChecks.push({ id, delayMs: computeRecheckDelayMs(verifiedAt ?? now, now) })
        else await followReorganizedPayment(context, destinations, followed, await readHead())
      } catch (error) {
        failed.push({ followed, error })
      }
    }
  }
  await scheduleChecksByDelay(store, nextChecks)
  await setFailedAside(context, failed)
}

/**
 * Returns the milliseconds until a credited payment is checked again. The longer its block has lasted, the less likely it
 * is replaced: the wait is half of its age, so that a payment costs some ten calls, and not one every few seconds.
 */
function computeRecheckDelayMs(verifiedAt: Date, now: Date): number {
  const ageMs = now.getTime() - verifiedAt.getTime()
  return Math.min(Math.max(minRecheckMs, ageMs / 2), maxRecheckMs)
}
