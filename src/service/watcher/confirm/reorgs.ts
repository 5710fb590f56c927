import type { WatchedPayment } from '../../payments/payments.ts'
import type { ReadHead, WatcherContext } from '../context.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'
import { isShown, needsQuorum } from './quorum.ts'
import { updateReorganizedPayment } from './reorganized-payment.ts'
import { type FailedPayment, scheduleChecks, setFailedAside } from './schedule.ts'

/** Milliseconds until the block of a payment that was just credited is read again. */
const minDelayMs = 5_000
/** However old a credit seems to be, as after a jump of the clock: maximum milliseconds between two reads. */
const maxDelayMs = 30 * 60_000

/** Number of credited payments whose blocks are read in one poll. */
const batchSize = 500

/**
 * Finds credited payments whose block was replaced by a reorganization. Such a payment is credited again in the new block, or goes
 * back to PENDING. Only another block with the same number counts: a node that lags behind has no such block, which proves nothing.
 * A payment whose transaction changed its form has no block, and is read again.
 *
 * @param lastHead a recent block. Where nothing is due, the newest one is not requested
 */
export async function handleReorgs(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  lastHead: bigint,
  readHead: ReadHead,
): Promise<void> {
  const { store, chains, reorgBlocks } = context
  const now = new Date()
  const from = lastHead - BigInt(reorgBlocks)
  const credited = await store.listCreditedPayments(chainId, from < 0n ? 0n : from, batchSize)
  if (credited.length === 0) return
  const nextChecks: { id: string; delayMs: number }[] = []
  const failed: FailedPayment[] = []
  const byBlock = Map.groupBy(credited, ({ payment }) => payment.block?.number)
  for (const [number, payments] of byBlock) {
    const hash = number === undefined ? undefined : await chains.getBlockHash(chainId, number)
    for (const watched of payments) {
      const { id, verifiedAt } = watched.payment
      try {
        if (await isInPlace(context, watched, hash))
          nextChecks.push({ id, delayMs: computeDelayMs(verifiedAt ?? now, now) })
        else await updateReorganizedPayment(context, destinations, watched, await readHead())
      } catch (error) {
        failed.push({ watched, error })
      }
    }
  }
  await scheduleChecks(store, nextChecks)
  await setFailedAside(context, failed)
}

/**
 * Returns whether a credited payment is still valid. One without a block is not: the node has shown its transaction in another
 * form. When two nodes confirmed a large payment, a single node that disagrees cannot undo it.
 *
 * @param hash of the block with the number of the payment's; undefined for a node that lags behind, which proves nothing
 */
async function isInPlace(
  context: WatcherContext,
  watched: WatchedPayment,
  hash: string | undefined,
): Promise<boolean> {
  const { block } = watched.payment
  if (block && (hash === undefined || block.hash === hash)) return true
  return (await needsQuorum(context, watched)) && (await isShown(context, watched))
}

/**
 * Returns the milliseconds until the block of a credited payment is read again. The longer its block has lasted, the less likely it
 * is replaced: the wait is half of its age, so that a payment costs some ten calls, and not one every few seconds.
 */
function computeDelayMs(verifiedAt: Date, now: Date): number {
  const ageMs = now.getTime() - verifiedAt.getTime()
  return Math.min(Math.max(minDelayMs, ageMs / 2), maxDelayMs)
}
