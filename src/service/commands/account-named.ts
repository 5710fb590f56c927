import type { Account } from '../domain/records.ts'
import type { OpenStore } from '../store/store.ts'
import { wrong } from './operator-error.ts'

/**
 * Returns the account with an id or a username that the operator gave.
 *
 * @throws PayError `invalid_setting` where there is none
 */
export async function accountNamed(store: OpenStore, name: string): Promise<Account> {
  const account = await store.accountNamed(name)
  if (account) return account
  throw wrong(`--account: there is no account ${name}. \`pay-charge account list\` shows them.`)
}
