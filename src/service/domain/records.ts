import type { PricingType } from '../../api/charge.ts'
import type { TokenType } from '../../api/fields.ts'
import type { Status } from '../../api/payment.ts'

/** An address in its EIP-55 form, so that equal addresses are equal texts. */
export type Address = string

/** What a charge asks to be transferred, and where. */
export interface Quote {
  chainId: number
  recipient: Address
  /** The zero address for the chain's own coin. */
  token: Address
  tokenType: TokenType
  decimals: number
  symbol: string
  /** Base units. For `no_price` what is suggested, 0 for nothing. */
  amount: bigint
  basis: PriceBasis
}

/**
 * What an amount of tokens was made from. A dollar token is worth what it was, however late it comes; `feed` amounts are
 * renewed while the charge is open; `said` is the merchant's own word in a token whose worth moves.
 */
export type PriceBasis = 'dollar' | 'feed' | 'said'

/** An amount that a feed gave a charge for some minutes. */
export interface QuotePeriod {
  chainId: number
  token: Address
  /** Base units. */
  amount: bigint
  from: Date
  until: Date
}

/** What a payer sees of a merchant. */
export interface Brand {
  color: string
  logoUrl: string
  organizationName: string
}

/** Where an account's money goes when a charge says nothing else. */
export interface Wallet {
  address: Address
  chainId: number
  token: Address
}

export interface Account {
  id: string
  name: string
  /** By which payers find it (GET /requests); undefined where it has none. */
  username: string | undefined
  brand: Brand
  wallet: Wallet | undefined
}

/** Why a settled payment is not simply the price. */
export type Context = 'UNDERPAID' | 'OVERPAID' | 'DELAYED'

export interface Move {
  status: Status
  time: Date
  context: Context | undefined
}

/**
 * What ties a transfer to its charge: something that the account which paid has authorised, the merchant's own decision,
 * or, where the operator set it so, the first report.
 */
export type Proof = 'reference' | 'amount' | 'signature' | 'merchant' | 'report'

/** All that one transaction brought to one charge in one token. */
export interface PaymentRecord {
  id: string
  chargeId: string
  chainId: number
  /** Lower case. */
  hash: string
  token: Address
  status: Status
  /** A {@link Context}, or why it failed in words; '' where there is nothing to say. */
  reason: string
  /** Base units of its own token that arrived; 0 before it was confirmed. */
  paid: bigint
  /** Those that count: less than `paid` only for what makes a reserved amount unique. */
  counted: bigint
  /** What they count, in base units of the charge's token; the same as `paid` where that is the payment's. */
  worth: bigint
  /** The account that the money left; '' where the chain does not tell. */
  payer: string
  /** Undefined while a reorganisation has taken it from its block, and for what failed. */
  block: Block | undefined
  /** By the clock that charges are made by. */
  minedAt: Date | undefined
  proof: Proof
  createdAt: Date
  verifiedAt: Date | undefined
}

/** How a transfer that reached a watched recipient stands. CREDITED and ASSIGNED ones belong to a payment. */
export type TransferStatus = 'CREDITED' | 'UNMATCHED' | 'ASSIGNED' | 'IGNORED'

/** One movement of money to where charges are paid, unique by chain, hash and position. */
export interface TransferRecord {
  id: string
  chainId: number
  hash: string
  /** As in the proof's Transfer. */
  position: number
  token: Address
  recipient: Address
  /** '' where the chain does not tell. */
  sender: string
  /** Base units; undefined where the chain does not tell. */
  amount: bigint | undefined
  /** Base units that count towards the price: less than `amount` only for what makes a reserved amount unique. */
  counted: bigint | undefined
  block: Block
  /** By the clock that charges are made by. */
  minedAt: Date
  status: TransferStatus
  /** What credits it; undefined for what is not credited. */
  proof: Proof | undefined
  /** Why it is credited to no charge; '' for one that is. */
  reason: string
  paymentId: string | undefined
  /** The charge that it is credited to, or that reported it last. */
  chargeId: string | undefined
  /** All references that stand in its transaction. */
  references: readonly string[]
  createdAt: Date
}

/** A transfer as one account sees it, with what it calls the token. */
export interface UnmatchedRecord extends TransferRecord {
  decimals: number
  symbol: string
  /** Accounts whose charges are paid at the same place. */
  shared: boolean
  /** The references of this account's own charges. */
  ownReferences: readonly string[]
}

/** A transaction that somebody reported for a charge. */
export interface ReportRecord {
  id: string
  chargeId: string
  chainId: number
  /** Lower case. */
  hash: string
  token: Address
  signature: string | undefined
  /** WAITING until the chain shows it mined, or it is forgotten. */
  status: 'WAITING' | 'ENDED'
  /** Of a WAITING one: whether the chain has shown it, though not mined. */
  trace: Trace | undefined
  /** Of an ENDED one: why it brought nothing to the charge; '' where its transfers tell. */
  reason: string
  /** How often the chain was asked for it. */
  looks: number
  createdAt: Date
}

/** What is known of a transaction that is not mined: enough to find what replaced it. */
export interface Trace {
  sender: string
  nonce: number
  /** Number of the newest block when it was seen last. */
  head: bigint
}

/** An amount that is one charge's alone at its chain, token and recipient. */
export interface ReservationRecord {
  id: string
  chargeId: string
  chainId: number
  token: Address
  recipient: Address
  /** Base units that it counts as. */
  owed: bigint
  /** Base units that are to be sent. */
  amount: bigint
  /** Number of the newest block when it was made: only what is mined later can be meant by it. */
  sinceBlock: bigint
  createdAt: Date
  expiresAt: Date
}

/** Where a transfer was mined. */
export interface Block {
  number: bigint
  hash: string
}

export interface ChargeRecord {
  id: string
  accountId: string
  /** Its public name; see `referenceOf`. */
  reference: string
  /** The request that it was made for, where it names one. */
  requestId: string | undefined
  /** The last move's status, NEW before the first. */
  status: Status
  pricingType: PricingType
  /** In local currency, as the merchant wrote it. */
  localAmount: string
  localCurrency: 'USD'
  quote: Quote
  /** The further pairs of chain and token that it may be paid in, as the merchant ordered them. */
  accepts: readonly Quote[]
  /** Of the payment page, without a slash at its end; undefined for the service's own. */
  baseUrl: string | undefined
  metadata: Record<string, unknown>
  successUrl: string
  cancelUrl: string
  createdAt: Date
  /** From then on nobody is asked to pay it. */
  expiresAt: Date
  /** Until when the amounts that feeds gave hold; undefined where none did. */
  quoteExpiresAt: Date | undefined
  /** Every amount that feeds gave, oldest first; the last ones are those of its quotes. */
  quotePeriods: readonly QuotePeriod[]
  /** Oldest first. */
  payments: readonly PaymentRecord[]
  /** Oldest first. */
  timeline: readonly Move[]
}

/** What a charge asks, without what has happened to it. */
export type ChargeTerms = Omit<ChargeRecord, 'payments' | 'timeline' | 'quotePeriods'>

/** One step of a charge's life: a payment as it shall stand, where one changes, and the move the charge makes, if any. */
export interface Change {
  payment: PaymentRecord | undefined
  move: Move | undefined
  /** New amounts by the feeds, and what earlier payments count by them. */
  quotes?: NewQuotes | undefined
}

/** Amounts that feeds give from now on. */
export interface NewQuotes {
  periods: readonly QuotePeriod[]
  expiresAt: Date
  /** What each earlier payment counts now, by its id. */
  worths: ReadonlyMap<string, bigint>
}

/** What a list shows of a charge: all but what is not shown there. */
export type ListedCharge = Omit<
  ChargeRecord,
  'successUrl' | 'cancelUrl' | 'accountId' | 'accepts' | 'quotePeriods'
>

/** What a request's history shows of a charge. */
export type AskedCharge = ListedCharge & Pick<ChargeRecord, 'accepts'>

/** A payment request: a recipient, and as much of what is asked as its maker said. */
export interface RequestRecord {
  id: string
  accountId: string
  recipient: Address
  /** Always there where `token` is. */
  chainId: number | undefined
  /** The zero address for the chain's own coin; undefined: any. */
  token: Address | undefined
  tokenType: TokenType | undefined
  /** 0 without a token. */
  decimals: number
  /** '' without a token. */
  symbol: string
  /** Whole units as decimal text, as its maker wrote it; '' for any. */
  amount: string
  trackId: string
  reference: string
  /** The unguessable part of its attachment's address. */
  attachmentId: string | undefined
  createdAt: Date
}

/** A file that belongs to a request. */
export interface Attachment {
  /** 256 random bits: who has the address may read the file. */
  id: string
  /** Safe as a file's name on any machine. */
  name: string
  /** As its bytes say. */
  type: string
  bytes: Uint8Array
}

/** Where an account hears of its charges. */
export interface WebhookSetting {
  url: string
  /** Signs as Standard Webhooks says: `whsec_` and base64. */
  secret: string
}

/** An api-key as its owner may see it: never the key. */
export interface KeyRecord {
  id: string
  prefix: string
  createdAt: Date
  revokedAt: Date | undefined
}
