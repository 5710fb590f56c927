import type { ReceivingWallet, UnderpaymentTolerance } from '../../api/schemas/settings.ts'
import type { Author, ReceivingWalletRecord } from './accounts.ts'
import { describeTolerance, isNarrower, type ToleranceRecord } from './tolerance.ts'

/** A setting that decides about money, or where events about it go. */
export type SettingValue =
  | { setting: 'wallet'; wallet: ReceivingWalletRecord }
  | { setting: 'tolerance'; tolerance: ToleranceRecord }
  /** An empty url removes the endpoint. */
  | { setting: 'webhook'; endpointId: string; url: string; secret: string }
export type SettingName = SettingValue['setting']
/** Names a setting of an account: one of which it has one, or one of its webhook endpoints. */
export type SettingKey =
  | { setting: 'wallet' | 'tolerance' }
  | { setting: 'webhook'; endpointId: string }

/** How a setting is to be changed. */
export interface SettingChangeOptions {
  author: Author
  /** Milliseconds until a change of a value that is already set takes effect; 0 for no delay. */
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
export function isSameSetting(a: SettingValue, b: SettingValue): boolean {
  if (a.setting === 'wallet' && b.setting === 'wallet') {
    const { address, chainId, token } = b.wallet
    const { wallet } = a
    return wallet.address === address && wallet.chainId === chainId && wallet.token === token
  }
  if (a.setting === 'tolerance' && b.setting === 'tolerance')
    return isNarrower(a.tolerance, b.tolerance) && isNarrower(b.tolerance, a.tolerance)
  return a.setting === 'webhook' && b.setting === 'webhook' && a.url === b.url
}

/** Returns whether a change only makes an account safer, so that no warning is needed. */
export function isSafer(from: SettingValue, to: SettingValue): boolean {
  return (
    from.setting === 'tolerance' &&
    to.setting === 'tolerance' &&
    isNarrower(to.tolerance, from.tolerance)
  )
}

/** Returns whether setting a value changes nothing: it is in effect, or a webhook is to be removed that was never set. */
export function isInEffect(current: SettingValue | undefined, newValue: SettingValue): boolean {
  if (current) return isSameSetting(current, newValue)
  return newValue.setting === 'webhook' && newValue.url === ''
}

/** Returns the fault of a webhook's url, in words that follow the field's name; undefined for none. */
export function findWebhookUrlFault(url: string): string | undefined {
  // URL parsers remove tabs and line breaks, and trim (URL Standard 4.1). The URL that is called must be the one given.
  if (/[\p{Cc} ]/u.test(url)) return 'must be a URL without spaces or control characters'
  const { username, password } = new URL(url)
  if (username || password)
    return 'must have no user name or password: calls are signed with the secret'
  return undefined
}

/** Returns a setting as events and the audit log show it. */
export function describeSetting(
  value: SettingValue,
): ReceivingWallet | UnderpaymentTolerance | { url: string } {
  if (value.setting === 'tolerance') return describeTolerance(value.tolerance)
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

/** A webhook and its secret. */
export interface WebhookSetting {
  endpointId: string
  url: string
  /** The signing secret in the form of Standard Webhooks: `whsec_` and base64. */
  secret: string
}

/** A webhook, and the secrets that its receiver may hold, the present one first: each of them signs. */
export interface SigningWebhook {
  url: string
  secrets: readonly string[]
}
