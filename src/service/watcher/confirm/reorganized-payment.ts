import {
  failPayment,
  movePaymentToBlock,
  reopenPayment,
  unseenLimitMs,
} from '../../domain/charges/lifecycle.ts'
import type { PaymentRecord, TransferRecord } from '../../domain/charges/records.ts'
import type { WatchedPayment } from '../../domain/payments/payments.ts'
import type { WatcherContext } from '../context.ts'
import { creditTransaction } from '../credit/credit-transactions.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'
import { computeCheckDelayMs } from './schedule.ts'

/** Updates a payment whose block was replaced: it moves to the block that has its transfers now, or fails in the end. */
export async function updateReorganizedPayment(
  context: WatcherContext,
  destinations: WatchedDestinations,
  { payment, transfers, seenAt }: WatchedPayment,
  head: bigint,
): Promise<void> {
  const { store, chainTime, log } = context
  const { id, chargeId, chainId, hash } = payment
  const outcome = await creditTransaction(context, destinations, chainId, { hash }, head)
  const now = new Date()
  if (outcome.kind === 'mined') {
    const dropped = await dropMissingTransfers(context, payment.id, chargeId, outcome.block.hash)
    // What arrives now in place of them was not recorded, as long as they were there.
    if (dropped > 0) await creditTransaction(context, destinations, chainId, { hash }, head)
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
  await creditTransaction(context, destinations, chainId, { hash: replacement }, head)
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
 * transaction was read. Returns how many it dropped.
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
    const remaining = transfers.filter((transfer) => transfer.paymentId === paymentId)
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
