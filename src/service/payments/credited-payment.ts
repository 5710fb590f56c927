import { attachPayment, createPaymentRecord, reopenPayment } from '../charges/lifecycle.ts'
import type {
  ChargeRecord,
  ChargeUpdate,
  PaymentProof,
  TransferRecord,
} from '../charges/records.ts'

/**
 * Credits a transfer to a charge, under the charge's lock: to its payment of the same transaction and token, which is confirmed
 * again with it, or to a new one.
 *
 * @param reportId the id of the transaction's report, which the payment takes over, since its payer asks for the payment by it;
 * undefined for none
 */
export function creditToPayment(
  charge: ChargeRecord,
  transfer: TransferRecord,
  proof: PaymentProof,
  reportId: string | undefined,
  now = new Date(),
): { paymentId: string; update: ChargeUpdate | undefined } {
  const { chainId, hash, token } = transfer
  const existing = charge.payments.find(
    (payment) =>
      payment.chainId === chainId &&
      payment.hash === hash &&
      payment.token === token &&
      payment.status !== 'FAILED',
  )
  // More transfers of the same transaction: the payment is confirmed, and its amount computed, again.
  if (existing) return { paymentId: existing.id, update: reopenPayment(charge, existing.id, now) }
  const isReportIdUsed = charge.payments.some(({ id }) => id === reportId)
  const id = isReportIdUsed ? undefined : reportId
  const payment = createPaymentRecord(charge, transfer, proof, now, id)
  return { paymentId: payment.id, update: attachPayment(charge, payment) }
}
