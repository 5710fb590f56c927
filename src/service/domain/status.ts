import type { PaymentStatus } from '../../api/payment.ts'
import type { ChargeRecord, ReportRecord, TransferRecord } from './records.ts'

/** Why a report ended without money: what no node tells is not failed. */
export const undecidedReason =
  'Whether a call inside the transaction moved native currency to where the charge is paid, the chain does not tell: ' +
  'the merchant has to look.'

/** What is known of a transaction for one charge. */
export interface KnownTransaction {
  charge: ChargeRecord
  hash: string
  report: ReportRecord | undefined
  transfers: readonly TransferRecord[]
}

/**
 * Tells the reporter of a transaction how it stands for a charge; undefined for one that nothing is known of. What other
 * charges have of it is not theirs to know.
 */
export function paymentStatus({
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
  const payment = charge.payments.findLast((one) => one.hash === hash)
  if (payment && payment.status !== 'FAILED') {
    return reply(payment.status === 'COMPLETED' ? 'COMPLETED' : 'PENDING', payment, payment.reason)
  }
  const open = transfers.filter(({ status }) => status === 'UNMATCHED')
  const [first] = open
  const asked = report !== undefined || open.some(({ chargeId }) => chargeId === charge.id)
  if (first && asked) {
    const signers = [...new Set(open.map(({ sender }) => sender))].filter((one) => one !== '')
    return reply('UNMATCHED', first, first.reason, signers)
  }
  if (payment) return reply('FAILED', payment, payment.reason)
  if (!report) return undefined
  if (report.status === 'WAITING') return reply(report.trace ? 'PENDING' : 'UNSEEN', report)
  if (report.reason === undecidedReason) return reply('UNMATCHED', report, report.reason)
  return reply('FAILED', report, report.reason || 'The transaction was credited otherwise.')
}
