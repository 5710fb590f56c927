import type { Scope } from '../../api/routes/scope.ts'
import type { PricingType } from '../../api/schemas/charge.ts'
import type { TokenType } from '../../api/schemas/fields.ts'
import type { Status } from '../../api/schemas/payment.ts'

/** An address in its EIP-55 form, so that equal addresses are equal strings. */
export type Address = string

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
  basis: PriceBasis
}

/**
 * How an amount of tokens was determined. The value of a `usd_peg` amount does not change, however late it arrives;
 * `feed` amounts are renewed while the charge is open; `merchant` is an amount that the merchant gave in a token whose
 * value changes.
 */
export type PriceBasis = 'usd_peg' | 'feed' | 'merchant'

/** An amount by a price feed, and the minutes for which it holds for a charge. */
export interface PriceQuotePeriod {
  chainId: number
  token: Address
  /** Base units. */
  amount: bigint
  validFrom: Date
  validUntil: Date
}

/** How a merchant is shown to payers. */
export interface Brand {
  color: string
  logoUrl: string
  organizationName: string
}

/** The destination of an account's charges that name no other. */
export interface ReceivingWalletRecord {
  address: Address
  chainId: number
  token: Address
}

/** A merchant's account. */
export interface MerchantAccount {
  id: string
  name: string
  /** The name by which payers find the account (GET /requests); undefined when it has none. */
  username: string | undefined
  brand: Brand
  wallet: ReceivingWalletRecord | undefined
}

/** How confirmed money differs from the price: its amount, or its time. */
export type StatusContext = 'UNDERPAID' | 'OVERPAID' | 'DELAYED'

/** A change of a charge's status, an element of its timeline. */
export interface StatusChange {
  status: Status
  time: Date
  context: StatusContext | undefined
}

/**
 * The proof that a transfer belongs to its charge: something that the paying account authorized, the merchant's
 * decision, or the first report where the operator allows it.
 */
export type PaymentProof = 'reference' | 'amount' | 'signature' | 'merchant' | 'report'

/** The sum of what one transaction transferred to one charge in one token. */
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
  /** Base units of its own token that arrived; 0 before it is confirmed. */
  receivedAmount: bigint
  /** Base units that count: less than `receivedAmount` only by the excess that makes a reserved amount unique. */
  countedAmount: bigint
  /** Base units of the charge's own token that they count; the same as `countedAmount` when it was paid in that. */
  creditedAmount: bigint
  /** The account that sent the money; '' when the chain does not show it. */
  payerAddress: string
  /** Undefined after a reorganization removed it from its block, and for a failed payment. */
  block: Block | undefined
  /** Corrected to the clock of this service, which also dates the charges. */
  minedAt: Date | undefined
  proof: PaymentProof
  createdAt: Date
  verifiedAt: Date | undefined
}

/**
 * The status of a transfer to a watched recipient. CREDITED and ASSIGNED transfers belong to a payment.
 */
export type TransferStatus = 'CREDITED' | 'UNMATCHED' | 'ASSIGNED' | 'IGNORED'

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
  /** Base units; undefined when the chain does not show them. */
  amount: bigint | undefined
  /**
   * Base units that count toward the price: less than `amount` only by the excess that makes a reserved amount unique.
   */
  countedAmount: bigint | undefined
  block: Block
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

/** An unmatched transfer as it is shown to one account, with the token's decimals and symbol. */
export interface UnmatchedRecord extends TransferRecord {
  decimals: number
  symbol: string
  /** Whether charges of several accounts are paid to the same recipient in this token. */
  isShared: boolean
  /** The references of this account's own charges. */
  ownReferences: readonly string[]
}

/** A merchant's api-key, and the X-Request-Id of its call. */
export interface KeyAuthor {
  keyId: string
  requestId: string
}

/** A transaction hash that was reported for a charge, and that the chain has not shown yet. */
export interface ReportRecord {
  id: string
  chargeId: string
  chainId: number
  /** Lower case. */
  hash: string
  token: Address
  signature: string | undefined
  /** WAITING until the transaction is mined, or until the report is deleted. */
  status: 'WAITING' | 'ENDED'
  /** For WAITING: the transaction as it was last seen before it was mined; undefined when it was never seen. */
  pendingTransaction: PendingTransaction | undefined
  /** For ENDED: why it paid nothing for the charge; '' when its transfers show that. */
  reason: string
  /** How many times the chain was asked for it. */
  checkCount: number
  createdAt: Date
  /** The merchant's key that decided that the transaction pays the charge; undefined for a payer's report. */
  assignedBy: KeyAuthor | undefined
}

/** A transaction that is not mined: what is needed to find the one that replaced it. */
export interface PendingTransaction {
  sender: string
  nonce: number
  /** Number of the newest block when it was last seen. */
  seenAtBlock: bigint
}

/** An amount that is reserved for one charge, unique for its chain, token and recipient. */
export interface ReservationRecord {
  id: string
  chargeId: string
  chainId: number
  token: Address
  recipient: Address
  /** Base units that a transfer of this amount counts as. */
  owed: bigint
  /** Base units that the payer has to send. */
  amount: bigint
  /** Number of the newest block when it was created: only a transfer that is mined later can match. */
  sinceBlock: bigint
  createdAt: Date
  expiresAt: Date
}

/** How many amounts near a price are for accounts whose charges name an address that another account holds. */
export interface AmountShare {
  /** All amounts that a price near by could use, in base units: those above `from`, up to `to`. */
  from: bigint
  to: bigint
  /** The most of one account, and of all of them together. */
  maxPerAccount: number
  maxOfOthers: number
}

/** A transaction with a charge's reference that pays somebody else. Unique by charge, chain and hash. */
export interface MisdirectedRecord {
  id: string
  chargeId: string
  chainId: number
  hash: string
  token: Address
  recipient: Address
  sender: Address
  /** Base units. */
  amount: bigint
  /** Whom the charge is paid to on this chain. */
  expectedRecipient: Address
  block: Block
  /** Corrected to the clock of this service. */
  minedAt: Date
  createdAt: Date
}

/** The block in which a transfer was mined. */
export interface Block {
  number: bigint
  hash: string
}

/** One line of what is bought. */
export interface OrderLine {
  name: string
  /** '' for none. */
  description: string
  quantity: number
  /** The price of one in local currency, as the merchant wrote it; below zero for a discount. */
  unitAmount: string
}

/** What a charge is for, in the merchant's words; '' and [] for what the merchant did not give. */
export interface OrderDetails {
  name: string
  description: string
  /** Together they are the price. */
  lineItems: readonly OrderLine[]
  taxNote: string
  /** Personal data: only for the merchant, and in no log. Payers see `maskEmail` of it. */
  payerEmail: string
}

/** A charge as the service keeps it. */
export interface ChargeRecord {
  id: string
  accountId: string
  /** The charge's public name; see `computeReference`. */
  reference: string
  /** The request that the charge was created for, if it names one. */
  requestId: string | undefined
  /** The status of the last element of the timeline, NEW before the first. */
  status: Status
  pricingType: PricingType
  /** In local currency, as the merchant wrote it. */
  localAmount: string
  localCurrency: 'USD'
  quote: PriceQuote
  /** The prices in the other tokens that are accepted, in the merchant's order. */
  accepts: readonly PriceQuote[]
  /** Base URL of the payment page, without a slash at its end; undefined for the service's own. */
  baseUrl: string | undefined
  order: OrderDetails
  metadata: Record<string, unknown>
  successUrl: string
  cancelUrl: string
  createdAt: Date
  /** From this time on payers are not asked to pay it. */
  expiresAt: Date
  /** Until when the amounts by price feeds hold; undefined when no amount is by a feed. */
  quoteExpiresAt: Date | undefined
  /** Every amount by price feeds, oldest first; the last ones are the current ones. */
  quotePeriods: readonly PriceQuotePeriod[]
  /** Oldest first. */
  payments: readonly PaymentRecord[]
  /** Oldest first. */
  timeline: readonly StatusChange[]
}

/** The terms of a charge, without its history. */
export type ChargeTerms = Omit<ChargeRecord, 'payments' | 'timeline' | 'quotePeriods'>

/** One step of a charge's life: a payment as it shall stand, where one changes, and the move the charge makes, if any. */
export interface ChargeUpdate {
  payment: PaymentRecord | undefined
  statusChange: StatusChange | undefined
  /** Other payments that read otherwise now. */
  otherPayments?: readonly PaymentRecord[] | undefined
  /** New amounts by price feeds, and what earlier payments count by them. */
  quotes?: PriceQuoteRenewal | undefined
}

/** New amounts by price feeds. */
export interface PriceQuoteRenewal {
  periods: readonly PriceQuotePeriod[]
  expiresAt: Date
  /** The new `creditedAmount` of each earlier payment, by its id. */
  creditedAmounts: ReadonlyMap<string, bigint>
}

/** The fields of a charge that lists show. */
export type ListedCharge = Omit<
  ChargeRecord,
  'successUrl' | 'cancelUrl' | 'accountId' | 'accepts' | 'quotePeriods'
>

/** The fields of a charge that a request's history shows. */
export type RequestHistoryCharge = ListedCharge & Pick<ChargeRecord, 'accepts'>

/** A payment request: a recipient, and optionally a chain, a token and an amount. */
export interface RequestRecord {
  id: string
  accountId: string
  recipient: Address
  /** Always defined when `token` is. */
  chainId: number | undefined
  /** The zero address for the chain's native currency; undefined for any token. */
  token: Address | undefined
  tokenType: TokenType | undefined
  /** 0 without a token. */
  decimals: number
  /** '' without a token. */
  symbol: string
  /** Whole units as decimal text, as the merchant wrote it; '' for any. */
  amount: string
  trackId: string
  reference: string
  /** The unguessable part of its attachment's URL. */
  attachmentId: string | undefined
  createdAt: Date
}

/** A file that belongs to a request. */
export interface Attachment {
  /** 256 random bits: anybody with the URL can read the file. */
  id: string
  /** Safe as a file name on any operating system. */
  name: string
  /** Media type, determined from the bytes. */
  type: string
  bytes: Uint8Array
}

/** The webhook of an account. */
export interface WebhookSetting {
  url: string
  /** The signing secret in the form of Standard Webhooks: `whsec_` and base64. */
  secret: string
}

/** A webhook, and the secrets that its receiver may hold, the present one first: each of them signs. */
export interface SigningWebhook {
  url: string
  secrets: readonly string[]
}

/** An api-key as it is shown to its owner: never the key itself. */
export interface ApiKeyRecord {
  id: string
  prefix: string
  /** What its owner calls it; '' for none. */
  name: string
  scopes: readonly Scope[]
  createdAt: Date
  /** Undefined for a key that does not expire. */
  expiresAt: Date | undefined
  /** To the minute; undefined for a key that was never used. */
  lastUsedAt: Date | undefined
  revokedAt: Date | undefined
}

/** The value of a whole token: `answer / 10 ** decimals` US dollars. */
export interface UsdRate {
  /** Above 0. */
  answer: bigint
  decimals: number
}
