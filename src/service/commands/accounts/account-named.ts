import type { MerchantAccount } from '../../domain/accounts/accounts.ts'
import type { OpenStore } from '../../store/store.ts'
import { createOperatorError } from '../operator-error.ts'

/**
 * Returns the account with an id or a username that the operator gave.
 *
 * @throws PayError `invalid_setting` where there is none
 */
export async function getMerchantAccount(store: OpenStore, name: string): Promise<MerchantAccount> {
  const account = await store.findAccount(name)
  if (account) return account
  throw createOperatorError(
    `--account: there is no account ${name}. List them with \`pay-charge account list\`.`,
  )
}
