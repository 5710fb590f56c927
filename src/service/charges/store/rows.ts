// Fields that group or omit columns of a charge's row, in one file; all other columns are the record's fields.
import type { Insertable, Selectable } from 'kysely'
import type {
  AcceptedTokenRow,
  ChargeRow,
  ChargeSummaryRow,
  PriceQuotePeriodRow,
  StatusChangeRow,
} from '../../db/tables/charges.ts'
import type { PaymentRow, TransferRow } from '../../db/tables/payments.ts'
import { computeAuthorizationNonce, toAuthorizationKey } from '../authorization-nonce.ts'
import { computeBalance } from '../balance.ts'
import {
  type ChargeBase,
  type ChargeRecord,
  type ChargeSummary,
  noBlockHash,
  type OrderDetails,
  type PaymentRecord,
  type PriceQuote,
  type PriceQuotePeriod,
  type StatusChange,
  type TransferRecord,
} from '../records.ts'

/** Returns the price of a charge in one token, of a row that has more. */
export function toPriceQuote(row: PriceQuote): PriceQuote {
  const { chainId, recipient, token, tokenType, decimals, symbol, amount, priceSource } = row
  return { chainId, recipient, token, tokenType, decimals, symbol, amount, priceSource }
}

/** The fields that lists show, too. */
function toSummaryFields(row: ChargeSummaryRow) {
  const { id, livemode, reference, requestId, status, pricingType, localAmount, localCurrency } =
    row
  const { baseUrl, metadata, createdAt, expiresAt, quoteExpiresAt, toleratedAmount, shippedAt } =
    row
  const { acceptedAmount, paymentLinkId } = row
  return {
    ...{ id, livemode, reference, requestId, status, pricingType, localAmount, localCurrency },
    ...{ baseUrl, metadata, createdAt, expiresAt, quoteExpiresAt, toleratedAmount, shippedAt },
    ...{ acceptedAmount, paymentLinkId },
    quote: toPriceQuote(row),
    order: toOrderDetails(row),
  }
}

export function toChargeBase(
  row: Selectable<ChargeRow>,
  accepts: readonly PriceQuote[],
): ChargeBase {
  const { accountId, shop, successUrl, cancelUrl, returnedHash, payerLocale } = row
  return {
    ...toSummaryFields(row),
    ...{ accountId, shop, successUrl, cancelUrl, returnedHash, payerLocale, accepts },
  }
}

export function toChargeSummary(
  row: ChargeSummaryRow,
  payments: readonly PaymentRecord[],
  timeline: readonly StatusChange[],
): ChargeSummary {
  const { paymentStatus, missingAmount, excessAmount, refundedAmount } = row
  const balance = { paymentStatus, missingAmount, excessAmount, refundedAmount }
  return { ...toSummaryFields(row), balance, payments, timeline }
}

function toOrderDetails(row: OrderDetails): OrderDetails {
  const { name, description, lineItems, taxNote, payerEmail } = row
  return { name, description, lineItems, taxNote, payerEmail }
}

/** Returns the key that finds the charge by the nonce of an authorization; undefined for native currency, which has none. */
function computeAuthorizationKey(reference: string, quote: PriceQuote): string | undefined {
  if (quote.tokenType === 'NATIVE') return undefined
  return toAuthorizationKey(computeAuthorizationNonce({ ...quote, reference }))
}

export function fromAcceptedTokens({
  id,
  reference,
  accepts,
  createdAt,
}: ChargeRecord): Insertable<AcceptedTokenRow>[] {
  return accepts.map((quote, sortOrder) => ({
    ...toPriceQuote(quote),
    chargeId: id,
    sortOrder,
    authorizationKey: computeAuthorizationKey(reference, quote),
    createdAt,
  }))
}

/** Returns the row of a new charge. */
export function fromCharge(charge: ChargeRecord): Insertable<ChargeRow> {
  const { quote, accepts, order, metadata, decided, shippedAt, waitingReport, ...rest } = charge
  const { quotePeriods, payments, timeline, refunds, ...columns } = rest
  return {
    ...columns,
    ...computeBalance(charge),
    ...toPriceQuote(quote),
    ...toOrderDetails(order),
    lineItems: JSON.stringify(order.lineItems),
    metadata: JSON.stringify(metadata),
    authorizationKey: computeAuthorizationKey(charge.reference, quote),
    hasAcceptedTokens: accepts.length > 0,
  }
}

export function toPayment(row: Selectable<PaymentRow>): PaymentRecord {
  const { seq, accountId, nextCheckAt, seenAt, blockNumber, blockHash, ...columns } = row
  return {
    ...columns,
    countedAmount: row.countedAmount ?? row.receivedAmount,
    creditedAmount: row.creditedAmount ?? row.receivedAmount,
    block:
      blockNumber === undefined || blockHash === undefined
        ? undefined
        : { number: blockNumber, hash: blockHash },
  }
}

export function fromPayment(
  { block, ...columns }: PaymentRecord,
  accountId: string,
): Omit<Insertable<PaymentRow>, 'nextCheckAt'> {
  const { receivedAmount, countedAmount, creditedAmount } = columns
  return {
    ...columns,
    accountId,
    countedAmount: countedAmount === receivedAmount ? undefined : countedAmount,
    creditedAmount: creditedAmount === receivedAmount ? undefined : creditedAmount,
    blockNumber: block?.number,
    blockHash: block?.hash,
  }
}

export function toStatusChange({
  status,
  time,
  context,
}: Selectable<StatusChangeRow>): StatusChange {
  return { status, time, context }
}

export function toTransfer(row: Selectable<TransferRow>): TransferRecord {
  const { seq, accountId, isHidden, blockTime, ...columns } = row
  const { blockNumber, blockHash, mentionedReferences, authorizationNonce, ...fields } = columns
  return {
    ...fields,
    authorization: authorizationNonce,
    block: { number: blockNumber, hash: blockHash ?? noBlockHash },
    mentionedReferences: mentionedReferences === '' ? [] : mentionedReferences.split(' '),
  }
}

export function toQuotePeriod({
  chargeId,
  rateUsd: usd,
  rateSource: source,
  rateAt: at,
  ...period
}: Selectable<PriceQuotePeriodRow>): PriceQuotePeriod {
  const rate =
    usd !== undefined && source !== undefined && at !== undefined ? { usd, source, at } : undefined
  return { ...period, rate }
}

export function fromQuotePeriod(
  { rate, ...period }: PriceQuotePeriod,
  chargeId: string,
): Insertable<PriceQuotePeriodRow> {
  return { ...period, chargeId, rateUsd: rate?.usd, rateSource: rate?.source, rateAt: rate?.at }
}
