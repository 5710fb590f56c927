import { formatAmount } from '../../amount.ts'
import type { FoundRequest, HistoryEntry, PaymentRequest } from '../../api/request.ts'
import { quoteOf } from './pairs.ts'
import type { AskedCharge, PaymentRecord, Quote, RequestRecord } from './records.ts'

// Requests as the interface shows them: an absent text is ''.

/** Interface 4.9: a request without trackId, reference and attachmentUrl. */
export function foundRequest(
  request: RequestRecord,
  charges: readonly AskedCharge[],
): FoundRequest {
  return {
    uuid: request.id,
    chainId: request.chainId === undefined ? '' : String(request.chainId),
    recipientAddress: request.recipient,
    tokenAmount: request.amount,
    tokenAddress: request.token ?? '',
    tokenDecimals: request.decimals,
    tokenType: request.tokenType ?? '',
    tokenSymbol: request.symbol,
    createdAt: request.createdAt.toISOString(),
    updatedAt: lastChange(request, charges).toISOString(),
    history: charges.flatMap(historyOf).sort(byTime),
  }
}

/** Interface 2.3. */
export function paymentRequest(
  request: RequestRecord,
  charges: readonly AskedCharge[],
  publicUrl: string,
): PaymentRequest {
  return {
    ...foundRequest(request, charges),
    trackId: request.trackId,
    reference: request.reference,
    attachmentUrl: request.attachmentId ? attachmentUrl(request.attachmentId, publicUrl) : '',
  }
}

/** Where an attachment is downloaded. */
export function attachmentUrl(id: string, publicUrl: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/attachments/${id}`
}

/** What a charge adds: that the money was asked for, and each payment, in the token that it was made in. */
function historyOf(charge: AskedCharge): HistoryEntry[] {
  const asked: HistoryEntry = {
    uuid: charge.id,
    type: 'REQUEST',
    timestamp: charge.createdAt.toISOString(),
    txHash: '',
    ...moneyOf(charge.quote.amount, charge.quote),
    status: charge.status,
  }
  const payments = charge.payments.map(
    (payment): HistoryEntry => ({
      uuid: payment.id,
      type: 'PAYMENT',
      timestamp: payment.createdAt.toISOString(),
      txHash: payment.hash,
      ...moneyOf(payment.paid, quoteOf(charge, payment)),
      status: payment.status,
    }),
  )
  return [asked, ...payments]
}

function moneyOf(units: bigint, quote: Quote) {
  return {
    amount: formatAmount(units, quote.decimals),
    chainId: String(quote.chainId),
    tokenSymbol: quote.symbol,
    tokenAddress: quote.token,
  }
}

/** Times of one form sort as texts; equal ones keep their order. */
function byTime(one: HistoryEntry, other: HistoryEntry): number {
  return one.timestamp < other.timestamp ? -1 : one.timestamp > other.timestamp ? 1 : 0
}

function lastChange(request: RequestRecord, charges: readonly AskedCharge[]): Date {
  const changed = ({ createdAt, verifiedAt }: PaymentRecord) => (verifiedAt ?? createdAt).getTime()
  const times = charges.flatMap(({ createdAt, payments }) => [
    createdAt.getTime(),
    ...payments.map(changed),
  ])
  return new Date(Math.max(request.createdAt.getTime(), ...times))
}
