import type { Scope } from '../../../api/routes/scope.ts'
import type { Address } from '../chain/address.ts'
import type { ToleranceRecord } from './tolerance.ts'

/** Accounts and the keys of calls. */
export interface AccountStore {
  /** Returns an api-key with its account, also an expired or revoked one; undefined for one that never existed. */
  authenticate(apiKey: string): Promise<AuthenticatedKey | undefined>
  /** Records that an api-key was used now, unless that was done less than a minute ago. */
  recordKeyUse(keyId: string): Promise<void>
  /** Creates an account with its first api-key, for everything. The key is readable only in this reply. */
  createAccount(name: string): Promise<{ account: MerchantAccount; apiKey: string }>
  /** Returns the account with this username, undefined for none. */
  getAccountByUsername(username: string): Promise<MerchantAccount | undefined>
}

/** The operator's part of the store for accounts and their api-keys. */
export interface OperatorStore {
  /** Returns every account, oldest first; for the operator. */
  listAccounts(): Promise<MerchantAccount[]>
  /** Finds an account by its id or username. */
  findAccount(idOrUsername: string): Promise<MerchantAccount | undefined>
  /**
   * Changes the public profile of a merchant; fields that are not given stay.
   *
   * @throws PayError `conflict` when the username is taken
   */
  updateAccount(
    accountId: string,
    profile: { [Part in keyof Brand | 'username']?: string | undefined },
  ): Promise<MerchantAccount>
  /** Returns the test account of a live account, and creates it where there is none. */
  openTestAccount(liveAccountId: string): Promise<MerchantAccount>
  /** Returns the test account of a live account; undefined where there is none. */
  findTestAccount(liveAccountId: string): Promise<MerchantAccount | undefined>
  /** Creates another api-key. The key is readable only in this reply. */
  createApiKey(accountId: string, newKey: NewApiKey): Promise<{ key: ApiKeyRecord; apiKey: string }>
  /** Returns the api-keys of an account, never the keys themselves. */
  listApiKeys(accountId: string): Promise<ApiKeyRecord[]>
  /**
   * Revokes the key with this prefix; undefined when there is none. A revoked key stays unchanged.
   *
   * @param by `accountId`: the account that the key must belong to. @default the operator, for any account
   */
  revokeApiKey(
    prefix: string,
    now: Date,
    by?: { author: Author; accountId: string },
  ): Promise<ApiKeyRecord | undefined>
}

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
}

/** The destination of an account's charges that name no other. */
export interface ReceivingWalletRecord {
  address: Address
  chainId: number
  token: Address
}

/** An api-key as it is shown to its owner: never the key itself. */
export interface ApiKeyRecord {
  id: string
  prefix: string
  /** The name that its owner gave it; '' for none. */
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
  /** Whether its last use was recorded so long ago that this one is to be recorded. */
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
