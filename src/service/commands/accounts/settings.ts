import { isNative } from '../../../api/formats.ts'
import { Address } from '../../../api/schemas/fields.ts'
import { ChargeWebhook } from '../../../api/schemas/settings.ts'
import { parseAddress } from '../../chain/address.ts'
import {
  describeSetting,
  describeWallet,
  describeWebhook,
  type PendingChangeRecord,
  type SettingName,
} from '../../domain/accounts/settings.ts'
import type { OpenStore } from '../../store/store.ts'
import { findReceiverFault } from '../../webhooks/address.ts'
import type { AdminOptions } from '../admin-command.ts'
import { createOperatorError, type Print } from '../operator-error.ts'
import { getMerchantAccount } from './account-named.ts'

/** Options of every command that sets a value. */
interface SetOptions {
  account: string
  /** Whether to apply the value at once. */
  now?: boolean
  json?: boolean
}

/**
 * Sets where an account's money goes. The chain is not read: a wrong token is found when a charge is created.
 *
 * @throws PayError `invalid_setting` for an option that cannot be used
 */
export async function setWallet(
  store: OpenStore,
  options: SetOptions & { address: string; chain: string; token: string },
  print: Print,
  { settingsDelayMs }: AdminOptions,
): Promise<void> {
  const address = parseAddressOption(options.address, '--address')
  const token = parseAddressOption(options.token, '--token')
  if (isNative(address) || address === token)
    throw createOperatorError('--address must be a wallet: money sent to this address is lost.')
  if (!/^[1-9]\d{0,14}$/.test(options.chain))
    throw createOperatorError('--chain must be the id of a chain, such as 8453.')
  const wallet = { address, chainId: Number(options.chain), token }
  const { id } = await getMerchantAccount(store, options.account)
  const change = { author: 'cli', delayMs: options.now ? 0 : settingsDelayMs } as const
  const { effectiveAt } = await store.setReceivingWallet(id, wallet, change)
  printOutcome(describeWallet(wallet), effectiveAt, options, print)
}

/**
 * Sets where an account's webhook calls go, and prints the signing secret of a new one.
 *
 * @throws PayError `invalid_setting` for an option that cannot be used
 */
export async function setWebhook(
  store: OpenStore,
  options: SetOptions & { url: string },
  print: Print,
  { settingsDelayMs, allowPrivateWebhooks = false }: AdminOptions,
): Promise<void> {
  const { url } = options
  if (!ChargeWebhook.safeParse({ url }).success)
    throw createOperatorError('--url must be an http or https URL, or empty for none.')
  const fault = url === '' ? undefined : findReceiverFault(url, allowPrivateWebhooks)
  if (fault !== undefined) throw createOperatorError(`--url ${fault}.`)
  const { id } = await getMerchantAccount(store, options.account)
  const change = { author: 'cli', delayMs: options.now ? 0 : settingsDelayMs } as const
  const { value, isNew, effectiveAt } = await store.setWebhook(id, url, change)
  printOutcome(isNew && url !== '' ? { ...value } : { url }, effectiveAt, options, print)
}

function printOutcome(
  output: object,
  effectiveAt: Date | undefined,
  { json }: SetOptions,
  print: Print,
): void {
  const effective_at = effectiveAt?.toISOString()
  if (json) {
    print(JSON.stringify({ ...output, effective_at }))
    return
  }
  for (const [name, text] of Object.entries(output)) print(`${name.padEnd(15)}${text}`)
  print(effective_at ? `Takes effect at ${effective_at}; --now applies it at once.` : 'In effect.')
}

/** Prints the changes that have not taken effect yet, the next one first. */
export async function listPendingChanges(
  store: OpenStore,
  options: { account?: string; json?: boolean },
  print: Print,
): Promise<void> {
  const { account: name, json } = options
  const account = name === undefined ? undefined : await getMerchantAccount(store, name)
  const changes = await store.listPendingChanges(account?.id, 1000)
  for (const change of changes) print(json ? toJson(change) : formatChange(change))
  if (changes.length === 0 && !json) print('There are no such changes.')
}

/**
 * Cancels a change before it takes effect.
 *
 * @throws PayError `invalid_setting` where there is none
 */
export async function cancelChange(
  store: OpenStore,
  setting: string,
  options: { account: string },
  print: Print,
): Promise<void> {
  if (!isSettingName(setting)) throw createOperatorError('Give what to cancel: wallet or webhook.')
  const { id } = await getMerchantAccount(store, options.account)
  if (!(await store.cancelSettingChange(id, setting, 'cli')))
    throw createOperatorError(
      `The ${setting} of this account has no change that could be canceled.`,
    )
  print('Canceled. Revoke the key that asked for the change, if it was not yours.')
}

function isSettingName(text: string): text is SettingName {
  return text === 'wallet' || text === 'webhook'
}

function parseAddressOption(text: string, field: string): string {
  if (!Address.safeParse(text).success)
    throw createOperatorError(`${field} must be an address: 0x and 40 hex digits.`)
  try {
    return parseAddress(text, field)
  } catch (cause) {
    throw createOperatorError(cause instanceof Error ? cause.message : String(cause), cause)
  }
}

function toJson({ value, ...change }: PendingChangeRecord): string {
  return JSON.stringify({ ...change, setting: value.setting, to: describeSetting(value) })
}

function formatChange({ accountId, value, author, effectiveAt }: PendingChangeRecord): string {
  const to =
    value.setting === 'wallet'
      ? `${value.wallet.address}, token ${value.wallet.token} on chain ${value.wallet.chainId}`
      : describeWebhook(value.url).url || 'none'
  return `${effectiveAt.toISOString()}  account ${accountId}  ${value.setting.padEnd(7)}  by ${author}  to ${to}`
}
