import type { Scope } from '../../../api/routes/scope.ts'
import type { AuditEntry, ReceivingWallet } from '../../../api/schemas/settings.ts'
import type { KeyAuthor, MerchantAccount, ReceivingWalletRecord } from '../records.ts'

/** Who changes a setting or decides about money: an api-key by a call, or the operator on the command line. */
export type Author = KeyAuthor | 'cli'

/** A setting that decides where money or news of it goes: an account's receiving wallet, or its webhook. */
export type SettingValue =
  | { setting: 'wallet'; wallet: ReceivingWalletRecord }
  /** An empty url: no webhook. */
  | { setting: 'webhook'; url: string; secret: string }
export type SettingName = SettingValue['setting']

/** How a setting is to be changed. */
export interface SettingChangeOptions {
  author: Author
  /** Milliseconds until a change of a value that is already set takes effect; 0 for at once. */
  delayMs: number
}

/** The outcome of setting a value. */
export interface SettingOutcome<Value> {
  value: Value
  /** When the value takes effect; undefined when it has. */
  effectiveAt: Date | undefined
  /** Whether this call stored the value; false where it was set, or about to be, before. */
  isNew: boolean
}

/** A change that has not taken effect yet. */
export interface PendingChangeRecord {
  id: string
  accountId: string
  value: SettingValue
  /** The public prefix of the api-key, or `cli`. */
  author: string
  /** The X-Request-Id of the call; '' for the command line. */
  requestId: string
  requestedAt: Date
  effectiveAt: Date
}

/** Returns whether two values of one setting are the same; the secret of a webhook follows from its url. */
export function isSameSetting(one: SettingValue, other: SettingValue): boolean {
  if (one.setting === 'wallet' && other.setting === 'wallet') {
    const { address, chainId, token } = other.wallet
    const { wallet } = one
    return wallet.address === address && wallet.chainId === chainId && wallet.token === token
  }
  return one.setting === 'webhook' && other.setting === 'webhook' && one.url === other.url
}

/** Returns whether setting a value changes nothing: it is in effect, or a webhook is to be removed that was never set. */
export function isInEffect(current: SettingValue | undefined, wanted: SettingValue): boolean {
  if (current) return isSameSetting(current, wanted)
  return wanted.setting === 'webhook' && wanted.url === ''
}

/** Returns what is wrong with a webhook's url, in words that follow the field's name; undefined for nothing. */
export function findWebhookUrlFault(url: string): string | undefined {
  // URL parsers remove tabs and line breaks, and trim (URL Standard 4.1). The URL that is called must be the one given.
  if (/[\p{Cc} ]/u.test(url)) return 'must be a URL without spaces or control characters'
  const { username, password } = new URL(url)
  if (username || password)
    return 'must have no user name or password: calls are signed with the secret'
  return undefined
}

/** Returns a setting as events and the audit log show it. */
export function describeSetting(value: SettingValue): ReceivingWallet | { url: string } {
  return value.setting === 'wallet' ? describeWallet(value.wallet) : describeWebhook(value.url)
}

/** Returns a wallet with the field names of the HTTP interface. */
export function describeWallet({
  address,
  chainId,
  token,
}: ReceivingWalletRecord): ReceivingWallet {
  return { walletAddress: address, chainId, tokenAddress: token }
}

/** Returns a webhook without its secret, and without the query of its url, which may hold another one. */
export function describeWebhook(text: string): { url: string } {
  if (text === '') return { url: '' }
  const { origin, pathname, search } = new URL(text)
  return { url: `${origin}${pathname}${search && '?…'}` }
}

/** An api-key that a call sent, and the account that it belongs to. */
export interface AuthenticatedKey {
  account: MerchantAccount
  id: string
  scopes: readonly Scope[]
  status: 'valid' | 'expired' | 'revoked'
  /** Whether its last use was recorded so long ago that this one is to be recorded. */
  isUseDue: boolean
}

/** What is chosen about a new api-key. */
export interface NewApiKey {
  name: string
  scopes: readonly Scope[]
  /** Undefined for a key that does not expire. */
  expiresAt: Date | undefined
}

/** A change of an account's keys or settings, or a decision about its money, as the audit log keeps it. */
export type AuditAction =
  | 'account.created'
  | 'account.updated'
  | 'key.created'
  | 'key.revoked'
  | `${SettingName}.${SettingStep}`
  | 'webhook.secret_rotated'
  | 'payment.assigned'
  | 'payment.ignored'
  | 'charge.canceled'

/**
 * What happened to a setting: `set` at once; `changing` after the delay, then `changed`, unless it was `canceled` before.
 */
type SettingStep = 'set' | 'changing' | 'changed' | 'canceled'

/** An entry of the audit log. */
export interface AuditRecord {
  id: string
  accountId: string
  /** The public prefix of the api-key, or `cli`. */
  author: string
  action: AuditAction
  /** The value before, and the one after, without secrets; undefined for none. */
  from: Record<string, unknown> | undefined
  to: Record<string, unknown> | undefined
  /** The X-Request-Id of the call; '' for the command line. */
  requestId: string
  createdAt: Date
}

/** Returns an entry of the audit log with the field names of the HTTP interface. */
export function toAuditEntry(record: AuditRecord): AuditEntry {
  const { id: uuid, createdAt, author, action, from = null, to = null, requestId } = record
  return { uuid, createdAt: createdAt.toISOString(), author, action, from, to, requestId }
}
