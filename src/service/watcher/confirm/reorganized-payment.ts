import {
  failPayment,
  reopenPayment,
  unseenLimitMs,
  withdrawPayment,
} from '../../charges/lifecycle.ts'
import { noBlockHash, type PaymentRecord, type TransferRecord } from '../../charges/records.ts'
import type { WatchedPayment } from '../../payments/payments.ts'
import type { WatcherContext } from '../context.ts'
import { creditTransaction } from '../credit/credit-transactions.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'
import { computeCheckDelayMs } from './schedule.ts'

/**
 * Updates a payment that is no longer in its block. It moves to the block that has its transfers now. If no block has them, payment
 * and transfers lose their block until a read shows them again, in any block; in the end the payment fails.
 */
export async function updateReorganizedPayment(
  context: WatcherContext,
  destinations: WatchedDestinations,
  { payment, transfers, seenAt }: WatchedPayment,
  head: bigint,
): Promise<void> {
  const { store, chainTime, log } = context
  const { id, chainId, hash, status } = payment
  const outcome = await creditTransaction(context, destinations, chainId, { hash }, head)
  const now = new Date()
  if (outcome.kind === 'mined') {
    const dropped = await dropMissingTransfers(context, payment, outcome.block.hash)
    // Transfers that arrived in their place were not recorded as long as these were there.
    if (dropped > 0) await creditTransaction(context, destinations, chainId, { hash }, head)
    return
  }
  if (await failReplacedPayment(context, destinations, payment, transfers, head)) return
  if (await store.takeBackPayment(payment, (charge) => reopenPayment(charge, id, now))) {
    if (status === 'COMPLETED')
      log.warn(
        { chainId, hash },
        'A reorganization removed a credited payment; it is pending again.',
      )
  } else if (Number(await chainTime.readNow(chainId)) - seenAt.getTime() >= unseenLimitMs) {
    const reason = 'The transaction is no longer on the chain.'
    await store.dropTransfers(payment, noBlockHash, (charge) =>
      failPayment(charge, id, reason, now),
    )
    return
  }
  await store.scheduleChecks([id], computeCheckDelayMs(seenAt, now))
}

/**
 * Fails a payment whose transaction can never be mined again, because another transaction of its signer has used its nonce, deep
 * enough in the chain. The money of that transaction is recorded first. Returns whether such a transaction exists.
 */
async function failReplacedPayment(
  context: WatcherContext,
  destinations: WatchedDestinations,
  payment: PaymentRecord,
  transfers: readonly TransferRecord[],
  head: bigint,
): Promise<boolean> {
  const { store, chains, log } = context
  const { id, chainId, hash } = payment
  const seenAtBlock = transfers[0]?.block.number
  const origin = await store.getOrigin(chainId, hash)
  const confirmed = head + 1n - BigInt(chains.getConfirmations(chainId))
  if (!origin || seenAtBlock === undefined || confirmed < 0n) return false
  const replacement = await chains
    .findReplacement(chainId, { ...origin, seenAtBlock }, confirmed)
    // A node without the state of these blocks: the payment fails when its time is over.
    .catch((err: unknown) => {
      log.warn({ err, chainId, hash }, 'The replacement of a transaction cannot be found.')
      return undefined
    })
  if (replacement === undefined || replacement === hash) return false
  await creditTransaction(context, destinations, chainId, { hash: replacement }, head)
  const now = new Date()
  const reason = `The transaction was replaced by ${replacement}.`
  log.warn({ chainId, hash, replacement }, 'Another transaction has replaced a payment.')
  await store.takeBackPayment(payment, (charge) => reopenPayment(charge, id, now))
  await store.dropTransfers(payment, noBlockHash, (charge) => failPayment(charge, id, reason, now))
  return true
}

/**
 * Drops the transfers of a payment that are not in its new block. The others were moved to that block when the
 * transaction was read. Returns how many it dropped.
 */
async function dropMissingTransfers(
  { store, log }: WatcherContext,
  payment: PaymentRecord,
  blockHash: string,
): Promise<number> {
  const { id } = payment
  const now = new Date()
  const dropped = await store.dropTransfers(payment, blockHash, (charge, left) =>
    left.length > 0
      ? reopenPayment(charge, id, now)
      : withdrawPayment(charge, id, nothingLeftReason, now),
  )
  if (dropped > 0)
    log.warn({ payment: id }, 'A reorganization changed the transfers of a transaction.')
  return dropped
}

const nothingLeftReason = 'After a reorganization of the chain, the transaction transfers nothing.'
