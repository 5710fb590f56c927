import type { AuthorizationOffer } from '../../api/schemas/payments/authorization.ts'
import { listQuotes } from '../charges/pricing/payment-assets.ts'
import type { ChargeRecord } from '../charges/records.ts'
import { programValiditySeconds } from '../relayer/rules.ts'

/** The authorization that an agent can sign to pay a charge. */
export interface ProgramOffer extends AuthorizationOffer {
  symbol: string
  decimals: number
  /** For how many seconds it has to be valid from now. */
  validitySeconds: number
}

/** The fewest seconds for which something is offered: its client signs, and a block has to take it in time. */
const minSeconds = 120
/** How far a client's clock may be ahead. */
const slackSeconds = 30

/** Returns the authorizations that agents can sign for a charge: while money is owed, and only for charges with a price. */
export function selectProgramOffers(
  charge: ChargeRecord,
  offers: readonly AuthorizationOffer[],
  now: Date,
): ProgramOffer[] {
  if (charge.pricingType !== 'fixed_price') return []
  const quotes = listQuotes(charge)
  return offers.flatMap((offer) => {
    const quote = quotes.find(
      ({ chainId, token }) => String(chainId) === offer.chainId && token === offer.tokenAddress,
    )
    const left = Number(offer.validBefore) - Math.floor(now.getTime() / 1000) - slackSeconds
    if (!quote || left < minSeconds || offer.value === '0') return []
    const { symbol, decimals } = quote
    const validitySeconds = Math.min(programValiditySeconds, left)
    return [{ ...offer, symbol, decimals, validitySeconds }]
  })
}
