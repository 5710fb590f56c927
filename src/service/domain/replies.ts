import { formatAmount } from '../../amount.ts'
import type { Charge, ReducedCharge } from '../../api/schemas/charge.ts'
import type { ChargePayment, Payment } from '../../api/schemas/payment.ts'
import type { RequestCharge, RequestChargeAsset } from '../../api/schemas/request-charge.ts'
import { convertReceivedAmount } from './credited-amount.ts'
import type {
  Brand,
  ChargeRecord,
  ChargeTerms,
  ListedCharge,
  PaymentRecord,
  PriceQuote,
} from './records.ts'

// Converts records into the replies of the interface.

/** For an account without a color: the interface requires one. */
const defaultBrandColor = '#4f46e5'

/** Returns the URL of the payment page of a charge. `publicUrl` is the service's own URL. */
export function getHostedUrl(
  charge: Pick<ChargeRecord, 'id' | 'baseUrl'>,
  publicUrl: string,
): string {
  return `${charge.baseUrl ?? publicUrl.replace(/\/+$/, '')}/pay/${charge.id}`
}

/**
 * Returns the reduced charge of interface 2.1, last paragraph, with its status, expiry, timeline and reference.
 *
 * @param metadata whether to add the metadata; only for the charge's merchant
 */
export function toReducedCharge(
  charge: ListedCharge,
  publicUrl: string,
  { metadata = false }: { metadata?: boolean } = {},
): ReducedCharge {
  const { quote } = charge
  return {
    id: charge.id,
    hosted_url: getHostedUrl(charge, publicUrl),
    created_at: charge.createdAt.toISOString(),
    pricing_type: charge.pricingType,
    pricing: {
      local: { amount: charge.localAmount, currency: charge.localCurrency },
      settlement: { amount: formatTokenAmount(charge), currency: quote.symbol },
    },
    payments: charge.payments.map((payment) => toChargePayment(payment, charge)),
    status: charge.status,
    expires_at: charge.expiresAt.toISOString(),
    timeline: charge.timeline.map(({ status, time, context }) => ({
      status,
      time: time.toISOString(),
      ...(context && { context }),
    })),
    reference: charge.reference,
    ...(metadata && { metadata: charge.metadata }),
  }
}

/** Returns the full charge of interface 2.1. */
export function toFullCharge(charge: ChargeRecord, brand: Brand, publicUrl: string): Charge {
  return {
    ...toReducedCharge(charge, publicUrl),
    metadata: charge.metadata,
    brand_color: brand.color || defaultBrandColor,
    brand_logo_url: brand.logoUrl,
    charge_kind: 'WEB3',
    code: charge.id,
    collected_email: false,
    organization_name: brand.organizationName,
    pwcb_only: false,
    redirects: {
      cancel_url: charge.cancelUrl,
      success_url: charge.successUrl,
      will_redirect_after_success: charge.successUrl !== '',
    },
    web3_retail_payments_enabled: true,
  }
}

/**
 * Returns the request charge of interface 2.4. A charge and its request charge share their uuid. When no request was
 * named, the charge's uuid is also that of the request.
 */
export function toRequestCharge(charge: ChargeRecord, publicUrl: string): RequestCharge {
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
  charge: ChargeTerms,
  publicUrl: string,
): Payment {
  return {
    uuid: payment.id,
    payerTransactionHash: payment.hash,
    payerChainId: String(payment.chainId),
    paidTokenAddress: payment.token,
    requestCharge: {
      uuid: charge.id,
      link: getHostedUrl(charge, publicUrl),
      tokenAmount: formatTokenAmount(charge),
      tokenSymbol: charge.quote.symbol,
    },
  }
}

function toChargePayment(payment: PaymentRecord, charge: ListedCharge): ChargePayment {
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
    verifiedAt: payment.verifiedAt?.toISOString() ?? '',
  }
}

/** Returns the price in whole units of the token. */
function formatTokenAmount(charge: Pick<ChargeRecord, 'quote'>): string {
  return formatAmount(charge.quote.amount, charge.quote.decimals)
}
