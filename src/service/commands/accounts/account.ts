import { proxyScopes } from '../../../api/routes/scope.ts'
import { WebUrl } from '../../../api/schemas/fields.ts'
import { PayError } from '../../../errors.ts'
import type { MerchantAccount } from '../../domain/accounts/accounts.ts'
import type { OpenStore } from '../../store/store.ts'
import { createOperatorError, type Print } from '../operator-error.ts'
import { getMerchantAccount } from './account-named.ts'

export interface CreateAccountOptions {
  name: string
  proxyKey?: boolean
  json?: boolean
}

/**
 * Creates an account and prints its id and api-key, and if wanted a key for its proxy. Only hashes of keys are stored, so
 * they cannot be shown again.
 */
export async function createAccount(
  store: OpenStore,
  options: CreateAccountOptions,
  print: Print,
): Promise<void> {
  const { account, apiKey } = await store.createAccount(options.name)
  const { id, name } = account
  const newKey = { name: 'proxy', scopes: proxyScopes, expiresAt: undefined }
  const proxyKey = options.proxyKey ? (await store.createApiKey(id, newKey)).apiKey : undefined
  if (options.json) return print(JSON.stringify({ id, name, apiKey, proxyKey }))
  print(`account  ${id}\napi-key  ${apiKey}`)
  if (proxyKey) print(`proxy    ${proxyKey}`)
  const [keys, they] = proxyKey ? ['keys', 'they are'] : ['key', 'it is']
  print(`Store the ${keys} now: ${they} not shown again.`)
}

/** Prints every account, oldest first. */
export async function listAccounts(
  store: OpenStore,
  options: { json?: boolean },
  print: Print,
): Promise<void> {
  const accounts = await store.listAccounts()
  if (options.json) return print(JSON.stringify(accounts.map(toAccountOutput)))
  for (const { id, name, username } of accounts) {
    print([id, username ?? '-', name].join('  '))
  }
}

/** The options of `account brand`: a missing one changes nothing, '' removes the value. */
export interface BrandOptions {
  account: string
  color?: string
  logo?: string
  name?: string
  username?: string
  json?: boolean
}

/**
 * Sets the public profile of an account, and the username by which payers find it.
 *
 * @throws PayError `invalid_setting` naming the option
 */
export async function updateBrand(
  store: OpenStore,
  options: BrandOptions,
  print: Print,
): Promise<void> {
  const { color, logo, name } = options
  const username = options.username?.toLowerCase()
  checkPattern(color, /^(#[\da-f]{6})?$/i, '--color must be a color such as #7c3aed')
  checkPattern(name, /^[^\p{Cc}]{0,100}$/u, '--name must be a name of at most 100 characters')
  if (logo && !WebUrl.safeParse(logo).success)
    throw createOperatorError('--logo must be an http or https URL.')
  checkPattern(
    username,
    /^((?!0x)[a-z0-9][a-z0-9_-]{1,31})?$/,
    '--username must have 2 to 32 letters, digits, - or _, begin with a letter or digit, and not with 0x',
  )
  const { id } = await getMerchantAccount(store, options.account)
  const profile = { color, logoUrl: logo, organizationName: name, username }
  const account = await store.updateAccount(id, profile).catch(throwOperatorError)
  print(
    options.json
      ? JSON.stringify(toAccountOutput(account))
      : Object.entries(toAccountOutput(account))
          .map(([key, value]) => `${key.padEnd(18)}${value}`)
          .join('\n'),
  )
}

function checkPattern(value: string | undefined, pattern: RegExp, message: string): void {
  if (value !== undefined && !pattern.test(value)) throw createOperatorError(`${message}.`)
}

function throwOperatorError(cause: unknown): never {
  if (cause instanceof PayError && cause.code === 'conflict') {
    throw createOperatorError(`--username: ${cause.message}`, cause)
  }
  throw cause
}

/** Returns an account with the field names of the HTTP interface. */
function toAccountOutput({ id, name, username, brand }: MerchantAccount) {
  return {
    id,
    name,
    username: username ?? '',
    brand_color: brand.color,
    brand_logo_url: brand.logoUrl,
    organization_name: brand.organizationName,
  }
}
