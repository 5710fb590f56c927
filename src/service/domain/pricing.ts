import { parseAmount } from '../../amount.ts'
import type { NewCharge } from '../../api/charge.ts'
import { PayError } from '../../errors.ts'
import type { TokenFacts } from './ports.ts'

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

/** True when the price depends on what the token is worth. */
export function needsRate(charge: NewCharge, token: TokenFacts, requested?: string): boolean {
  const told = charge.requestProps?.tokenAmount ?? requested
  return told === undefined && !token.dollar && !/^[0.]+$/.test(charge.local_price.amount)
}

/**
 * What a charge costs in base units of its token. `requestProps.tokenAmount` is the merchant's own word and wins, then
 * the amount of the request that the charge names; else a token that is worth a dollar takes the local price 1:1, digit
 * by digit, and another is reckoned by its rate.
 *
 * @throws PayError `invalid_request` naming the field
 */
export function price(charge: NewCharge, token: TokenFacts, sources: PriceSources = {}): bigint {
  const fixed = charge.pricing_type === 'fixed_price'
  const local = units(charge.local_price.amount, 78, 'local_price.amount')
  if (fixed && local === 0n) throw zero('local_price.amount')
  const own = charge.requestProps?.tokenAmount
  const said = own ?? sources.requested
  if (said !== undefined) {
    const field = own === undefined ? 'requestId' : 'requestProps.tokenAmount'
    const amount = units(said, token.decimals, field)
    if (fixed && amount === 0n) throw zero(field)
    return amount
  }
  // Nothing suggested is nothing in every currency.
  if (local === 0n) return 0n
  if (token.dollar) return units(charge.local_price.amount, token.decimals, 'local_price.amount')
  if (sources.rate) return reckon(local, token, sources.rate)
  throw invalid(
    'requestProps.tokenAmount',
    `${token.symbol} has no known price in USD: give requestProps.tokenAmount, ` +
      'or let the operator name the token in TOKENS or FEEDS.',
  )
}

/**
 * The price in a token that is worth `rate`: an exact fraction, rounded up at the token's last place, so that what the
 * payer sends is never worth less than the price.
 *
 * @param local US dollars, in 10 ** -78
 */
function reckon(local: bigint, token: TokenFacts, rate: Rate): bigint {
  const above = local * 10n ** BigInt(token.decimals + rate.decimals)
  const below = rate.answer * 10n ** 78n
  const amount = (above + below - 1n) / below
  if (amount < 1n << 256n) return amount
  throw invalid('local_price.amount', 'local_price.amount is too large.')
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
