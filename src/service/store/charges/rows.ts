// Converts the rows of a charge to records and back, in one file, so that a change of a column is made in one place.
import type { Insertable, Selectable } from 'kysely'
import type { PricingType } from '../../../api/schemas/charges/charge.ts'
import type { TokenType } from '../../../api/schemas/fields.ts'
import type { Status } from '../../../api/schemas/payments/payment.ts'
import {
  computeAuthorizationNonce,
  toAuthorizationKey,
} from '../../domain/charges/authorization-nonce.ts'
import type {
  ChargeBase,
  ChargeRecord,
  ChargeSummary,
  OrderDetails,
  OrderLine,
  PaymentProof,
  PaymentRecord,
  PriceQuote,
  PriceSource,
  StatusChange,
  StatusContext,
} from '../../domain/charges/records.ts'
import type {
  AcceptedTokenRow,
  ChargeRow,
  ChargeSummaryRow,
  StatusChangeRow,
} from '../database/tables/charges.ts'
import type { PaymentRow } from '../database/tables/payments.ts'

// The casts state what the check constraints of the columns guarantee.

type PriceQuoteColumnName =
  | 'chain_id'
  | 'recipient'
  | 'token'
  | 'token_type'
  | 'decimals'
  | 'symbol'
  | 'amount'
  | 'price_source'

export function toPriceQuote(row: Pick<Selectable<ChargeRow>, PriceQuoteColumnName>): PriceQuote {
  return {
    chainId: Number(row.chain_id),
    recipient: row.recipient,
    token: row.token,
    tokenType: row.token_type as TokenType,
    decimals: row.decimals,
    symbol: row.symbol,
    amount: BigInt(row.amount),
    priceSource: row.price_source as PriceSource,
  }
}

export function toChargeBase(
  row: Selectable<ChargeRow>,
  accepts: readonly PriceQuote[],
): ChargeBase {
  return {
    id: row.id,
    accountId: row.account_id,
    livemode: row.livemode,
    reference: row.reference,
    requestId: row.request_id ?? undefined,
    shop: row.shop,
    status: row.status as Status,
    pricingType: row.pricing_type as PricingType,
    localAmount: row.local_amount,
    localCurrency: 'USD',
    quote: toPriceQuote(row),
    accepts,
    baseUrl: row.base_url ?? undefined,
    order: toOrderDetails(row),
    metadata: JSON.parse(row.metadata) as Record<string, unknown>,
    successUrl: row.success_url,
    cancelUrl: row.cancel_url,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    quoteExpiresAt: row.quote_expires_at ?? undefined,
    toleratedAmount: row.tolerated_amount,
    shippedAt: row.shipped_at ?? undefined,
    returnedHash: row.returned_hash ?? undefined,
  }
}

export function toChargeSummary(
  row: ChargeSummaryRow,
  payments: readonly PaymentRecord[],
  timeline: readonly StatusChange[],
): ChargeSummary {
  return {
    id: row.id,
    livemode: row.livemode,
    reference: row.reference,
    requestId: row.request_id ?? undefined,
    status: row.status as Status,
    pricingType: row.pricing_type as PricingType,
    localAmount: row.local_amount,
    localCurrency: 'USD',
    quote: toPriceQuote(row),
    baseUrl: row.base_url ?? undefined,
    order: toOrderDetails(row),
    metadata: JSON.parse(row.metadata) as Record<string, unknown>,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    quoteExpiresAt: row.quote_expires_at ?? undefined,
    toleratedAmount: row.tolerated_amount,
    shippedAt: row.shipped_at ?? undefined,
    payments,
    timeline,
  }
}

type OrderColumns = Pick<
  ChargeRow,
  'name' | 'description' | 'line_items' | 'tax_note' | 'payer_email'
>

function toOrderDetails(row: OrderColumns): OrderDetails {
  return {
    name: row.name,
    description: row.description,
    lineItems: JSON.parse(row.line_items) as OrderLine[],
    taxNote: row.tax_note,
    payerEmail: row.payer_email,
  }
}

function fromOrderDetails(order: OrderDetails): OrderColumns {
  return {
    name: order.name,
    description: order.description,
    line_items: JSON.stringify(order.lineItems),
    tax_note: order.taxNote,
    payer_email: order.payerEmail,
  }
}

type PriceQuoteColumns = Pick<ChargeRow, PriceQuoteColumnName>

export function fromPriceQuote(quote: PriceQuote): PriceQuoteColumns {
  return {
    chain_id: quote.chainId,
    recipient: quote.recipient,
    token: quote.token,
    token_type: quote.tokenType,
    decimals: quote.decimals,
    symbol: quote.symbol,
    amount: String(quote.amount),
    price_source: quote.priceSource,
  }
}

/** Returns what finds the charge by the nonce of an authorization; null for native currency, which has none. */
function computeAuthorizationKey(reference: string, quote: PriceQuote): string | null {
  if (quote.tokenType === 'NATIVE') return null
  return toAuthorizationKey(computeAuthorizationNonce({ ...quote, reference }))
}

export function fromAcceptedTokens({
  id,
  reference,
  accepts,
  createdAt,
}: ChargeRecord): Insertable<AcceptedTokenRow>[] {
  return accepts.map((quote, index) => ({
    charge_id: id,
    sort_order: index,
    ...fromPriceQuote(quote),
    authorization_key: computeAuthorizationKey(reference, quote),
    created_at: createdAt,
  }))
}

export function fromCharge(charge: ChargeRecord): Insertable<ChargeRow> {
  return {
    id: charge.id,
    account_id: charge.accountId,
    livemode: charge.livemode,
    request_id: charge.requestId ?? null,
    shop: charge.shop,
    status: charge.status,
    pricing_type: charge.pricingType,
    local_amount: charge.localAmount,
    local_currency: charge.localCurrency,
    ...fromPriceQuote(charge.quote),
    authorization_key: computeAuthorizationKey(charge.reference, charge.quote),
    has_accepted_tokens: charge.accepts.length > 0,
    base_url: charge.baseUrl ?? null,
    ...fromOrderDetails(charge.order),
    metadata: JSON.stringify(charge.metadata),
    success_url: charge.successUrl,
    cancel_url: charge.cancelUrl,
    created_at: charge.createdAt,
    reference: charge.reference,
    expires_at: charge.expiresAt,
    returned_hash: charge.returnedHash ?? null,
    quote_expires_at: charge.quoteExpiresAt ?? null,
    tolerated_amount: charge.toleratedAmount,
  }
}

export function toPayment(row: Selectable<PaymentRow>): PaymentRecord {
  return {
    id: row.id,
    chargeId: row.charge_id,
    chainId: Number(row.chain_id),
    hash: row.hash,
    token: row.token,
    status: row.status as Status,
    reason: row.reason,
    receivedAmount: BigInt(row.received_amount),
    countedAmount: BigInt(row.counted_amount ?? row.received_amount),
    creditedAmount: BigInt(row.credited_amount ?? row.received_amount),
    payerAddress: row.payer_address,
    block:
      row.block_number === null || row.block_hash === null
        ? undefined
        : { number: BigInt(row.block_number), hash: row.block_hash },
    minedAt: row.mined_at ?? undefined,
    proof: row.proof as PaymentProof,
    createdAt: row.created_at,
    verifiedAt: row.verified_at ?? undefined,
  }
}

export function fromPayment(
  payment: PaymentRecord,
  accountId: string,
): Omit<Insertable<PaymentRow>, 'next_check_at'> {
  return {
    id: payment.id,
    account_id: accountId,
    charge_id: payment.chargeId,
    chain_id: payment.chainId,
    hash: payment.hash,
    token: payment.token,
    status: payment.status,
    reason: payment.reason,
    received_amount: String(payment.receivedAmount),
    counted_amount:
      payment.countedAmount === payment.receivedAmount ? null : String(payment.countedAmount),
    credited_amount:
      payment.creditedAmount === payment.receivedAmount ? null : String(payment.creditedAmount),
    payer_address: payment.payerAddress,
    block_number: payment.block ? String(payment.block.number) : null,
    block_hash: payment.block?.hash ?? null,
    mined_at: payment.minedAt ?? null,
    proof: payment.proof,
    created_at: payment.createdAt,
    verified_at: payment.verifiedAt ?? null,
  }
}

export function toStatusChange(row: Selectable<StatusChangeRow>): StatusChange {
  return {
    status: row.status as Status,
    time: row.time,
    context: (row.context as StatusContext | null) ?? undefined,
  }
}
