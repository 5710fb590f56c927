import { isNative, nativeAddress } from '../../api/fields.ts'
import { PayError } from '../../errors.ts'
import { pairsOf } from '../domain/pairs.ts'
import type { Account, ChargeRecord, ChargeTerms, Quote } from '../domain/records.ts'
import type { ServiceContext } from './context.ts'
import { invalid } from './validate.ts'

/** A charge of this account; that of another is not told from none. */
export async function findCharge(
  { store }: ServiceContext,
  account: Account,
  id: string,
): Promise<ChargeRecord> {
  const charge = await store.charge(account.id, id)
  if (charge) return charge
  throw new PayError('not_found', 'There is no such charge.')
}

/** What a charge of this account asks; that of another is not told from none. */
export async function findTerms(
  { store }: ServiceContext,
  account: Account,
  id: string,
): Promise<ChargeTerms> {
  const charge = await store.chargeTerms(account.id, id)
  if (charge) return charge
  throw new PayError('not_found', 'There is no such charge.')
}

/** The pair of the charge that a body names. */
export function readPair(
  { chains }: ServiceContext,
  charge: ChargeTerms,
  body: { chainId: string; tokenAddress: string },
): Quote {
  const pairs = pairsOf(charge)
  const there = pairs.filter(({ chainId }) => chainId === Number(body.chainId))
  if (there.length === 0) {
    const ids = new Set(pairs.map(({ chainId }) => `"${chainId}"`))
    throw invalid(
      'chainId',
      `must be ${oneOf(ids, "the charge's chain", 'chains it may be paid on')}`,
    )
  }
  const token = isNative(body.tokenAddress)
    ? nativeAddress
    : chains.address(body.tokenAddress, 'tokenAddress')
  const pair = there.find((one) => one.token === token)
  if (pair) return pair
  const tokens = new Set(there.map((one) => one.token))
  const said = oneOf(tokens, "the charge's token there", 'tokens it may be paid in there')
  throw invalid('tokenAddress', `must be ${said}`)
}

/** What is allowed, in words. */
function oneOf(allowed: ReadonlySet<string>, one: string, several: string): string {
  const list = [...allowed].join(', ')
  return allowed.size === 1 ? `${list}, ${one}` : `one of ${list}, the ${several}`
}
