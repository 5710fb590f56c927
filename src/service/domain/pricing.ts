import { parseAmount } from '../../amount.ts'
import type { NewCharge } from '../../api/schemas/charge.ts'
import { PayError } from '../../errors.ts'
import type { TokenFacts } from './ports.ts'
import type { PriceBasis, Rate } from './records.ts'

/** The inputs of a price besides the charge itself. */
export interface PriceSources {
  /** The amount of the request that the charge names. */
  requested?: string | undefined
  rate?: Rate | undefined
}

/** An amount of tokens that the merchant gave, if any, and the field in which it is given. */
interface Word {
  amount: string | undefined
  field: string
}

/** Returns whether the price depends on the rate of the token. `givenAmount` is the amount of tokens that was given. */
export function needsRate(charge: NewCharge, token: TokenFacts, told: string | undefined): boolean {
  return told === undefined && !token.dollar && !/^[0.]+$/.test(charge.local_price.amount)
}

/** Returns how an amount of a token was determined; `rate` is the rate by which it was computed, if any. */
export function basisOf(token: TokenFacts, rate: Rate | undefined): PriceBasis {
  if (token.dollar) return 'dollar'
  return rate ? 'feed' : 'said'
}

/**
 * Returns the price of an existing charge in a token, by a new rate.
 *
 * @param localAmount US dollars, as decimal text
 */
export function renewedPrice(localAmount: string, token: { decimals: number }, rate: Rate): bigint {
  return reckon(parseAmount(localAmount, 78), token, rate, 'local_price.amount')
}

/**
 * Returns the price of a charge in base units of its token: `requestProps.tokenAmount` when the merchant gives it, else
 * the amount of the request that the charge names, else the local price. A token pegged to the dollar takes the local
 * price 1:1, digit by digit; for another token it is converted by the rate.
 *
 * @throws PayError `invalid_request` naming the field
 */
export function price(charge: NewCharge, token: TokenFacts, sources: PriceSources = {}): bigint {
  const own = charge.requestProps?.tokenAmount
  const requested = own === undefined && sources.requested !== undefined
  const field = requested ? 'requestId' : 'requestProps.tokenAmount'
  const said = { amount: own ?? sources.requested, field }
  return priceIn(charge, token, said, sources.rate, 'local_price.amount')
}

/**
 * Returns the price of a charge in base units of another token that it accepts. The rules are the same, except that the
 * amount of a request does not apply.
 *
 * @throws PayError `invalid_request` naming `merchantAmount.field` for every error of this token alone
 */
export function acceptedPrice(
  charge: NewCharge,
  token: TokenFacts,
  said: Word,
  rate: Rate | undefined,
): bigint {
  return priceIn(charge, token, said, rate, said.field)
}

/** @param localField the field to name when the local price does not fit the token */
function priceIn(
  charge: NewCharge,
  token: TokenFacts,
  said: Word,
  rate: Rate | undefined,
  localField: string,
): bigint {
  const fixed = charge.pricing_type === 'fixed_price'
  const local = units(charge.local_price.amount, 78, 'local_price.amount')
  if (fixed && local === 0n) throw zero('local_price.amount')
  if (said.amount !== undefined) {
    const amount = units(said.amount, token.decimals, said.field)
    if (fixed && amount === 0n) throw zero(said.field)
    return amount
  }
  // A suggested amount of 0 is 0 in every currency.
  if (local === 0n) return 0n
  if (token.dollar) return units(charge.local_price.amount, token.decimals, localField)
  if (rate) return reckon(local, token, rate, localField)
  throw invalid(
    said.field,
    `${token.symbol} has no known price in USD: give ${said.field}, ` +
      'or let the operator name the token in TOKENS or FEEDS.',
  )
}

/**
 * Returns a price in a token by its rate. The exact fraction is rounded up to the token's base unit, so that the payer
 * never sends less than the price.
 *
 * @param localAmount US dollars, in units of 10 ** -78
 */
function reckon(local: bigint, token: { decimals: number }, rate: Rate, field: string): bigint {
  const above = local * 10n ** BigInt(token.decimals + rate.decimals)
  const below = rate.answer * 10n ** 78n
  const amount = (above + below - 1n) / below
  if (amount < 1n << 256n) return amount
  throw invalid(field, 'local_price.amount is too large.')
}

function units(text: string, decimals: number, field: string): bigint {
  let amount: bigint
  try {
    amount = parseAmount(text, decimals)
  } catch (cause) {
    throw invalid(field, PayError.from(cause, 'invalid_amount').message)
  }
  // ERC-20 amounts are uint256: a larger one cannot be transferred.
  if (decimals < 78 && amount >= 1n << 256n) throw invalid(field, `${text} is too large.`)
  return amount
}

function zero(field: string): PayError {
  return invalid(field, 'A fixed_price charge must cost more than 0.')
}

function invalid(field: string, message: string): PayError {
  return new PayError('invalid_request', message, { field })
}
