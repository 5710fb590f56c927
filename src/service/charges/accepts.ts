import type * as z from 'zod/mini'
import type { NewAcceptedAsset, NewCharge } from '../../api/schemas/charges/charge.ts'
import type { PayError } from '../../errors.ts'
import type { TokenMetadata } from '../chain/types/tokens.ts'
import { createInputError } from '../kernel/input-error.ts'
import { type ChargeDestination, type ParseAddress, resolveDestination } from './destination.ts'
import { isComparable, isSameToken } from './pricing/payment-assets.ts'
import { computeAcceptedPrice, getPriceSource, type TokenRate } from './pricing/pricing.ts'
import type { PriceQuote } from './records.ts'

/** An accepted token as the merchant gave it in the request body, and the destination of payments in it. */
export interface AcceptedDestination {
  input: z.output<typeof NewAcceptedAsset>
  destination: ChargeDestination
  /** Path in the body, such as `requestProps.accepts.0`. */
  path: string
}

/** An accepted token with its properties and, where the price depends on one, its rate. */
export interface AcceptedDestinationWithToken extends AcceptedDestination {
  token: TokenMetadata
  rate: TokenRate | undefined
}

/**
 * Returns the destinations of the other tokens that a charge accepts: the charge's own recipient unless one names
 * another.
 *
 * @throws PayError `invalid_request` naming the element or its field, also for a token that is listed twice
 */
export function resolveAcceptedDestinations(
  accepts: readonly z.output<typeof NewAcceptedAsset>[],
  ownDestination: ChargeDestination,
  readAddress: ParseAddress,
): AcceptedDestination[] {
  const destinations: AcceptedDestination[] = []
  for (const [index, input] of accepts.entries()) {
    const path = `requestProps.accepts.${index}`
    const fallback = {
      address: ownDestination.recipient,
      chainId: Number(input.chainId),
      token: undefined,
    }
    const destination = resolveDestination(input, fallback, readAddress, path)
    if (isSameToken(destination, ownDestination))
      throw createInputError(path, `${path} is the charge’s own chain and token.`)
    if (destinations.some((accepted) => isSameToken(accepted.destination, destination))) {
      throw createInputError(path, `${path} repeats a chain and token of an earlier entry.`)
    }
    destinations.push({ input, destination, path })
  }
  return destinations
}

/**
 * Returns the price of a charge in each of the other tokens that it accepts.
 *
 * @param own the price in the charge's own token, and what that token is pegged to
 * @throws PayError `invalid_request` naming the field
 */
export function createAcceptedQuotes(
  body: z.output<typeof NewCharge>,
  own: { amount: bigint; peg: string | undefined },
  accepts: readonly AcceptedDestinationWithToken[],
): PriceQuote[] {
  return accepts.map(({ input, destination, path, token, rate }) => {
    const merchantAmount = { amount: input.tokenAmount, field: `${path}.tokenAmount` }
    const amount = computeAcceptedPrice(body, token, merchantAmount, rate)
    if (!isComparable(own, { amount, peg: token.peg }))
      throw createUnpricedError(merchantAmount.field, token)
    const priceSource = getPriceSource(body, token, rate)
    return { ...destination, decimals: token.decimals, symbol: token.symbol, amount, priceSource }
  })
}

/** Only for no_price: a fixed price is above 0 in every token. */
function createUnpricedError(field: string, { symbol }: TokenMetadata): PayError {
  return createInputError(
    field,
    `The value of ${symbol} in this charge is not known: give an amount in both tokens ` +
      '(local_price.amount, or tokenAmount of requestProps and of the pair), or accept tokens of one currency only.',
  )
}
