import { parseAmount } from '../../amount.ts'
import type { NewCharge } from '../../api/charge.ts'
import { PayError } from '../../errors.ts'
import type { TokenFacts } from './ports.ts'

/**
 * What a charge costs in base units of its token. `requestProps.tokenAmount` is the merchant's own word and wins;
 * else a token that is worth a dollar takes the local price 1:1, digit by digit.
 *
 * @throws PayError `invalid_request` naming the field
 */
export function price(charge: NewCharge, token: TokenFacts): bigint {
  const fixed = charge.pricing_type === 'fixed_price'
  const local = units(charge.local_price.amount, 78, 'local_price.amount')
  if (fixed && local === 0n) throw zero('local_price.amount')
  const said = charge.requestProps?.tokenAmount
  if (said !== undefined) {
    const amount = units(said, token.decimals, 'requestProps.tokenAmount')
    if (fixed && amount === 0n) throw zero('requestProps.tokenAmount')
    return amount
  }
  // Nothing suggested is nothing in every currency.
  if (local === 0n) return 0n
  if (token.dollar) return units(charge.local_price.amount, token.decimals, 'local_price.amount')
  throw invalid(
    'requestProps.tokenAmount',
    `${token.symbol} has no known price in USD: give requestProps.tokenAmount, ` +
      'or let the operator name the token in TOKENS.',
  )
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
