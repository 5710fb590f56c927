import { WebUrl } from '../../api/fields.ts'
import { PayError } from '../../errors.ts'
import type { Account } from '../domain/records.ts'
import type { OpenStore } from '../store/store.ts'
import { accountNamed } from './account-named.ts'
import { type Print, wrong } from './operator-fault.ts'

/** Makes an account and prints its id and api-key: the key is kept only as a hash, so this is the one time. */
export async function createAccount(
  store: OpenStore,
  options: { name: string; json?: boolean },
  print: Print,
): Promise<void> {
  const { account, apiKey } = await store.createAccount(options.name)
  const { id, name } = account
  print(
    options.json
      ? JSON.stringify({ id, name, apiKey })
      : `account  ${id}\napi-key  ${apiKey}\nKeep the key: it is not shown again.`,
  )
}

/** Prints every account, oldest first. */
export async function listAccounts(
  store: OpenStore,
  options: { json?: boolean },
  print: Print,
): Promise<void> {
  const accounts = await store.accounts()
  if (options.json) return print(JSON.stringify(accounts.map(shown)))
  for (const { id, name, username } of accounts) {
    print([id, username ?? '-', name].join('  '))
  }
}

/** What `account brand` was given; what is not there stays, '' goes back to none. */
export interface BrandOptions {
  account: string
  color?: string
  logo?: string
  name?: string
  username?: string
  json?: boolean
}

/**
 * Sets how an account looks to payers, and the username they find it by.
 *
 * @throws PayError `invalid_setting` naming the option
 */
export async function brandAccount(
  store: OpenStore,
  options: BrandOptions,
  print: Print,
): Promise<void> {
  const { color, logo, name } = options
  const username = options.username?.toLowerCase()
  check(color, /^(#[\da-f]{6})?$/i, '--color must be a colour such as #7c3aed')
  check(name, /^[^\p{Cc}]{0,100}$/u, '--name must be a name of at most 100 characters')
  if (logo && !WebUrl.safeParse(logo).success) throw wrong('--logo must be an http or https URL.')
  check(
    username,
    /^((?!0x)[a-z0-9][a-z0-9_-]{1,31})?$/,
    '--username must have 2 to 32 letters, digits, - or _, begin with a letter or digit, and not with 0x',
  )
  const { id } = await accountNamed(store, options.account)
  const look = { color, logoUrl: logo, organizationName: name, username }
  const account = await store.describeAccount(id, look).catch(explain)
  print(
    options.json
      ? JSON.stringify(shown(account))
      : Object.entries(shown(account))
          .map(([key, value]) => `${key.padEnd(18)}${value}`)
          .join('\n'),
  )
}

function check(value: string | undefined, pattern: RegExp, message: string): void {
  if (value !== undefined && !pattern.test(value)) throw wrong(`${message}.`)
}

function explain(cause: unknown): never {
  if (cause instanceof PayError && cause.code === 'conflict') {
    throw wrong(`--username: ${cause.message}`, cause)
  }
  throw cause
}

/** An account in the interface's words. */
function shown({ id, name, username, brand }: Account) {
  return {
    id,
    name,
    username: username ?? '',
    brand_color: brand.color,
    brand_logo_url: brand.logoUrl,
    organization_name: brand.organizationName,
  }
}
