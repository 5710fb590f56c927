import { scopes as allScopes, proxyScopes, type Scope } from '../../../api/routes/scope.ts'
import type { ApiKeyRecord } from '../../domain/accounts/accounts.ts'
import type { OpenStore } from '../../store/store.ts'
import { createOperatorError, type Print } from '../operator-error.ts'
import { getMerchantAccount } from './account-named.ts'

export interface CreateKeyOptions {
  account: string
  scope: readonly string[]
  name: string
  expires?: string
  json?: boolean
}

/**
 * Creates another api-key for an account and prints it. Only its hash is stored, so it cannot be shown again.
 *
 * @throws PayError `invalid_setting` for an option that cannot be used
 */
export async function createKey(
  store: OpenStore,
  options: CreateKeyOptions,
  print: Print,
): Promise<void> {
  const scopes = parseScopes(options.scope)
  const expiresAt = options.expires === undefined ? undefined : parseExpiry(options.expires)
  const name = parseName(options.name)
  const { id } = await getMerchantAccount(store, options.account)
  const { key, apiKey } = await store.createApiKey(id, { name, scopes, expiresAt })
  print(
    options.json
      ? JSON.stringify({ ...toKeyOutput(key), apiKey })
      : `api-key  ${apiKey}\nscopes   ${scopes.join(', ')}\nStore the key now: it is not shown again.`,
  )
}

/** Parses scopes; `proxy` stands for those of a proxy's key. */
function parseScopes(texts: readonly string[]): Scope[] {
  const names = texts.flatMap((text) => text.split(',')).map((name) => name.trim())
  const scopeNames = new Set(names.flatMap((name) => (name === 'proxy' ? proxyScopes : [name])))
  const unknown = [...scopeNames].find((name) => !allScopes.some((scope) => scope === name))
  if (unknown !== undefined) {
    const choices = [...allScopes, 'proxy'].join(', ')
    throw createOperatorError(`--scope must be of ${choices}, not "${unknown.slice(0, 40)}".`)
  }
  return allScopes.filter((scope) => scopeNames.has(scope))
}

/** Parses a number of days from now, such as `90d`, or a date. */
function parseExpiry(text: string): Date {
  const [, days] = /^([1-9]\d{0,4})d$/.exec(text) ?? []
  if (days) return new Date(Date.now() + Number(days) * 86_400_000)
  // Only ISO 8601: Date.parse reads much more, and some of it differently in each time zone.
  const isDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z)?$/.test(text)
  const date = new Date(isDate ? text : Number.NaN)
  if (date.getTime() > Date.now()) return date
  throw createOperatorError(
    `--expires must be days such as 90d, or a time to come in UTC such as 2027-01-31 or 2027-01-31T12:00Z, not "${text.slice(0, 40)}".`,
  )
}

function parseName(text: string): string {
  if (/^[^\p{Cc}]{0,100}$/u.test(text)) return text
  throw createOperatorError('--name must be a name of at most 100 characters.')
}

/** Prints an account's keys by their public prefixes. */
export async function listKeys(
  store: OpenStore,
  options: { account: string; json?: boolean },
  print: Print,
): Promise<void> {
  const { id } = await getMerchantAccount(store, options.account)
  const keys = (await store.listApiKeys(id)).map(toKeyOutput)
  if (options.json) return print(JSON.stringify(keys))
  for (const { prefix, name, scopes, created, used, expires, revoked } of keys) {
    const times = Object.entries({ created, used, expires, revoked })
      .filter(([, time]) => time !== '')
      .map(([label, time]) => `${label} ${time}`)
    print([prefix, scopes.join(','), ...times, ...(name ? [name] : [])].join('  '))
  }
}

/**
 * Revokes the key with this prefix (or the whole key): from the next call on it is refused.
 *
 * @throws PayError `invalid_setting` where there is none
 */
export async function revokeKey(store: OpenStore, text: string, print: Print): Promise<void> {
  const [prefix] = /^pc_[\da-f]{8}(?=_|$)/.exec(text) ?? []
  if (!prefix) throw createOperatorError('Give the prefix of the key, such as pc_0123abcd.')
  const key = await store.revokeApiKey(prefix, new Date())
  if (!key)
    throw createOperatorError(`There is no key ${prefix}. List them with \`pay-charge keys list\`.`)
  print(`${key.prefix}  revoked ${toKeyOutput(key).revoked}`)
}

function toKeyOutput(key: ApiKeyRecord) {
  const { prefix, name, scopes } = key
  return {
    prefix,
    name,
    scopes,
    created: key.createdAt.toISOString(),
    used: key.lastUsedAt?.toISOString() ?? '',
    expires: key.expiresAt?.toISOString() ?? '',
    revoked: key.revokedAt?.toISOString() ?? '',
  }
}
