import { isNative } from '../../api/fields.ts'
import { PayError } from '../../errors.ts'
import type { Address, Wallet } from '../domain/records.ts'
import type { ServiceContext } from './context.ts'
import { invalid } from './validate.ts'

/** Who a request pays: an address, and for an account of this service the wallet that the address belongs to. */
export interface Recipient {
  address: Address
  wallet: Wallet | undefined
}

/**
 * Who is meant by the text: an address, an ENS name (it has a dot), or a username of the service.
 *
 * @throws PayError `invalid_request`, `not_found`, `chain_unreachable`
 */
export async function readRecipient(context: ServiceContext, text: string): Promise<Recipient> {
  // No username begins so: this is an address, or was meant to be one.
  if (/^0x/i.test(text) && !text.includes('.'))
    return { address: readWallet(context, text, 'recipient'), wallet: undefined }
  if (text.includes('.')) return { address: await readName(context, text), wallet: undefined }
  const username = text.toLowerCase()
  const valid = /^[a-z0-9][a-z0-9_-]{1,31}$/.test(username)
  const account = valid ? await context.store.accountOfUsername(username) : undefined
  if (!account?.wallet) {
    const message = account
      ? `${username} has no receiving wallet yet.`
      : `Nobody is called "${text.slice(0, 80)}" here: give an address, an ENS name or a username.`
    throw new PayError('not_found', message, { field: 'recipient' })
  }
  return { address: account.wallet.address, wallet: account.wallet }
}

/**
 * An address that money can go to.
 *
 * @throws PayError `invalid_request` naming the field
 */
export function readWallet({ chains }: ServiceContext, text: string, field: string): Address {
  const address = chains.address(text, field)
  if (isNative(address))
    throw invalid(field, 'must be a wallet: money sent to this address is lost')
  return address
}

async function readName({ chains }: ServiceContext, name: string): Promise<Address> {
  if (!chains.ens) {
    throw invalid(
      'recipient',
      'cannot be an ENS name: this service reads none. Give an address, or let the operator set ENS_RPC_URL',
    )
  }
  const address = await chains.ens(name)
  if (address && !isNative(address)) return address
  throw new PayError('not_found', `The name ${name.slice(0, 80)} has no address.`, {
    field: 'recipient',
  })
}
