import { PayError } from '../../../errors.ts'
import { settlePayment } from '../../charges/lifecycle.ts'
import { batchWithFallback, splitIntoBatches, splitIntoRounds } from '../../kernel/batches.ts'
import type { WatchedPayment } from '../../payments/payments.ts'
import type { ReadHead, WatcherContext } from '../context.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'
import { isFinalEnough } from './finality.ts'
import { askNodes, needsQuorum } from './quorum.ts'
import { updateReorganizedPayment } from './reorganized-payment.ts'
import { computeCheckDelayMs, type FailedPayment, setFailedAside } from './schedule.ts'

/** Number of payments that are read together. The others wait for the next poll, which begins with the longest overdue. */
const batchSize = 500
/** Number of blocks that are read at the same time. */
const concurrency = 8
/** Number of payments that are settled in one transaction: it locks their charges, for which others wait. */
const settleBatchSize = 100

/**
 * Settles every payment of a chain whose block is confirmed, and updates those whose block was replaced. The hash of a
 * block determines its contents, so one call confirms all payments in it.
 */
export async function confirmPayments(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  readHead: ReadHead,
): Promise<void> {
  const { store, chains } = context
  const pending = await store.listPendingPayments(chainId, batchSize)
  if (pending.length === 0) return
  const head = await readHead()
  const depth = BigInt(chains.getConfirmations(chainId))
  const due = pending.filter(
    ({ payment: { block } }) => !block || head - block.number + 1n >= depth,
  )
  const queue = [...Map.groupBy(due, ({ payment }) => payment.block?.number)]
  const failed: FailedPayment[] = []
  const work = async () => {
    for (let entry = queue.shift(); entry; entry = queue.shift())
      failed.push(...(await confirmBlock(context, destinations, chainId, ...entry, head)))
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  await setFailedAside(context, failed)
}

/** Settles or updates the payments in one block, and returns those with which that failed. */
async function confirmBlock(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  number: bigint | undefined,
  payments: readonly WatchedPayment[],
  head: bigint,
): Promise<FailedPayment[]> {
  let hash: string | undefined
  try {
    hash = number === undefined ? undefined : await context.chains.getBlockHash(chainId, number)
  } catch (error) {
    return payments.map((watched) => ({ watched, error }))
  }
  // A node that lags behind does not have this block, which proves nothing.
  if (number !== undefined && hash === undefined) return []
  const failed: FailedPayment[] = []
  const confirmed: WatchedPayment[] = []
  for (const watched of payments) {
    try {
      if (await isConfirmed(context, destinations, watched, hash, head)) confirmed.push(watched)
    } catch (error) {
      failed.push({ watched, error })
    }
  }
  for (const round of splitIntoRounds(confirmed, ({ payment }) => [payment.chargeId]))
    for (const batch of splitIntoBatches(round, settleBatchSize)) {
      const outcomes = await batchWithFallback(batch, (some) => settlePayments(context, some, hash))
      for (const [index, { error }] of outcomes.entries())
        if (error) failed.push({ watched: batch[index] as WatchedPayment, error })
    }
  return failed
}

/** Returns whether a payment is to be settled now. One that is not is updated, or waits for its next check. */
async function isConfirmed(
  context: WatcherContext,
  destinations: WatchedDestinations,
  watched: WatchedPayment,
  hash: string | undefined,
  head: bigint,
): Promise<boolean> {
  const { block, id, createdAt } = watched.payment
  if (!block || block.hash !== hash) {
    await updateReorganizedPayment(context, destinations, watched, head)
    return false
  }
  if (await isBackedByChain(context, watched)) return true
  await context.store.scheduleChecks([id], computeCheckDelayMs(createdAt, new Date()))
  return false
}

/**
 * Returns whether the chain's finality and its nodes confirm a payment as far as its value requires. A payment for which
 * they do not answer, or do not agree, waits alone: the other payments of its chain go on.
 */
async function isBackedByChain(context: WatcherContext, watched: WatchedPayment): Promise<boolean> {
  try {
    if (!(await isFinalEnough(context, watched))) return false
    return !(await needsQuorum(context, watched)) || (await askNodes(context, watched)).isReached
  } catch (error) {
    if (!(error instanceof PayError) || error.code !== 'chain_unreachable') throw error
    const { chainId, hash } = watched.payment
    context.log.error({ chainId, hash, error: error.message }, 'A payment cannot be credited yet.')
    return false
  }
}

/** Settles payments of different charges in one block, all in one transaction of the database. */
async function settlePayments(
  { store, log }: WatcherContext,
  watched: readonly WatchedPayment[],
  blockHash: string | undefined,
): Promise<readonly WatchedPayment[]> {
  const byCharge = new Map(watched.map(({ payment }) => [payment.chargeId, payment]))
  const updates = await store.updateCharges([...byCharge.keys()], (charge, transfers) => {
    const id = byCharge.get(charge.id)?.id ?? ''
    const ownTransfers = transfers.filter(({ paymentId }) => paymentId === id)
    // Only when all transfers are in this block. If some are not, the payment has changed and is checked again later.
    if (ownTransfers.some(({ block }) => block.hash !== blockHash)) return undefined
    return settlePayment(charge, id, ownTransfers, new Date())
  })
  for (const { payment, statusChange } of updates.values()) {
    if (!payment) continue
    const { chainId, hash, status, reason } = payment
    log.info({ chainId, hash, status, reason, charge: statusChange?.status }, 'credited')
  }
  return watched
}
