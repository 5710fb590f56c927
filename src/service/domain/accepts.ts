import type * as z from 'zod/mini'
import type { NewAccept, NewCharge } from '../../api/charge.ts'
import { PayError } from '../../errors.ts'
import { type Destination, destination, type ReadAddress } from './destination.ts'
import { isComparable, isSamePair } from './pairs.ts'
import type { TokenFacts } from './ports.ts'
import { acceptedPrice, basisOf, type Rate } from './pricing.ts'
import type { Quote } from './records.ts'

/** A further pair as its merchant gave it, and where it stands in the body. */
export interface AcceptedPlace {
  given: z.output<typeof NewAccept>
  destination: Destination
  /** Such as `requestProps.accepts.0`. */
  at: string
}

/** A further pair with what the chain says of its token. */
export interface AcceptedToken extends AcceptedPlace {
  token: TokenFacts
  rate: Rate | undefined
}

/**
 * Where the further pairs of a charge are paid to: its own recipient, unless they say another.
 *
 * @throws PayError `invalid_request` naming the pair or its field, also for a pair that is there already
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
 * What a charge asks in each of its further pairs.
 *
 * @param own what it asks in its own, and whether that is a dollar
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

/** Only of no_price: a fixed price is above 0 in every token. */
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
