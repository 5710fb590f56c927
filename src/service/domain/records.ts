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
  /** Base units that arrived; 0 before it was judged. */
  paid: bigint
  /** '' before it was judged. */
  payer: string
  block: Block | undefined
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
  /** The last move's status, NEW before the first. */
  status: Status
  pricingType: PricingType
  /** In local currency, as the merchant wrote it. */
  localAmount: string
  localCurrency: 'USD'
  quote: Quote
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

/** One step of a charge's life: a payment as it shall stand, and the charge's move, where it makes one. */
export interface Change {
  payment: PaymentRecord
  move: Move | undefined
}
