import { PayError } from '../../errors.ts'
import type { Account } from '../domain/records.ts'
import type { Settings } from '../settings.ts'
import { type OpenStore, openStore } from '../store/store.ts'

/** Runs a command on the database and closes it, whatever happens. */
export async function withStore<T>(
  settings: Settings,
  command: (store: OpenStore) => Promise<T>,
): Promise<T> {
  const store = await openStore(settings.database, (error) => console.error(error.message))
  try {
    return await command(store)
  } finally {
    await store.close()
  }
}

/**
 * The account that the operator means, by id or username.
 *
 * @throws PayError `invalid_setting`
 */
export async function accountNamed(store: OpenStore, name: string): Promise<Account> {
  const account = await store.accountNamed(name)
  if (account) return account
  throw wrong(`--account: there is no account ${name}. \`pay-charge account list\` shows them.`)
}

/** A fault of what the operator typed: one line. */
export function wrong(message: string, cause?: unknown): PayError {
  return new PayError('invalid_setting', message, { cause })
}
