import { formatAmount } from '../../amount.ts'
import type { Charge, ReducedCharge } from '../../api/charge.ts'
import type { ChargePayment, Payment } from '../../api/payment.ts'
import type { Accept, RequestCharge } from '../../api/request-charge.ts'
import type {
  Brand,
  ChargeRecord,
  ChargeTerms,
  ListedCharge,
  PaymentRecord,
  Quote,
} from './records.ts'

// Records as the interface shows them.

/** For an account that chose none: the interface wants a colour. */
const defaultBrandColor = '#4f46e5'

/** The payment page of a charge; `publicUrl` is the service's own address. */
export function payLink(charge: Pick<ChargeRecord, 'id' | 'baseUrl'>, publicUrl: string): string {
  return `${charge.baseUrl ?? publicUrl.replace(/\/+$/, '')}/pay/${charge.id}`
}

/**
 * Interface 2.1, last paragraph, and beside it how the charge stands.
 *
 * @param metadata true for its merchant only
 */
export function reducedCharge(
  charge: ListedCharge,
  publicUrl: string,
  { metadata = false }: { metadata?: boolean } = {},
): ReducedCharge {
  const { quote } = charge
  return {
    id: charge.id,
    hosted_url: payLink(charge, publicUrl),
    created_at: charge.createdAt.toISOString(),
    pricing_type: charge.pricingType,
    pricing: {
      local: { amount: charge.localAmount, currency: charge.localCurrency },
      settlement: { amount: tokenAmount(charge), currency: quote.symbol },
    },
    payments: charge.payments.map((payment) => chargePayment(payment, charge)),
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

/** Interface 2.1. */
export function fullCharge(charge: ChargeRecord, brand: Brand, publicUrl: string): Charge {
  return {
    ...reducedCharge(charge, publicUrl),
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
 * Interface 2.4. A charge and its request charge share their uuid; where no request was named, the charge stands for it.
 */
export function requestCharge(charge: ChargeRecord, publicUrl: string): RequestCharge {
  const { quote } = charge
  return {
    uuid: charge.id,
    link: payLink(charge, publicUrl),
    tokenAmount: tokenAmount(charge),
    tokenAddress: quote.token,
    tokenDecimals: quote.decimals,
    tokenType: quote.tokenType,
    tokenSymbol: quote.symbol,
    chainId: String(quote.chainId),
    createdAt: charge.createdAt.toISOString(),
    requestLink: { uuid: charge.requestId ?? charge.id, recipientAddress: quote.recipient },
    ...(charge.quoteExpiresAt && { quoteExpiresAt: charge.quoteExpiresAt.toISOString() }),
    accepts: charge.accepts.map(accept),
  }
}

function accept(quote: Quote): Accept {
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

/** Interface 2.2. */
export function paymentReply(
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
      link: payLink(charge, publicUrl),
      tokenAmount: tokenAmount(charge),
      tokenSymbol: charge.quote.symbol,
    },
  }
}

function chargePayment(payment: PaymentRecord, charge: ListedCharge): ChargePayment {
  return {
    uuid: payment.id,
    chargeUuid: charge.id,
    payerTransactionHash: payment.hash,
    payerChainId: String(payment.chainId),
    paidTokenAddress: payment.token,
    paidAmountInRequestedToken: formatAmount(payment.worth, charge.quote.decimals),
    payerAddress: payment.payer,
    status: payment.status,
    reason: payment.reason,
    createdAt: payment.createdAt.toISOString(),
    verifiedAt: payment.verifiedAt?.toISOString() ?? '',
  }
}

/** Whole units of the token. */
function tokenAmount(charge: Pick<ChargeRecord, 'quote'>): string {
  return formatAmount(charge.quote.amount, charge.quote.decimals)
}
