import type { Scope } from '../../api/routes/scope.ts'
import type { Address } from '../chain/types/address.ts'
import type { ToleranceRecord } from './tolerance.ts'

/** A merchant's account. */
export interface MerchantAccount {
  id: string
  name: string
  /** False for a test account: it takes money of test chains alone. */
  livemode: boolean
  /** Of a test account, the live one that it belongs to. */
  liveAccountId: string | undefined
  /** The name by which payers find the account (GET /requests); undefined when it has none. */
  username: string | undefined
  brand: Brand
  wallet: ReceivingWalletRecord | undefined
  tolerance: ToleranceRecord
}

/** How a merchant is shown to payers. */
export interface Brand {
  color: string
  logoUrl: string
  organizationName: string
  /** Where payers reach the merchant: an https URL or `mailto:` with an address; '' for nowhere. */
  supportUrl: string
}

/** The destination of an account's charges that name no other. */
export interface ReceivingWalletRecord {
  address: Address
  chainId: number
  token: Address
}

/** An api-key as its owner sees it: never the key itself. */
export interface ApiKeyRecord {
  id: string
  prefix: string
  /** The owner's name for it; '' for none. */
  name: string
  scopes: readonly Scope[]
  /** The shop of the charges that it creates; '' for none. */
  shop: string
  createdAt: Date
  /** Undefined for a key that does not expire. */
  expiresAt: Date | undefined
  /** To the minute; undefined for a key that was never used. */
  lastUsedAt: Date | undefined
  revokedAt: Date | undefined
}

/** A merchant's api-key, and the X-Request-Id of its call. */
export interface KeyAuthor {
  keyId: string
  requestId: string
}

/** The author of a change or of a decision about money: an api-key by a call, or the operator on the command line. */
export type Author = KeyAuthor | 'cli'

/** An api-key that a call sent, and the account that it belongs to. */
export interface AuthenticatedKey {
  account: MerchantAccount
  id: string
  scopes: readonly Scope[]
  /** The shop of the charges that it creates; '' for none. */
  shop: string
  status: 'valid' | 'expired' | 'revoked'
  /** Whether its last recorded use is old enough to record this one. */
  isUseDue: boolean
}

/** The options of a new api-key. */
export interface NewApiKey {
  name: string
  scopes: readonly Scope[]
  /** The shop of the charges that it creates; '' for none. */
  shop: string
  /** Undefined for a key that does not expire. */
  expiresAt: Date | undefined
}
