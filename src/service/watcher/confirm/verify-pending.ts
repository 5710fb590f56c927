import { PayError } from '../../../errors.ts'
import { doTogether, splitIntoBatches, splitIntoRounds } from '../../domain/batches.ts'
import {
  failPayment,
  movePaymentToBlock,
  reopenPayment,
  settlePayment,
  unseenLimitMs,
} from '../../domain/charges/lifecycle.ts'
import type { PaymentRecord, TransferRecord } from '../../domain/charges/records.ts'
import type { FollowedPayment, PaymentStore } from '../../domain/payments/payments.ts'
import type { WatcherContext } from '../context.ts'
import { examineTransaction } from '../credit/examine.ts'
import type { WatchedDestinations } from '../destinations/places.ts'
import { askNodes, needsQuorum } from './agreement.ts'
import { computeCheckDelayMs } from './due.ts'
import { type FailedPayment, setFailedAside } from './failed-payments.ts'
import { isFinalEnough } from './finality.ts'

/**
 * Number of payments that are read at once. The others wait for the next turn, which begins with the longest overdue.
 */
const batchSize = 500
/** Number of blocks that are read at the same time. */
const concurrency = 8
/** Number of payments that are credited in one transaction: it locks their charges, for which others wait. */
const creditBatchSize = 100

/**
 * Credits every payment of a chain whose block is confirmed, and follows those whose block was replaced. The hash of a
 * block determines its contents, so one call confirms all payments in it.
 */
export async function verifyPendingPayments(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  readHead: () => Promise<bigint>,
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
      failed.push(...(await followBlock(context, destinations, chainId, ...entry, head)))
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  await setFailedAside(context, failed)
}

/** Credits or follows the payments in one block, and returns those with which that failed. */
async function followBlock(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  number: bigint | undefined,
  payments: readonly FollowedPayment[],
  head: bigint,
): Promise<FailedPayment[]> {
  let hash: string | undefined
  try {
    hash = number === undefined ? undefined : await context.chains.getBlockHash(chainId, number)
  } catch (error) {
    return payments.map((followed) => ({ followed, error }))
  }
  // A node that lags behind does not have this block, which proves nothing.
  if (number !== undefined && hash === undefined) return []
  const failed: FailedPayment[] = []
  const toCredit: FollowedPayment[] = []
  for (const followed of payments) {
    try {
      if (await isToCredit(context, destinations, followed, hash, head)) toCredit.push(followed)
    } catch (error) {
      failed.push({ followed, error })
    }
  }
  for (const round of splitIntoRounds(toCredit, ({ payment }) => [payment.chargeId]))
    for (const batch of splitIntoBatches(round, creditBatchSize)) {
      const outcomes = await doTogether(batch, (some) => creditPayments(context, some, hash))
      for (const [index, { error }] of outcomes.entries())
        if (error) failed.push({ followed: batch[index] as FollowedPayment, error })
    }
  return failed
}

/** Returns whether a payment is to be credited now. One that is not is followed, or checked again later. */
async function isToCredit(
  context: WatcherContext,
  destinations: WatchedDestinations,
  followed: FollowedPayment,
  hash: string | undefined,
  head: bigint,
): Promise<boolean> {
  const { block, id, createdAt } = followed.payment
  if (!block || block.hash !== hash) {
    await followReorganizedPayment(context, destinations, followed, head)
    return false
  }
  if (await isBeyondDoubt(context, followed)) return true
  await context.store.scheduleChecks([id], computeCheckDelayMs(createdAt, new Date()))
  return false
}

/**
 * Returns whether chain and nodes vouch for a confirmed payment as far as its value asks for it. One about which they
 * cannot be asked, or do not agree, waits by itself: the other payments of its chain go on.
 */
async function isBeyondDoubt(context: WatcherContext, followed: FollowedPayment): Promise<boolean> {
  try {
    if (!(await isFinalEnough(context, followed))) return false
    return !(await needsQuorum(context, followed)) || (await askNodes(context, followed)).isReached
  } catch (error) {
    if (!(error instanceof PayError) || error.code !== 'chain_unreachable') throw error
    const { chainId, hash } = followed.payment
    context.log.error({ chainId, hash, error: error.message }, 'A payment cannot be credited yet.')
    return false
  }
}

/** Credits payments of different charges in one block, all in one transaction of the database. */
async function creditPayments(
  { store, log }: WatcherContext,
  followed: readonly FollowedPayment[],
  blockHash: string | undefined,
): Promise<readonly FollowedPayment[]> {
  const byCharge = new Map(followed.map(({ payment }) => [payment.chargeId, payment]))
  const updates = await store.updateCharges([...byCharge.keys()], (charge, transfers) => {
    const id = byCharge.get(charge.id)?.id ?? ''
    const ownTransfers = transfers.filter((one) => one.paymentId === id)
    // Only when all transfers are in this block. If some are not, the payment has changed and is checked again later.
    if (ownTransfers.some(({ block }) => block.hash !== blockHash)) return undefined
    return settlePayment(charge, id, ownTransfers, new Date())
  })
  for (const { payment, statusChange } of updates.values()) {
    if (!payment) continue
    const { chainId, hash, status, reason } = payment
    log.info({ chainId, hash, status, reason, charge: statusChange?.status }, 'credited')
  }
  return followed
}

/** Follows a payment whose block was replaced: to the block that has its transfers now, or else until it fails. */
export async function followReorganizedPayment(
  context: WatcherContext,
  destinations: WatchedDestinations,
  { payment, transfers, seenAt }: FollowedPayment,
  head: bigint,
): Promise<void> {
  const { store, chainTime, log } = context
  const { id, chargeId, chainId, hash } = payment
  const examined = await examineTransaction(context, destinations, chainId, { hash }, head)
  const now = new Date()
  if (examined.kind === 'mined') {
    const dropped = await dropMissingTransfers(context, payment.id, chargeId, examined.block.hash)
    // What arrives now in place of them was not recorded, as long as they were there.
    if (dropped > 0) await examineTransaction(context, destinations, chainId, { hash }, head)
    return
  }
  if (await failReplacedPayment(context, destinations, payment, transfers, head)) return
  const wasCredited = payment.status === 'COMPLETED'
  if (wasCredited)
    log.warn({ chainId, hash }, 'A reorganization removed a credited payment; it is pending again.')
  if (wasCredited) await store.updateCharge(chargeId, (charge) => reopenPayment(charge, id, now))
  else if (payment.block) {
    await store.updateCharge(chargeId, (charge) =>
      movePaymentToBlock(charge, id, { block: undefined }),
    )
  } else if (Number(await chainTime.readNow(chainId)) - seenAt.getTime() >= unseenLimitMs) {
    await store.dropTransfers(id, '')
    await store.updateCharge(chargeId, (charge) =>
      failPayment(charge, id, 'The transaction is no longer on the chain.', now),
    )
    return
  }
  await store.scheduleChecks([id], computeCheckDelayMs(seenAt, now))
}

/**
 * Fails a payment whose transaction can never be mined again, because another one of its signer has its nonce, deep
 * enough. What that one pays is recorded first. Returns whether there is one.
 */
async function failReplacedPayment(
  context: WatcherContext,
  destinations: WatchedDestinations,
  { id, chargeId, chainId, hash }: PaymentRecord,
  transfers: readonly TransferRecord[],
  head: bigint,
): Promise<boolean> {
  const { store, chains, log } = context
  const seenAtBlock = transfers[0]?.block.number
  const origin = await store.getOrigin(chainId, hash)
  const confirmed = head + 1n - BigInt(chains.getConfirmations(chainId))
  if (!origin || seenAtBlock === undefined || confirmed < 0n) return false
  const replacement = await chains
    .findReplacement(chainId, { ...origin, seenAtBlock }, confirmed)
    // A node without the state of these blocks: the payment fails when its time is over.
    .catch((err: unknown) => {
      log.warn({ err, chainId, hash }, 'The replacement of a transaction cannot be searched for.')
      return undefined
    })
  if (replacement === undefined || replacement === hash) return false
  await examineTransaction(context, destinations, chainId, { hash: replacement }, head)
  const now = new Date()
  const reason = `The transaction was replaced by ${replacement}.`
  log.warn({ chainId, hash, replacement }, 'Another transaction has taken the place of a payment.')
  await store.updateCharge(chargeId, (charge) => reopenPayment(charge, id, now))
  await store.dropTransfers(id, '')
  await store.updateCharge(chargeId, (charge) => failPayment(charge, id, reason, now))
  return true
}

/**
 * Drops the transfers of a payment that are not in its new block. The others were moved to that block when the
 * transaction was examined. Returns how many it dropped.
 */
async function dropMissingTransfers(
  { store, log }: WatcherContext,
  paymentId: string,
  chargeId: string,
  blockHash: string,
): Promise<number> {
  const dropped = await store.dropTransfers(paymentId, blockHash)
  if (dropped === 0) return 0
  const now = new Date()
  log.warn({ payment: paymentId }, 'A reorganization changed what a transaction transfers.')
  await store.updateCharge(chargeId, (charge) => reopenPayment(charge, paymentId, now))
  await store.updateCharge(chargeId, (charge, transfers) => {
    const remaining = transfers.filter((one) => one.paymentId === paymentId)
    const [first] = remaining
    if (!first)
      return failPayment(
        charge,
        paymentId,
        'After a reorganization of the chain, the transaction transfers nothing.',
        now,
      )
    return movePaymentToBlock(charge, paymentId, { block: first.block, minedAt: first.minedAt })
  })
  return dropped
}

/** Schedules the next checks of payments, with one write for all that have the same delay. */
export async function scheduleChecksByDelay(
  store: PaymentStore,
  nextChecks: readonly { id: string; delayMs: number }[],
): Promise<void> {
  for (const [delayMs, those] of Map.groupBy(nextChecks, (one) => Math.round(one.delayMs / 1000)))
    await store.scheduleChecks(
      those.map(({ id }) => id),
      delayMs * 1000,
    )
}
