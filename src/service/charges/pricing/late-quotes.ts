import type { Address } from '../../chain/types/address.ts'
import type { UsdPrice } from '../../chain/types/tokens.ts'
import type { FxRate } from '../../rates/types.ts'
import type { ChargeRecord, PriceQuotePeriod } from '../records.ts'
import { listQuotes } from './payment-assets.ts'
import { computeRenewedPrice, toLocalRate } from './pricing.ts'
import { findQuoteAt, quoteGraceMs } from './quotes.ts'

// Money that was mined when no amount of its charge held counts by the rates of that moment: the payer had no choice between two
// prices. The amount of that moment is kept as a period of the charge, so that everything that follows says the same.

/** When money was mined, and the rates of that moment. */
export interface MinedRates {
  chainId: number
  minedAt: Date
  /** Of its tokens, at its block. */
  usdPrices?: ReadonlyMap<Address, UsdPrice> | undefined
  /** Of the currencies of the charges that it may belong to, where one was read and fresh then. */
  currencyRates?: ReadonlyMap<string, FxRate> | undefined
}

/** Returns whether a charge that was not paid yet could be paid at a time, and an amount of it by a rate did not hold. */
export function needsRatesAt(charge: ChargeRecord, chainId: number, minedAt: Date): boolean {
  return listLateQuotes(charge, chainId, minedAt).length > 0
}

/** Returns the amounts by rates that a charge needs for money of a moment, without those whose rates are not known. */
export function listLatePeriods(charge: ChargeRecord, mined: MinedRates): PriceQuotePeriod[] {
  const { chainId, minedAt, usdPrices, currencyRates } = mined
  const currency = currencyRates?.get(charge.localCurrency)
  if (!currency && charge.localCurrency !== 'USD') return []
  return listLateQuotes(charge, chainId, minedAt).flatMap((quote) => {
    const token = usdPrices?.get(quote.token)?.rate
    if (!token) return []
    const rate = { token, currency }
    return {
      chainId,
      token: quote.token,
      amount: computeRenewedPrice(charge.localAmount, quote, rate),
      rate: toLocalRate(rate),
      validFrom: minedAt,
      validUntil: new Date(minedAt.getTime() + 1),
    }
  })
}

function listLateQuotes(charge: ChargeRecord, chainId: number, minedAt: Date) {
  // The first amounts hold from the beginning. What comes after the charge is paid is left to the merchant, as what is of no charge.
  const isPayable =
    charge.status !== 'COMPLETED' &&
    charge.status !== 'CANCELLED' &&
    minedAt >= charge.createdAt &&
    minedAt.getTime() <= charge.expiresAt.getTime() + quoteGraceMs
  if (!isPayable) return []
  return listQuotes(charge).filter(
    (quote) =>
      quote.chainId === chainId &&
      quote.priceSource === 'feed' &&
      quote.amount > 0n &&
      !findQuoteAt(charge, quote, minedAt),
  )
}
