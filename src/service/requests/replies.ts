import { formatAmount } from '../../amount.ts'
import { trimEnd } from '../../api/formats.ts'
import type {
  FoundRequest,
  HistoryEntry,
  PaymentRequest,
} from '../../api/schemas/requests/request.ts'
import { getQuote } from '../charges/pricing/payment-assets.ts'
import type { PaymentRecord, PriceQuote, RequestHistoryCharge } from '../charges/records.ts'
import type { RequestRecord } from '../charges/request-record.ts'

// Converts requests into the replies of the interface, in which an absent text is ''.

/** Returns the request of interface 4.9, without trackId, reference and attachmentUrl. */
export function toFoundRequest(
  request: RequestRecord,
  charges: readonly RequestHistoryCharge[],
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
    updatedAt: getLastChangeTime(request, charges).toISOString(),
    history: charges.flatMap(toHistoryEntries).sort(compareByTimestamp),
  }
}

/** Returns the request of interface 2.3. */
export function toPaymentRequest(
  request: RequestRecord,
  charges: readonly RequestHistoryCharge[],
  publicUrl: string,
): PaymentRequest {
  return {
    ...toFoundRequest(request, charges),
    trackId: request.trackId,
    reference: request.reference,
    attachmentUrl: request.attachmentId ? getAttachmentUrl(request.attachmentId, publicUrl) : '',
  }
}

/** Returns the URL from which an attachment is downloaded. */
export function getAttachmentUrl(id: string, publicUrl: string): string {
  return `${trimEnd(publicUrl, '/')}/attachments/${id}`
}

/** Returns the history entries of a charge: the request for payment, and each payment in its own token. */
function toHistoryEntries(charge: RequestHistoryCharge): HistoryEntry[] {
  const requestEntry: HistoryEntry = {
    uuid: charge.id,
    type: 'REQUEST',
    timestamp: charge.createdAt.toISOString(),
    txHash: '',
    ...toAmountFields(charge.quote.amount, charge.quote),
    status: charge.status,
  }
  const payments = charge.payments.map(
    (payment): HistoryEntry => ({
      uuid: payment.id,
      type: 'PAYMENT',
      timestamp: payment.createdAt.toISOString(),
      txHash: payment.hash,
      ...toAmountFields(payment.receivedAmount, getQuote(charge, payment)),
      status: payment.status,
    }),
  )
  return [requestEntry, ...payments]
}

function toAmountFields(units: bigint, quote: PriceQuote) {
  return {
    amount: formatAmount(units, quote.decimals),
    chainId: String(quote.chainId),
    tokenSymbol: quote.symbol,
    tokenAddress: quote.token,
  }
}

/** Compares by timestamp. ISO 8601 times in one format sort as strings; entries with equal times keep their order. */
function compareByTimestamp(a: HistoryEntry, b: HistoryEntry): number {
  return a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0
}

function getLastChangeTime(request: RequestRecord, charges: readonly RequestHistoryCharge[]): Date {
  const getChangeTime = ({ createdAt, verifiedAt }: PaymentRecord) =>
    (verifiedAt ?? createdAt).getTime()
  const times = charges.flatMap(({ createdAt, payments }) => [
    createdAt.getTime(),
    ...payments.map(getChangeTime),
  ])
  return new Date(Math.max(request.createdAt.getTime(), ...times))
}
