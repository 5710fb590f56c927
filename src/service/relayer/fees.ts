import { parseAmount } from '../../amount.ts'
import type { Fees, SignedAuthorization } from '../chain/types/authorizations.ts'
import type { UsdRate } from '../chain/types/tokens.ts'
import { isSameToken } from '../charges/pricing/payment-assets.ts'
import { findRate } from '../charges/pricing/quotes.ts'
import type { ChargeRecord, PriceQuote } from '../charges/records.ts'
import type { OfferedFee } from '../payments/offered-fees.ts'

// The fee that a payer adds to a signed transfer. These functions are pure.

/** Decimal places of dollars here, as of prices. */
const usdDecimals = 78
const cent = 10n ** BigInt(usdDecimals - 2)
/** Gas of a transfer of FiatToken by a signature of a key, with some to spare. */
const typicalRelayGas = 100_000n
/** Bytes of such a transaction: rollups charge for them. */
export const typicalRelayBytes = 450n
/** How long an estimated fee is offered, and the least time that it must still be valid to be offered once more; seconds. */
const estimateLifetime = 600n
const minOfferLifetime = 300n

/** Returns dollars of decimal text, in units of 10 ** -78. */
export function parseUsd(text: string): bigint {
  return parseAmount(text, usdDecimals)
}

/**
 * Returns the likely cost of a relay now, rounded up to the cent, in units of 10 ** -78 dollars.
 *
 * @param dataFee wei for its bytes, on chains that charge for them
 * @param rate of the chain's native currency
 */
export function estimateCostUsd(
  { maxFeePerGas, maxPriorityFeePerGas }: Fees,
  dataFee: bigint,
  rate: UsdRate,
): bigint {
  // The most that is offered is twice the base fee; about half of it is paid.
  const gasPrice = (maxFeePerGas + maxPriorityFeePerGas) / 2n
  const wei = typicalRelayGas * gasPrice + dataFee
  const numerator = wei * rate.answer * 10n ** BigInt(usdDecimals)
  const usd = divideUp(numerator, 10n ** BigInt(rate.decimals + 18))
  return divideUp(usd, cent) * cent
}

/**
 * Returns dollars in base units of a charge's token, rounded up: at the charge's own price in it, or where that is 0, one token for
 * a dollar. Undefined when neither gives the token's value, such as for a price in another currency without a rate.
 *
 * @param usd units of 10 ** -78
 */
export function convertUsd(
  charge: Pick<ChargeRecord, 'localAmount' | 'localCurrency' | 'quotePeriods'>,
  quote: PriceQuote,
  usd: bigint,
): bigint | undefined {
  const { priceSource, amount, decimals } = quote
  if (priceSource === 'usd_peg') return divideUp(usd, 10n ** BigInt(usdDecimals - decimals))
  const unit = charge.localCurrency === 'USD' ? '1' : findRate(charge, quote)?.usd
  if (unit === undefined || amount === 0n) return undefined
  const price = parseUsd(charge.localAmount) * parseUsd(unit)
  return price > 0n ? divideUp(usd * amount * 10n ** BigInt(usdDecimals), price) : undefined
}

/** Returns the current estimated offer, if it stays valid for long enough; undefined for none. */
export function findStandingOffer(
  offered: readonly OfferedFee[],
  quote: PriceQuote,
  now: bigint,
): OfferedFee | undefined {
  const [newest] = offered
    .filter((offer) => isSameToken(offer, quote) && offer.validBefore >= now + minOfferLifetime)
    .toSorted((a, b) => (a.validBefore > b.validBefore ? -1 : 1))
  return newest
}

/** Returns until when an estimated fee is offered: it ends with the price. */
export function getEstimateEnd(quoteEnd: bigint, now: bigint): bigint {
  const end = now + estimateLifetime
  return end < quoteEnd ? end : quoteEnd
}

/**
 * Returns the fees that an authorization may include: each that was offered until then. The one that was offered for longest comes
 * first.
 */
export function listHonoredFees(
  offered: readonly OfferedFee[],
  quote: PriceQuote,
  { validBefore }: Pick<SignedAuthorization, 'validBefore'>,
): bigint[] {
  return offered
    .filter((offer) => isSameToken(offer, quote) && offer.validBefore >= validBefore)
    .toSorted((a, b) => (a.validBefore > b.validBefore ? -1 : 1))
    .map(({ fee }) => fee)
}

function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by
}
