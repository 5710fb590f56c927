import { parseAmount } from '../../amount.ts'
import type { NewCharge } from '../../api/charge.ts'
import { PayError } from '../../errors.ts'
import type { TokenFacts } from './ports.ts'
import type { PriceBasis } from './records.ts'

/** What a whole token is worth: `answer / 10 ** decimals` US dollars. */
export interface Rate {
  /** Above 0. */
  answer: bigint
  decimals: number
}

/** What tells a price beside the charge itself. */
export interface PriceSources {
  /** The tokenAmount of the request that the charge names. */
  requested?: string | undefined
  rate?: Rate | undefined
}

/** The merchant's own word on an amount of tokens, and the field that it stands in, or would. */
interface Word {
  amount: string | undefined
  field: string
}

/** True when the price depends on what the token is worth; `told` is the amount that somebody gave. */
export function needsRate(charge: NewCharge, token: TokenFacts, told: string | undefined): boolean {
  return told === undefined && !token.dollar && !/^[0.]+$/.test(charge.local_price.amount)
}

/** Returns what an amount of a token was made from; `rate` is the one that it was reckoned by, if any. */
export function basisOf(token: TokenFacts, rate: Rate | undefined): PriceBasis {
  if (token.dollar) return 'dollar'
  return rate ? 'feed' : 'said'
}

/**
 * Returns a local price in a token that is worth `rate`, for a charge that stands already.
 *
 * @param localAmount US dollars as the charge has them
 */
export function renewedPrice(localAmount: string, token: { decimals: number }, rate: Rate): bigint {
  return reckon(parseAmount(localAmount, 78), token, rate, 'local_price.amount')
}

/**
 * What a charge costs in base units of its token. `requestProps.tokenAmount` is the merchant's own word and wins, then
 * the amount of the request that the charge names; else a token that is worth a dollar takes the local price 1:1, digit
 * by digit, and another is reckoned by its rate.
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
 * What a charge costs in base units of a further token that it takes: by the same rules, but that a request's amount
 * says nothing of it.
 *
 * @throws PayError `invalid_request` naming `said.field` for all that is wrong with this token alone
 */
export function acceptedPrice(
  charge: NewCharge,
  token: TokenFacts,
  said: Word,
  rate: Rate | undefined,
): bigint {
  return priceIn(charge, token, said, rate, said.field)
}

/** @param localField what to blame for a local price that does not fit the token */
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
  // Nothing suggested is nothing in every currency.
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
 * The price in a token that is worth `rate`: an exact fraction, rounded up at the token's last place, so that what the
 * payer sends is never worth less than the price.
 *
 * @param local US dollars, in 10 ** -78
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
  // What is beyond cannot be transferred: ERC-20 amounts are uint256.
  if (decimals < 78 && amount >= 1n << 256n) throw invalid(field, `${text} is too large.`)
  return amount
}

function zero(field: string): PayError {
  return invalid(field, 'A fixed_price charge must cost more than 0.')
}

function invalid(field: string, message: string): PayError {
  return new PayError('invalid_request', message, { field })
}
