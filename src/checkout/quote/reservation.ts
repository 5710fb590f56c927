import { parseAmount } from '../../amount.ts'
import type { PaymentOption } from './payment-option.ts'

/**
 * Returns the largest amount that may be reserved for a payment option, in base units. A service adds at most one cent
 * in a dollar token, else at most a ten-thousandth. More would let a reply raise the price that the payer was shown.
 */
export function getMaxReservedAmount({ charge, quote, price }: PaymentOption): bigint {
  const { amount, token } = quote
  const tenThousandth = amount / 10_000n
  const cent = price > 0n ? convertCent(charge.pricing?.local.amount, price) : undefined
  // Where the payer enters the amount, the bound follows from the token alone: a hundredth of it.
  const hundredth = price > 0n || token.decimals < 2 ? 0n : 10n ** BigInt(token.decimals - 2)
  const excess = cent ?? hundredth
  return amount + (excess > tenThousandth ? excess : tenThousandth)
}

/** Converts a cent of the price's currency to base units of the token, at the charge's own rate. */
function convertCent(localAmount: string | undefined, price: bigint): bigint | undefined {
  const local = parseAmount(localAmount ?? '0', 78)
  if (local === 0n) return undefined
  return (price * 10n ** 76n + local - 1n) / local
}
