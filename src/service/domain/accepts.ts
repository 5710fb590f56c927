import type * as z from 'zod/mini'
import type { NewAccept, NewCharge } from '../../api/schemas/charge.ts'
import { PayError } from '../../errors.ts'
import { type Destination, destination, type ReadAddress } from './destination.ts'
import { isComparable, isSamePair } from './payment-assets.ts'
import type { TokenFacts } from './ports.ts'
import { acceptedPrice, basisOf } from './pricing.ts'
import type { Quote, Rate } from './records.ts'

/** An accepted token as the merchant gave it in the request body, and the destination of payments in it. */
export interface AcceptedPlace {
  given: z.output<typeof NewAccept>
  destination: Destination
  /** Path in the body, such as `requestProps.accepts.0`. */
  at: string
}

/** An accepted token with its properties and, where there is a feed, its rate. */
export interface AcceptedToken extends AcceptedPlace {
  token: TokenFacts
  rate: Rate | undefined
}

/**
 * Returns the destinations of the other tokens that a charge accepts: the charge's own recipient unless one names
 * another.
 *
 * @throws PayError `invalid_request` naming the element or its field, also for a token that is listed twice
 */
export function acceptedPlaces(
  accepts: readonly z.output<typeof NewAccept>[],
  own: Destination,
  readAddress: ReadAddress,
): AcceptedPlace[] {
  const places: AcceptedPlace[] = []
  for (const [index, given] of accepts.entries()) {
    const at = `requestProps.accepts.${index}`
    const known = { address: own.recipient, chainId: Number(given.chainId), token: undefined }
    const place = destination(given, known, readAddress, at)
    if (isSamePair(place, own)) throw invalid(at, `${at} is the charge’s own chain and token.`)
    if (places.some((one) => isSamePair(one.destination, place))) {
      throw invalid(at, `${at} names a chain and token that stand there already.`)
    }
    places.push({ given, destination: place, at })
  }
  return places
}

/**
 * Returns the price of a charge in each of the other tokens that it accepts.
 *
 * @param own the price in the charge's own token, and whether that token is pegged to the dollar
 * @throws PayError `invalid_request` naming the field
 */
export function acceptedQuotes(
  body: z.output<typeof NewCharge>,
  own: { amount: bigint; dollar: boolean },
  accepts: readonly AcceptedToken[],
): Quote[] {
  return accepts.map(({ given, destination, at, token, rate }) => {
    const said = { amount: given.tokenAmount, field: `${at}.tokenAmount` }
    const amount = acceptedPrice(body, token, said, rate)
    if (!isComparable(own, { amount, dollar: token.dollar })) throw unpriced(said.field, token)
    const basis = basisOf(token, rate)
    return { ...destination, decimals: token.decimals, symbol: token.symbol, amount, basis }
  })
}

/** Only for no_price: a fixed price is above 0 in every token. */
function unpriced(field: string, { symbol }: TokenFacts): PayError {
  return invalid(
    field,
    `Nothing says what ${symbol} counts in this charge: suggest an amount in both tokens ` +
      '(local_price.amount, or tokenAmount of requestProps and of the pair), or take dollar tokens only.',
  )
}

function invalid(field: string, message: string): PayError {
  return new PayError('invalid_request', message, { field })
}
