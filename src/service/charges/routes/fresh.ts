import { PayError } from '../../../errors.ts'
import type { ServiceContext } from '../../http/context.ts'
import { listQuotes } from '../pricing/payment-assets.ts'
import { computeRenewedPrice, toLocalRate } from '../pricing/pricing.ts'
import { needsQuoteRenewal, type QuoteRenewal, renewQuotes } from '../pricing/quotes.ts'
import type { ChargeRecord } from '../records.ts'
import type { ChargeStore } from '../store/charges.ts'
import { readTokenRate } from './token-rate.ts'

/** The stores that these routes use. */
type Stores = ChargeStore

/**
 * Returns a charge with amounts that hold now. Amounts by a rate that have expired are renewed when the charge
 * is read, while it can still be paid. If there is no rate, the old amounts stay, and their expiry is visible to
 * all.
 */
export async function refreshQuotes(
  context: ServiceContext<Stores>,
  charge: ChargeRecord,
): Promise<ChargeRecord> {
  const { store, log, quoteLifetimeMs } = context
  if (!needsQuoteRenewal(charge, new Date())) return charge
  try {
    const amounts = await readFeedAmounts(context, charge)
    await store.updateCharge(charge.id, (now) =>
      renewQuotes(now, amounts, new Date(), quoteLifetimeMs),
    )
  } catch (err) {
    const isExpected =
      err instanceof PayError && ['price_unavailable', 'chain_unreachable'].includes(err.code)
    if (!isExpected) throw err
    log.warn({ err, charge: charge.reference }, 'Amounts could not be renewed.')
    return charge
  }
  return (await store.getCharge(charge.accountId, charge.id)) ?? charge
}

async function readFeedAmounts(
  context: ServiceContext<Stores>,
  charge: ChargeRecord,
): Promise<QuoteRenewal[]> {
  const feedQuotes = listQuotes(charge).filter(
    ({ priceSource, amount }) => priceSource === 'feed' && amount > 0n,
  )
  return await Promise.all(
    feedQuotes.map(async (quote) => {
      const { chainId, token } = quote
      const rate = await readTokenRate(context, quote, charge.localCurrency)
      if (!rate)
        throw new PayError(
          'price_unavailable',
          `There is no longer a price feed for ${quote.symbol}.`,
        )
      const amount = computeRenewedPrice(charge.localAmount, quote, rate)
      return { chainId, token, amount, rate: toLocalRate(rate) }
    }),
  )
}
