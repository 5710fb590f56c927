import { PayError } from '../../../errors.ts'
import type { ReceivingWalletRecord } from '../../accounts/accounts.ts'
import type { AccountStore } from '../../accounts/store/accounts.ts'
import { findLossReason } from '../../chain/rules/lost.ts'
import type { Address } from '../../chain/types/address.ts'
import type { ServiceContext } from '../../http/context.ts'
import { createFieldError } from '../../http/field-error.ts'

/** The stores that these routes use. */
type Stores = AccountStore

/** The recipient of a request: an address, and for an account of this service its receiving wallet. */
export interface Recipient {
  address: Address
  wallet: ReceivingWalletRecord | undefined
}

/**
 * Resolves a text to a recipient: an address, an ENS name (it has a dot), or a username of the service.
 *
 * @throws PayError `invalid_request`, `not_found`, `chain_unreachable`
 */
export async function resolveRecipient(
  context: ServiceContext<Stores>,
  text: string,
): Promise<Recipient> {
  // No username begins with 0x: this is an address, or was meant to be one.
  if (/^0x/i.test(text) && !text.includes('.'))
    return { address: readWalletAddress(context, text, 'recipient'), wallet: undefined }
  if (text.includes('.')) return { address: await resolveEnsName(context, text), wallet: undefined }
  const username = text.toLowerCase()
  const isUsername = /^[a-z0-9][a-z0-9_-]{1,31}$/.test(username)
  const account = isUsername ? await context.store.getAccountByUsername(username) : undefined
  if (!account?.wallet) {
    const message = account
      ? `${username} has no receiving wallet yet.`
      : `No account has the username "${text.slice(0, 80)}". Give an address, an ENS name or a username.`
    throw new PayError('not_found', message, { field: 'recipient' })
  }
  return { address: account.wallet.address, wallet: account.wallet }
}

/**
 * Returns an address that can receive money, in its EIP-55 form.
 *
 * @throws PayError `invalid_request` naming the field
 */
export function readWalletAddress(
  { chains }: ServiceContext<Stores>,
  text: string,
  field: string,
): Address {
  const address = chains.parseAddress(text, field)
  const loss = findLossReason(address)
  if (loss !== undefined) throw createFieldError(field, loss)
  return address
}

async function resolveEnsName({ chains }: ServiceContext<Stores>, name: string): Promise<Address> {
  if (!chains.getEnsAddress) {
    throw createFieldError(
      'recipient',
      'cannot be an ENS name, because this service resolves none. Give an address, or ask the operator to add chain 1 to CHAIN_RPC_URLS',
    )
  }
  const address = await chains.getEnsAddress(name)
  if (address && findLossReason(address) === undefined) return address
  throw new PayError('not_found', `The name ${name.slice(0, 80)} has no address.`, {
    field: 'recipient',
  })
}
