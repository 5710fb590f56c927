import { isNative, nativeAddress } from '../../../api/formats.ts'
import { PayError } from '../../../errors.ts'
import type { MerchantAccount } from '../../accounts/accounts.ts'
import type { ServiceContext } from '../../http/context.ts'
import { createFieldError } from '../../http/field-error.ts'
import { listQuotes } from '../pricing/payment-assets.ts'
import type { ChargeBase, ChargeRecord, PriceQuote } from '../records.ts'
import type { ChargeStore } from '../store/charges.ts'

/** The stores that these routes use. */
type Stores = ChargeStore

/**
 * Returns a charge of this account.
 *
 * @throws PayError `not_found`, also for a charge of another account
 */
export async function findCharge(
  { store, markActive }: ServiceContext<Stores>,
  account: MerchantAccount,
  id: string,
): Promise<ChargeRecord> {
  const charge = await store.getCharge(account.id, id)
  if (charge) markActive(charge)
  if (charge) return charge
  throw new PayError('not_found', 'There is no such charge.')
}

/**
 * Returns the terms of this account's charge.
 *
 * @throws `not_found` when the charge does not exist, or belongs to another account
 */
export async function findTerms(
  { store }: ServiceContext<Stores>,
  account: MerchantAccount,
  id: string,
): Promise<ChargeBase> {
  const charge = await store.getChargeBase(account.id, id)
  if (charge) return charge
  throw new PayError('not_found', 'There is no such charge.')
}

/** Returns the charge's quote for the chain and token that a body names. */
export function readPriceQuote(
  { chains }: ServiceContext<Stores>,
  charge: ChargeBase,
  body: { chainId: string; tokenAddress: string },
): PriceQuote {
  const quotes = listQuotes(charge)
  const quotesOnChain = quotes.filter(({ chainId }) => chainId === Number(body.chainId))
  if (quotesOnChain.length === 0) {
    const ids = new Set(quotes.map(({ chainId }) => `"${chainId}"`))
    throw createFieldError(
      'chainId',
      `must be ${describeAllowed(ids, "the charge's chain", 'chains it may be paid on')}`,
    )
  }
  const token = isNative(body.tokenAddress)
    ? nativeAddress
    : chains.parseAddress(body.tokenAddress, 'tokenAddress')
  const quote = quotesOnChain.find((quote) => quote.token === token)
  if (quote) return quote
  const tokens = new Set(quotesOnChain.map((quote) => quote.token))
  const allowedTokens = describeAllowed(
    tokens,
    "the charge's token there",
    'tokens it may be paid in there',
  )
  throw createFieldError('tokenAddress', `must be ${allowedTokens}`)
}

/** Returns the allowed values in words. */
function describeAllowed(allowed: ReadonlySet<string>, singular: string, plural: string): string {
  const list = [...allowed].join(', ')
  return allowed.size === 1 ? `${list}, ${singular}` : `one of ${list}, the ${plural}`
}
