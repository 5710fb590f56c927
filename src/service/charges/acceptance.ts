import { formatAmount } from '../../amount.ts'
import { createRefusal } from '../kernel/refusals.ts'
import { applyUpdate, createStatusChange, isPaidBy } from './lifecycle.ts'
import { computeCreditedAmount } from './pricing/credited-amount.ts'
import { sumCreditedAmounts } from './pricing/payment-assets.ts'
import type { ChargeRecord, ChargeUpdate, TransferRecord } from './records.ts'

// A merchant takes a short payment as enough: from then on the charge is paid by the sum that had arrived. The money stays what it
// is, and the sum is what must remain: a reorganization that takes a part of it leaves the charge unpaid until it is there again.

/**
 * Accepts what has arrived for a charge as its price: what is credited, and what waits for its confirmations. The charge is
 * COMPLETED once all of it is confirmed. Undefined for a charge that is paid without it.
 *
 * @param transfers all transfers of its payments
 * @param expected what the merchant has seen, in base units of the charge's token; undefined accepts any sum
 * @throws PayError `conflict`
 */
export function acceptCharge(
  charge: ChargeRecord,
  transfers: readonly TransferRecord[],
  now: Date,
  expected?: bigint,
): ChargeUpdate | undefined {
  const { quote, status } = charge
  const credited = sumCreditedAmounts(charge)
  const acceptedAmount = credited + sumPending(charge, transfers)
  if (status === 'COMPLETED' || acceptedAmount === charge.acceptedAmount) return undefined
  if (status === 'CANCELLED') throw createRefusal('charge_canceled')
  if (acceptedAmount === 0n) throw createRefusal('nothing_arrived')
  if (isPaidBy({ ...charge, acceptedAmount: undefined }, acceptedAmount)) return undefined
  if (charge.refunds) throw createRefusal('refunded_unaccepted')
  if (expected !== undefined && expected !== acceptedAmount) {
    const arrived = formatAmount(acceptedAmount, quote.decimals)
    const shown = { arrived: `${arrived} ${quote.symbol}` }
    throw createRefusal('arrived_changed', shown, { field: 'amount', details: { arrived } })
  }
  return {
    payment: undefined,
    acceptedAmount,
    statusChange:
      credited === acceptedAmount ? createStatusChange('COMPLETED', now, 'UNDERPAID') : undefined,
  }
}

/**
 * Undoes the acceptance of a charge: its money alone decides its status again. Undefined for a charge that was not accepted.
 *
 * @throws PayError `conflict` once its order was shipped, or a refund of it was begun
 */
export function undoAcceptance(charge: ChargeRecord, now: Date): ChargeUpdate | undefined {
  if (charge.acceptedAmount === undefined) return undefined
  if (charge.shippedAt) throw createRefusal('shipped_accepted')
  if (charge.refunds) throw createRefusal('refunded_accepted')
  const undone = { payment: undefined, acceptedAmount: null, isUndo: true }
  const credited = sumCreditedAmounts(charge)
  const staysPaid = isPaidBy(applyUpdate(charge, { ...undone, statusChange: undefined }), credited)
  if (charge.status !== 'COMPLETED' || staysPaid) return { ...undone, statusChange: undefined }
  const status = now < charge.expiresAt ? 'PENDING' : 'EXPIRED'
  return { ...undone, statusChange: createStatusChange(status, now, 'UNDERPAID') }
}

/** Returns what the pending payments of a charge will be credited with, in base units of its token. */
function sumPending(charge: ChargeRecord, transfers: readonly TransferRecord[]): bigint {
  return charge.payments
    .filter(({ status }) => status === 'PENDING')
    .reduce((sum, payment) => {
      const countedAmount = transfers
        .filter(({ paymentId }) => paymentId === payment.id)
        .reduce((total, transfer) => total + (transfer.countedAmount ?? 0n), 0n)
      return sum + computeCreditedAmount(charge, { ...payment, countedAmount })
    }, 0n)
}
