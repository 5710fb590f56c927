import type { Address } from '../chain/types/address.ts'
import { computeOwedAmount } from '../charges/pricing/credited-amount.ts'
import { isSameToken } from '../charges/pricing/payment-assets.ts'
import type { ChargeRecord, PriceQuote } from '../charges/records.ts'

// The fee that a payer was asked to add to a signed transfer (EIP-3009), because the relayer pays the network's fee. It arrives
// with the price, at the merchant's address, and is not part of the price.

/** A fee that a payer was offered in addition to the amount of a charge. */
export interface OfferedFee {
  chargeId: string
  chainId: number
  token: Address
  /** Base units, more than 0. */
  fee: bigint
  /** Unix seconds: until when an authorization that includes it may be valid. */
  validBefore: bigint
}

/**
 * Returns the fee within a signed transfer: the part beyond the owed amount, up to the largest fee that was offered. So the sender
 * of the transfer makes no difference, and an amount signed without a fee includes none.
 *
 * @param quote the price when the transfer was mined
 */
export function computeIncludedFee(
  charge: ChargeRecord,
  quote: PriceQuote,
  amount: bigint,
  offered: readonly OfferedFee[],
): bigint {
  const fees = offered
    .filter((offer) => offer.chargeId === charge.id && isSameToken(offer, quote))
    .map(({ fee }) => fee)
    .toSorted((a, b) => (a < b ? -1 : 1))
  // Where the payer chooses the amount, the included fee cannot be computed: the smallest one is assumed.
  const fee = (charge.pricingType === 'no_price' ? fees[0] : fees.at(-1)) ?? 0n
  const surplus = amount - computeOwedAmount(charge, quote)
  const included = surplus < fee ? surplus : fee
  return included > 0n && included < amount ? included : 0n
}
