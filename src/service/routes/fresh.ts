import { PayError } from '../../errors.ts'
import { pairsOf } from '../domain/pairs.ts'
import { renewedPrice } from '../domain/pricing.ts'
import { needsQuotes, renewQuotes } from '../domain/quotes.ts'
import type { ChargeRecord } from '../domain/records.ts'
import type { ServiceContext } from './context.ts'

/**
 * Returns a charge with amounts that hold now: those that a feed gave are renewed when they are read after their time,
 * while somebody may still pay. A feed that says nothing leaves the old ones, whose end everybody can see.
 */
export async function withFreshQuotes(
  context: ServiceContext,
  charge: ChargeRecord,
): Promise<ChargeRecord> {
  const { store, log, quoteLifeMs } = context
  if (!needsQuotes(charge, new Date())) return charge
  try {
    const amounts = await readAmounts(context, charge)
    await store.changeCharge(charge.id, (now) => renewQuotes(now, amounts, new Date(), quoteLifeMs))
  } catch (err) {
    const known =
      err instanceof PayError && ['price_unavailable', 'chain_unreachable'].includes(err.code)
    if (!known) throw err
    log.warn({ err, charge: charge.reference }, 'Amounts could not be renewed.')
    return charge
  }
  return (await store.charge(charge.accountId, charge.id)) ?? charge
}

async function readAmounts({ chains }: ServiceContext, charge: ChargeRecord) {
  const moving = pairsOf(charge).filter(({ basis, amount }) => basis === 'feed' && amount > 0n)
  return await Promise.all(
    moving.map(async (pair) => {
      const { chainId, token } = pair
      const rate = await chains.rate(chainId, token)
      if (!rate)
        throw new PayError('price_unavailable', `There is no feed for ${pair.symbol} any more.`)
      return { chainId, token, amount: renewedPrice(charge.localAmount, pair, rate) }
    }),
  )
}
