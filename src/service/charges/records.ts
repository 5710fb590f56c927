import type { ChargePaymentStatus, PricingType } from '../../api/schemas/charges/charge.ts'
import type { TokenType } from '../../api/schemas/fields.ts'
import type { Status } from '../../api/schemas/payments/payment.ts'
import type { Address } from '../chain/types/address.ts'
import type { UsdPriceSource } from '../chain/types/tokens.ts'
import type { Block } from '../chain/types/transactions.ts'

/** A charge as the service keeps it. */
export interface ChargeRecord {
  id: string
  accountId: string
  /** Its account's: false in test mode. */
  livemode: boolean
  /** The charge's public name; see `computeReference`. */
  reference: string
  /** The request that the charge was created for, if it names one. */
  requestId: string | undefined
  /** The payment link that a customer has opened it by; undefined for a charge of the merchant's own. */
  paymentLinkId?: string | undefined
  /** The language (BCP 47) in which a customer has opened it; undefined for an unknown one. */
  payerLocale?: string | undefined
  /** The shop of the api-key that created it; '' for none. It decides which webhook endpoints get its events. */
  shop: string
  /** The status of the last element of the timeline, NEW before the first. */
  status: Status
  pricingType: PricingType
  /** In local currency, as the merchant wrote it. */
  localAmount: string
  /** ISO 4217 code. */
  localCurrency: string
  quote: PriceQuote
  /** The prices in the other tokens that are accepted, in the merchant's order. */
  accepts: readonly PriceQuote[]
  /** Prices in tokens that it does not accept, each for a transaction that the merchant has assigned to it nonetheless. */
  decided?: readonly DecidedQuote[] | undefined
  /** Base URL of the payment page, without a slash at its end; undefined for the service's own. */
  baseUrl: string | undefined
  order: OrderDetails
  metadata: Record<string, unknown>
  successUrl: string
  cancelUrl: string
  createdAt: Date
  /** From this time on payers are not asked to pay it. */
  expiresAt: Date
  /** Until when the amounts by rates hold; undefined when no amount is by a rate. */
  quoteExpiresAt: Date | undefined
  /** By how many units of its currency its payments may miss its price, as its account had it when it was created; '0' for none. */
  toleratedAmount: string
  /**
   * What the merchant takes as the price, in base units of its token: the sum that had arrived when it was accepted. Undefined where
   * nothing less than the price was accepted.
   */
  acceptedAmount: bigint | undefined
  /** When the merchant marked the order as shipped; undefined before. */
  shippedAt: Date | undefined
  /** Of a charge that sends unmatched money back: the transaction that the money came with. See `createReturnCharge`. */
  returnedHash?: string | undefined
  /** Every amount by rates, oldest first; the last ones are the current ones. */
  quotePeriods: readonly PriceQuotePeriod[]
  /** The report of a transaction that no block shows yet; undefined for none, and where it was not read. */
  waitingReport?: WaitingReport | undefined
  /** Oldest first. */
  payments: readonly PaymentRecord[]
  /** Oldest first. */
  timeline: readonly StatusChange[]
  /** The sums that refunds have sent back or will, in each token; undefined when no refund was begun. */
  refunds?: readonly RefundTotal[] | undefined
}

/** How the money of a charge stands against its price. Amounts are base units of the charge's own token. */
export interface ChargeBalance {
  paymentStatus: ChargePaymentStatus
  /** What has not arrived of a price that is still owed; 0 once the charge is paid, accepted, or refunded. */
  missingAmount: bigint
  /** What the charge keeps beyond its price: what confirmed refunds sent back is not part of it. */
  excessAmount: bigint
  /** What confirmed refunds sent back of the price; of more than the price, that is sent back first. */
  refundedAmount: bigint
}

/** The sum of a charge's refunds in one token, in base units. */
export interface RefundTotal {
  chainId: number
  token: Address
  symbol: string
  decimals: number
  /** Sent back, and confirmed. */
  confirmed: bigint
  /** Begun, and not confirmed. */
  pending: bigint
}

/** The public part of a waiting report: neither its transaction nor its author. */
export interface WaitingReport {
  reportedAt: Date
  /** Whether a node has shown the transaction. */
  isSeen: boolean
}

/** The terms of a charge, without its history. */
export type ChargeBase = Omit<ChargeRecord, 'payments' | 'timeline' | 'quotePeriods' | 'refunds'>

/** The fields of a charge that lists show. */
export interface ChargeSummary
  extends Omit<
    ChargeRecord,
    'successUrl' | 'cancelUrl' | 'accountId' | 'shop' | 'accepts' | 'quotePeriods' | 'payerLocale'
  > {
  /** By its columns: it is read with few of its payments. For a whole charge see `computeBalance`. */
  balance: ChargeBalance
}

/** The fields of a charge that a request's history shows. */
export type RequestHistoryCharge = ChargeSummary & Pick<ChargeRecord, 'accepts'>

/** The price of a charge in one token, and where to send it. */
export interface PriceQuote {
  chainId: number
  recipient: Address
  /** The zero address for the chain's native currency. */
  token: Address
  tokenType: TokenType
  decimals: number
  symbol: string
  /** Base units. For `no_price` the suggested amount, 0 for none. */
  amount: bigint
  priceSource: PriceSource
}

/** The price of a charge in the token of one transaction, by the merchant's decision. See `createDecidedQuote`. */
export interface DecidedQuote extends PriceQuote {
  hash: string
}

/**
 * How an amount of tokens was determined. A `peg` amount is in a token that is pegged to the charge's own currency, `usd_peg` where
 * that is the US dollar: its value does not change, however late it arrives. `feed` amounts are by a rate and are renewed while the
 * charge is open; `merchant` is an amount that the merchant gave in a token whose value changes.
 */
export type PriceSource = 'usd_peg' | 'peg' | 'feed' | 'merchant'

/** What a unit of a charge's currency was worth when an amount was computed. */
export interface LocalRate {
  /** US dollars, as decimal text. */
  usd: string
  /** The source, in the operator's words. */
  source: string
  /** When the source says that it was so. */
  at: Date
}

/** An amount computed by a rate, and the period in which it is valid for a charge. */
export interface PriceQuotePeriod {
  chainId: number
  token: Address
  /** Base units. */
  amount: bigint
  /** The rate of the charge's currency; undefined for US dollars. */
  rate: LocalRate | undefined
  validFrom: Date
  validUntil: Date
}

/** The order of a charge, in the merchant's words; '' and [] for fields that the merchant did not give. */
export interface OrderDetails {
  name: string
  description: string
  /** Together they are the price. */
  lineItems: readonly OrderLine[]
  taxNote: string
  /** Personal data: only for the merchant, and in no log. Payers see `maskEmail` of it. */
  payerEmail: string
}

/** One line of an order. */
export interface OrderLine {
  name: string
  /** '' for none. */
  description: string
  quantity: number
  /** The price of one in local currency, as the merchant wrote it; below zero for a discount. */
  unitAmount: string
}

/** A change of a charge's status, an element of its timeline. */
export interface StatusChange {
  status: Status
  time: Date
  context: StatusContext | undefined
}

/** How confirmed money differs from the price: its amount, or its time. */
export type StatusContext = 'UNDERPAID' | 'OVERPAID' | 'DELAYED'

/** The sum that one transaction transferred to one charge in one token. */
export interface PaymentRecord {
  id: string
  chargeId: string
  chainId: number
  /** Lower case. */
  hash: string
  token: Address
  status: Status
  /** A {@link StatusContext}, or a sentence about why it failed; '' for neither. */
  reason: string
  /** Base units of the payment's token that arrived; 0 before it is confirmed. */
  receivedAmount: bigint
  /** Base units that count: less than `receivedAmount` only by the excess that makes a reserved amount unique. */
  countedAmount: bigint
  /** Base units of the charge's own token that they count; the same as `countedAmount` when it was paid in that. */
  creditedAmount: bigint
  /** The account that sent the money; '' when the chain does not show it. */
  payerAddress: string
  /** That of all its transfers; undefined while the chain does not have all of them in one block, and for a failed payment. */
  block: Block | undefined
  /** Corrected to the clock of this service, which also dates the charges. */
  minedAt: Date | undefined
  proof: PaymentProof
  createdAt: Date
  verifiedAt: Date | undefined
}

/**
 * The proof that a transfer belongs to its charge: something that the paying account authorized, or the merchant's
 * decision.
 */
export type PaymentProof = 'authorization' | 'reference' | 'amount' | 'signature' | 'merchant'

/** A transfer to a destination of charges, unique by chain, hash and position. */
export interface TransferRecord {
  id: string
  chainId: number
  hash: string
  /** As `position` of ChainTransfer in payments/proof/proof.ts. */
  position: number
  token: Address
  recipient: Address
  /** '' when the chain does not show it. */
  sender: string
  /** The nonce with which the sender authorized it (EIP-3009), by the token's own log; undefined for any other. */
  authorization?: string | undefined
  /** Base units; undefined when the chain does not show them. */
  amount: bigint | undefined
  /**
   * Base units that count toward the price: less than `amount` only by the excess that makes a reserved amount unique.
   */
  countedAmount: bigint | undefined
  /** The block that it is in. With {@link noBlockHash}, a reorganization has taken it back from the block of this number. */
  block: Block
  /** US dollars of a whole token at its block; undefined where they are not known. */
  usdPrice?: string | undefined
  /** How they are known, or why not. */
  usdSource?: UsdPriceSource | undefined
  /** Corrected to the clock of this service, which also dates the charges. */
  minedAt: Date
  status: TransferStatus
  /** The proof that it belongs to its charge; undefined when it is not credited. */
  proof: PaymentProof | undefined
  /** Why it is credited to no charge; '' when it is credited. */
  reason: string
  paymentId: string | undefined
  /** The charge that it is credited to, or else one that reported it. */
  chargeId: string | undefined
  /** All references in the calldata of its transaction. */
  mentionedReferences: readonly string[]
  createdAt: Date
}

/** The hash of no block. */
export const noBlockHash = ''

/** The status of a transfer to a watched recipient. CREDITED and ASSIGNED transfers belong to a payment. */
export type TransferStatus = 'CREDITED' | 'UNMATCHED' | 'ASSIGNED' | 'IGNORED'

/** A change of a charge: the payment to save, if one changes, and the new status, if it changes. */
export interface ChargeUpdate {
  payment: PaymentRecord | undefined
  statusChange: StatusChange | undefined
  /** Other payments whose reason changes. */
  otherPayments?: readonly PaymentRecord[] | undefined
  /** What the merchant takes as the price; null for the price itself, undefined for what it was before. */
  acceptedAmount?: bigint | null | undefined
  /** Whether it undoes a decision of the merchant: the store is told of that later, since it may be decided anew. */
  isUndo?: boolean | undefined
  /** New amounts by price feeds, and the credited amounts of earlier payments by them. */
  quotes?: PriceQuoteRenewal | undefined
}

/** New amounts by price feeds. */
export interface PriceQuoteRenewal {
  periods: readonly PriceQuotePeriod[]
  expiresAt: Date
  /** The new `creditedAmount` of each earlier payment, by its id. */
  creditedAmounts: ReadonlyMap<string, bigint>
}
