import type { ChargePaymentStatus } from '../../api/schemas/charges/charge.ts'
import { isPaidBy } from './lifecycle.ts'
import { isSameToken, sumCreditedAmounts } from './pricing/payment-assets.ts'
import type { ChargeBalance, ChargeRecord, RefundTotal } from './records.ts'

/**
 * Computes the balance of a charge from its confirmed payments and its confirmed refunds. It is the only rule for it: the columns of
 * `charges`, replies, events and the desk take it from here. A refund that is not confirmed changes nothing, since it may still fail.
 */
export function computeBalance(charge: ChargeRecord): ChargeBalance {
  const { amount: price } = charge.quote
  const isPriced = charge.pricingType === 'fixed_price'
  const credited = sumCreditedAmounts(charge)
  const sentBack = (charge.refunds ?? []).reduce(
    (sum, refund) => sum + convertRefund(charge, refund),
    0n,
  )
  const kept = credited - sentBack
  const settled = (paymentStatus: ChargePaymentStatus) => {
    return { paymentStatus, missingAmount: 0n, excessAmount: 0n, refundedAmount: 0n }
  }
  const owing = (paymentStatus: ChargePaymentStatus) => {
    return { ...settled(paymentStatus), missingAmount: isPriced ? price - credited : 0n }
  }
  if (credited === 0n) return owing('unpaid')
  // A price that was nearly paid, by the tolerance, is sent back as a whole.
  if (kept <= 0n) return { ...settled('refunded'), refundedAmount: isPriced ? price : credited }
  if (isPriced && kept > price) return { ...settled('overpaid'), excessAmount: kept - price }
  if (sentBack > 0n && (!isPriced || kept < price)) {
    const paid = isPriced && price < credited ? price : credited
    return { ...settled('partly_refunded'), refundedAmount: paid - kept }
  }
  return isPaidBy(charge, credited) ? settled('paid') : owing('part_paid')
}

/** Returns what a confirmed refund sent back, by what the charge's payments in its token were credited with. */
function convertRefund(charge: ChargeRecord, refund: RefundTotal): bigint {
  const payments = charge.payments.filter(
    (payment) => payment.status === 'COMPLETED' && isSameToken(payment, refund),
  )
  const counted = payments.reduce((sum, { countedAmount }) => sum + countedAmount, 0n)
  const credited = payments.reduce((sum, { creditedAmount }) => sum + creditedAmount, 0n)
  return counted > 0n ? (refund.confirmed * credited) / counted : 0n
}
