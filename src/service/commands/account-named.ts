import type { Account } from '../domain/records.ts'
import type { OpenStore } from '../store/store.ts'
import { wrong } from './operator-fault.ts'

/**
 * Returns the account that the operator means, by id or username.
 *
 * @throws PayError `invalid_setting`
 */
export async function accountNamed(store: OpenStore, name: string): Promise<Account> {
  const account = await store.accountNamed(name)
  if (account) return account
  throw wrong(`--account: there is no account ${name}. \`pay-charge account list\` shows them.`)
}
