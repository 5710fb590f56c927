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
  /** Base units of its own token that arrived; 0 before it was judged. */
  paid: bigint
  /** What they count, in base units of the charge's token; the same as `paid` where that is the payment's. */
  worth: bigint
  /** '' before it was judged. */
  payer: string
  block: Block | undefined
  /** True when its transaction pays other charges too, each with a part of its own. */
  shared: boolean
  /** False while only the chain told of it, and nobody reported it. */
  reported: boolean
  createdAt: Date
  verifiedAt: Date | undefined
}

/** Where a transfer was mined. */
export interface Block {
  number: bigint
  hash: string
}

export interface ChargeRecord {
  id: string
  accountId: string
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
  /** Oldest first. */
  payments: readonly PaymentRecord[]
  /** Oldest first. */
  timeline: readonly Move[]
}

/** One step of a charge's life: a payment as it shall stand, where one changes, and the move the charge makes, if any. */
export interface Change {
  payment: PaymentRecord | undefined
  move: Move | undefined
}

/** What a list shows of a charge: all but what may be large and is not shown there. */
export type ListedCharge = Omit<
  ChargeRecord,
  'metadata' | 'successUrl' | 'cancelUrl' | 'timeline' | 'accountId' | 'accepts'
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
