import type { Generated, Selectable } from 'kysely'
import type { ChargePaymentStatus, PricingType } from '../../../api/schemas/charges/charge.ts'
import type { TokenType } from '../../../api/schemas/fields.ts'
import type { Status } from '../../../api/schemas/payments/payment.ts'
import type { OrderLine, PriceSource, StatusContext } from '../../charges/records.ts'
import type { Json, Optional } from './columns.ts'

export interface ChargeRow {
  id: string
  /** Increases with every charge: the order of lists. */
  seq: Generated<number>
  accountId: string
  /** Its account's. */
  livemode: boolean
  requestId: Optional<string>
  /** The link that a customer has opened it by. */
  paymentLinkId: Optional<string>
  /** The language in which a customer has opened it. */
  payerLocale: Optional<string>
  /** Of the api-key that created it; '' for none. */
  shop: Generated<string>
  status: Status
  pricingType: PricingType
  localAmount: string
  /** ISO 4217 code. */
  localCurrency: string
  chainId: number
  recipient: string
  token: string
  tokenType: TokenType
  decimals: number
  symbol: string
  /** Base units. */
  amount: bigint
  baseUrl: Optional<string>
  /** Without any, the table `accepted_tokens` is not queried. */
  hasAcceptedTokens: boolean
  /** Without any, the table `decided_tokens` is not queried. */
  hasDecidedTokens: Generated<boolean>
  name: string
  description: string
  lineItems: Json<OrderLine[]>
  taxNote: string
  /** Personal data; '' for none. */
  payerEmail: string
  metadata: Json<Record<string, unknown>>
  successUrl: string
  cancelUrl: string
  createdAt: Date
  /** The public reference of the charge: 32 hex digits. */
  reference: string
  expiresAt: Date
  priceSource: PriceSource
  /** The beginning of the nonce of an authorization that pays it; null for native currency. */
  authorizationKey: Optional<string>
  /** Until when the amounts from price feeds are valid; null where no amount is from a feed. */
  quoteExpiresAt: Optional<Date>
  /** When its payments reached the price; null where they do not. */
  paidAt: Optional<Date>
  /** The balance of the charge, in base units of its token; see `charges/balance.ts`. */
  paymentStatus: Generated<ChargePaymentStatus>
  missingAmount: Generated<bigint>
  excessAmount: Generated<bigint>
  refundedAmount: Generated<bigint>
  /** By how many units of its currency its payments may miss the price. */
  toleratedAmount: Generated<string>
  /** What the merchant takes as the price, in base units of its token; null where nothing less was accepted. */
  acceptedAmount: Optional<bigint>
  /** When `charge:unconfirmed` is written; null where it does not wait. */
  heldUntil: Optional<Date>
  /** When the merchant marked the order as shipped. */
  shippedAt: Optional<Date>
  /** The transaction whose unmatched money it sends back; null for a charge that is to be paid. */
  returnedHash: Optional<string>
}

/** The columns of a charge that lists read. */
export type ChargeSummaryRow = Omit<
  Selectable<ChargeRow>,
  | 'accountId'
  | 'shop'
  | 'successUrl'
  | 'cancelUrl'
  | 'paidAt'
  | 'authorizationKey'
  | 'returnedHash'
  | 'payerLocale'
  | 'heldUntil'
  | 'hasDecidedTokens'
>

/** A term that finds a charge. */
export interface ChargeTermRow {
  accountId: string
  /** 16 bytes; see `domain/charges/search-terms.ts`. */
  term: Uint8Array
  /** The creation time of its charge. */
  createdAt: Date
  chargeId: string
}

/** An amount by a rate, and when it holds. */
export interface PriceQuotePeriodRow {
  chargeId: string
  chainId: number
  token: string
  /** Base units. */
  amount: bigint
  /** US dollars of a unit of the charge's currency, as decimal text; null for US dollars, as the next two. */
  rateUsd: Optional<string>
  rateSource: Optional<string>
  rateAt: Optional<Date>
  validFrom: Date
  validUntil: Date
}

/** A further token, on some chain, that a charge may be paid in. */
export interface AcceptedTokenRow {
  chargeId: string
  /** Its index in the merchant's list, from 0. */
  sortOrder: number
  chainId: number
  recipient: string
  token: string
  tokenType: TokenType
  decimals: number
  symbol: string
  /** Base units. */
  amount: bigint
  priceSource: PriceSource
  /** The beginning of the nonce of an authorization that pays the charge; null for native currency. */
  authorizationKey: Optional<string>
  /** The creation time of its charge. */
  createdAt: Date
}

/** The price of a charge in the token of a transaction that the merchant has assigned to it. */
export interface DecidedTokenRow
  extends Omit<AcceptedTokenRow, 'sortOrder' | 'authorizationKey' | 'createdAt'> {
  hash: string
}

/** Updated by a trigger on `charges`, in 16 rows per status, so that simultaneous creations rarely block each other. */
export interface ChargeCountRow {
  accountId: string
  status: Status
  shard: number
  count: number
}

export interface StatusChangeRow {
  seq: Generated<number>
  chargeId: string
  status: Status
  context: Optional<StatusContext>
  time: Date
}

/** The mode of a chain that a charge was paid on. */
export interface ChainModeRow {
  chainId: number
  livemode: boolean
}
