import { formatAmount } from '../../amount.ts'
import { trimEnd } from '../../api/formats.ts'
import type {
  Charge,
  ReducedCharge,
  TimelineEntry,
  WaitingReport,
} from '../../api/schemas/charges/charge.ts'
import type { ChargePayment } from '../../api/schemas/payments/payment.ts'
import type {
  RequestCharge,
  RequestChargeAsset,
} from '../../api/schemas/requests/request-charge.ts'
import type {
  RecordedPayment,
  RequestChargeReply,
} from '../../api/schemas/requests/request-charge-reply.ts'
import type { Brand } from '../accounts/accounts.ts'
import { computeBalance } from './balance.ts'
import { selectShown, shownPayments, shownStatusChanges } from './lists/payment-bounds.ts'
import { toOrderFields } from './order-details.ts'
import { convertReceivedAmount } from './pricing/credited-amount.ts'
import { isSameToken } from './pricing/payment-assets.ts'
import { toRateReply } from './rate-reply.ts'
import type {
  ChargeBase,
  ChargeRecord,
  ChargeSummary,
  PaymentRecord,
  PriceQuote,
  StatusChange,
} from './records.ts'

// Converts records into the replies of the interface.

/** For an account without a color: the interface requires one. */
const defaultBrandColor = '#4f46e5'

/** Returns the URL of the payment page of a charge. `publicUrl` is the service's own URL. */
export function getHostedUrl(
  charge: Pick<ChargeRecord, 'id' | 'baseUrl'>,
  publicUrl: string,
): string {
  return `${charge.baseUrl ?? trimEnd(publicUrl, '/')}/pay/${charge.id}`
}

/**
 * Returns the reduced charge of interface 2.1, last paragraph, with its status, expiry, timeline, reference and order.
 *
 * @param options `isMerchant`: whether to add the fields for the charge's merchant alone: metadata, and the payer's e-mail
 * address; `payments`: how many payments are shown
 */
export function toReducedCharge(
  charge: ChargeSummary | ChargeRecord,
  publicUrl: string,
  {
    isMerchant = false,
    payments = shownPayments,
  }: { isMerchant?: boolean; payments?: number } = {},
): ReducedCharge {
  const { quote } = charge
  const { shown, hasMore } = selectShown(charge.payments, payments)
  const { payer_email, ...order } = toOrderFields(charge.order)
  return {
    id: charge.id,
    hosted_url: getHostedUrl(charge, publicUrl),
    created_at: charge.createdAt.toISOString(),
    livemode: charge.livemode,
    pricing_type: charge.pricingType,
    pricing: {
      local: { amount: charge.localAmount, currency: charge.localCurrency },
      settlement: { amount: formatTokenAmount(charge), currency: quote.symbol },
      ...('quotePeriods' in charge && toRateReply(charge, isMerchant)),
    },
    payments: shown.map((payment) => toChargePayment(payment, charge)),
    ...(hasMore && { payments_has_more: true }),
    ...toRefunds(charge),
    status: charge.status,
    ...toBalance(charge),
    expires_at: charge.expiresAt.toISOString(),
    timeline: charge.timeline.slice(-shownStatusChanges).map(toTimelineEntry),
    reference: charge.reference,
    ...order,
    ...(isMerchant && { payer_email, metadata: charge.metadata, ...toDecisions(charge) }),
  }
}

/**
 * Returns the fields that tell a card whose charge it is and where to go afterwards. The interface has them in the full charge. The
 * reply for one charge has them in addition, so that a card shows the same by a charge's id as by an order.
 */
export function toCardFields(
  { cancelUrl, successUrl }: Pick<ChargeRecord, 'cancelUrl' | 'successUrl'>,
  brand: Brand,
): Pick<
  Charge,
  'brand_color' | 'brand_logo_url' | 'organization_name' | 'redirects' | 'support_url'
> {
  return {
    brand_color: brand.color || defaultBrandColor,
    brand_logo_url: brand.logoUrl,
    organization_name: brand.organizationName,
    support_url: brand.supportUrl,
    redirects: {
      cancel_url: cancelUrl,
      success_url: successUrl,
      will_redirect_after_success: successUrl !== '',
    },
  }
}

/** Returns the full charge of interface 2.1. */
export function toFullCharge(
  charge: ChargeRecord,
  brand: Brand,
  publicUrl: string,
  options: { payments?: number } = {},
): Charge {
  return {
    ...toReducedCharge(charge, publicUrl, options),
    payer_email: charge.order.payerEmail,
    metadata: charge.metadata,
    ...toDecisions(charge),
    ...toCardFields(charge, brand),
    charge_kind: 'WEB3',
    code: charge.id,
    collected_email: charge.order.payerEmail !== '',
    pwcb_only: false,
    web3_retail_payments_enabled: true,
  }
}

/**
 * Returns the request charge of interface 2.4. A charge and its request charge share their uuid. When no request was
 * named, the charge's uuid is also that of the request.
 */
export function toRequestCharge(charge: ChargeBase, publicUrl: string): RequestCharge {
  const { quote } = charge
  return {
    uuid: charge.id,
    link: getHostedUrl(charge, publicUrl),
    tokenAmount: formatTokenAmount(charge),
    tokenAddress: quote.token,
    tokenDecimals: quote.decimals,
    tokenType: quote.tokenType,
    tokenSymbol: quote.symbol,
    chainId: String(quote.chainId),
    createdAt: charge.createdAt.toISOString(),
    requestLink: { uuid: charge.requestId ?? charge.id, recipientAddress: quote.recipient },
    ...(charge.quoteExpiresAt && { quoteExpiresAt: charge.quoteExpiresAt.toISOString() }),
    accepts: charge.accepts.map(toAcceptedAsset),
  }
}

/** Returns the request charge with the status, payments and timeline of its charge. */
export function toRequestChargeReply(
  requestCharge: RequestCharge,
  charge: ChargeRecord,
): RequestChargeReply {
  const { status, payments, timeline, createdAt } = charge
  const changes = [
    createdAt,
    ...timeline.map(({ time }) => time),
    ...payments.flatMap((payment) => [payment.createdAt, payment.verifiedAt ?? payment.createdAt]),
  ]
  return {
    ...requestCharge,
    status,
    payments: selectShown(payments, shownPayments).shown.map((payment) =>
      toChargePayment(payment, charge),
    ),
    timeline: timeline.slice(-shownStatusChanges).map(toTimelineEntry),
    updatedAt: new Date(Math.max(...changes.map(Number))).toISOString(),
  }
}

/** Returns how the money of a charge stands against its price. */
function toBalance(charge: ChargeSummary | ChargeRecord) {
  const balance = 'accountId' in charge ? computeBalance(charge) : charge.balance
  const { paymentStatus, missingAmount, excessAmount } = balance
  const { decimals } = charge.quote
  return {
    payment_status: paymentStatus,
    missing_amount: formatAmount(missingAmount, decimals),
    excess_amount: formatAmount(excessAmount, decimals),
  }
}

/** Returns the refunded sums of a charge, which are shown together with the paid ones. */
function toRefunds({ refunds, payments }: Pick<ChargeSummary, 'refunds' | 'payments'>) {
  if (!refunds) return undefined
  const paid = payments.filter(({ status }) => status === 'COMPLETED')
  const isSentBack = (payment: PaymentRecord) => {
    const credited = paid
      .filter((other) => isSameToken(other, payment))
      .reduce((sum, { countedAmount }) => sum + countedAmount, 0n)
    const total = refunds.find((refund) => isSameToken(refund, payment))
    return total !== undefined && total.confirmed + total.pending >= credited
  }
  const amounts = refunds.map(({ chainId, token, symbol, decimals, confirmed, pending }) => ({
    chainId: String(chainId),
    tokenAddress: token,
    currency: symbol,
    amount: formatAmount(confirmed, decimals),
    pending: formatAmount(pending, decimals),
  }))
  return { refunds: { is_full: paid.length > 0 && paid.every(isSentBack), amounts } }
}

/** Returns the part of a waiting report that the reply for one charge shows; null for none. */
export function toWaitingReport(
  { waitingReport: report }: Pick<ChargeRecord, 'waitingReport'>,
  now: number,
): WaitingReport | null {
  if (!report) return null
  const ageMs = Math.max(now - report.reportedAt.getTime(), 0)
  return {
    reported_at: report.reportedAt.toISOString(),
    age_seconds: Math.floor(ageMs / 1000),
    seen: report.isSeen,
  }
}

/** Returns what the merchant has decided about a charge, and the link that it came by. */
function toDecisions({
  acceptedAmount,
  shippedAt,
  paymentLinkId,
  quote,
}: Pick<ChargeRecord, 'acceptedAmount' | 'shippedAt' | 'paymentLinkId' | 'quote'>) {
  return {
    ...(acceptedAmount !== undefined && {
      accepted_amount: formatAmount(acceptedAmount, quote.decimals),
    }),
    ...(shippedAt && { shipped_at: shippedAt.toISOString() }),
    ...(paymentLinkId !== undefined && { payment_link: paymentLinkId }),
  }
}

function toTimelineEntry({ status, time, context }: StatusChange): TimelineEntry {
  return { status, time: time.toISOString(), ...(context && { context }) }
}

function toAcceptedAsset(quote: PriceQuote): RequestChargeAsset {
  return {
    chainId: String(quote.chainId),
    recipientAddress: quote.recipient,
    tokenAmount: formatAmount(quote.amount, quote.decimals),
    tokenAddress: quote.token,
    tokenDecimals: quote.decimals,
    tokenSymbol: quote.symbol,
    tokenType: quote.tokenType,
  }
}

/** Returns the payment record of interface 2.2. */
export function toPaymentReply(
  payment: Pick<PaymentRecord, 'id' | 'hash' | 'chainId' | 'token'>,
  charge: ChargeBase,
  publicUrl: string,
): RecordedPayment {
  return {
    uuid: payment.id,
    payerTransactionHash: payment.hash,
    payerChainId: String(payment.chainId),
    paidTokenAddress: payment.token,
    requestCharge: toRequestCharge(charge, publicUrl),
  }
}

/** Returns an element of a charge's `payments`, with its amounts in the unit of the charge's price. */
export function toChargePayment(
  payment: PaymentRecord,
  charge: Pick<ChargeSummary, 'id' | 'quote'>,
): ChargePayment {
  return {
    uuid: payment.id,
    chargeUuid: charge.id,
    payerTransactionHash: payment.hash,
    payerChainId: String(payment.chainId),
    paidTokenAddress: payment.token,
    paidAmountInRequestedToken: formatAmount(
      convertReceivedAmount(payment, charge.quote),
      charge.quote.decimals,
    ),
    creditedAmount: formatAmount(payment.creditedAmount, charge.quote.decimals),
    payerAddress: payment.payerAddress,
    status: payment.status,
    reason: payment.reason,
    createdAt: payment.createdAt.toISOString(),
    minedAt: payment.minedAt?.toISOString() ?? '',
    verifiedAt: payment.verifiedAt?.toISOString() ?? '',
  }
}

/** Returns the price in whole units of the token. */
function formatTokenAmount(charge: Pick<ChargeRecord, 'quote'>): string {
  return formatAmount(charge.quote.amount, charge.quote.decimals)
}
