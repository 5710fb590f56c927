import type { PaymentStatus } from '../../api/schemas/payments/payment.ts'
import { findQuote } from '../charges/pricing/payment-assets.ts'
import type { ChargeRecord, TransferRecord } from '../charges/records.ts'
import { findSignedRefusal } from './credit.ts'
import { listPossiblePayers } from './payers.ts'
import type { ReportRecord } from './reports.ts'

/** The reason of a report for a transaction whose native currency no node shows. That is not a failure. */
export const unknownNativeAmountReason =
  'The chain does not show whether this transaction moved native currency to the recipient. The merchant has to check.'

/** Maximum number of accounts listed as possible signers. A transaction can have thousands of senders. */
const maxSigners = 20

/** Everything that the service knows of a transaction for one charge. */
export interface KnownTransaction {
  charge: ChargeRecord
  hash: string
  report: ReportRecord | undefined
  transfers: readonly TransferRecord[]
}

/**
 * Returns the status of a reported transaction for a charge; undefined for an unknown one. It does not show the transaction's
 * payments of other charges.
 */
export function toPaymentStatus({
  charge,
  hash,
  report,
  transfers,
}: KnownTransaction): PaymentStatus | undefined {
  const reply = (
    status: PaymentStatus['status'],
    at: { chainId: number; token: string },
    reason = '',
    signers: string[] = [],
  ): PaymentStatus => ({
    hash,
    chainId: String(at.chainId),
    tokenAddress: at.token,
    status,
    reason,
    signers,
  })
  const payment = charge.payments.findLast((payment) => payment.hash === hash)
  if (payment && payment.status !== 'FAILED') {
    return reply(payment.status === 'COMPLETED' ? 'COMPLETED' : 'PENDING', payment, payment.reason)
  }
  const unmatched = transfers.filter(({ status }) => status === 'UNMATCHED')
  const [first] = unmatched
  const isReported =
    report !== undefined || unmatched.some(({ chargeId }) => chargeId === charge.id)
  if (first && isReported) {
    // In another token no signature helps: the merchant has the money, and decides.
    const shownTransfer =
      unmatched.find((transfer) => findQuote(charge, transfer)?.recipient === transfer.recipient) ??
      first
    // Nobody is asked for a signature that changes nothing, such as for a canceled charge.
    const signable = unmatched.filter(
      (transfer) =>
        transfer.amount !== undefined &&
        findSignedRefusal(charge, transfer, transfer.amount, transfer) === undefined,
    )
    const signers = listPossiblePayers(charge, first.chainId, signable, maxSigners)
    return reply('UNMATCHED', shownTransfer, shownTransfer.reason, signers)
  }
  if (payment) return reply('FAILED', payment, payment.reason)
  if (!report) return undefined
  if (report.status === 'WAITING')
    return reply(report.pendingTransaction ? 'PENDING' : 'UNSEEN', report)
  if (report.reason === unknownNativeAmountReason) return reply('UNMATCHED', report, report.reason)
  return reply('FAILED', report, report.reason || 'The transaction was credited elsewhere.')
}
