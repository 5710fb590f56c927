import { PayError } from './errors.ts'

/** Digits, or digits, a point and digits. No sign, no exponent, no grouping, no bare point. */
const decimal = /^(\d{1,78})(?:\.(\d{1,78}))?$/

/**
 * Decimal text to base units: `parseAmount('19.99', 6)` is `19990000n`.
 * Surplus places are refused unless they are zeros: money is never rounded in silence.
 *
 * @throws PayError `invalid_amount`
 */
export function parseAmount(text: string, decimals: number): bigint {
  checkDecimals(decimals)
  const match = decimal.exec(text)
  if (!match) {
    throw new PayError(
      'invalid_amount',
      `"${text.slice(0, 80)}" is not a decimal amount such as 19.99.`,
    )
  }
  const whole = match[1] ?? '0'
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > decimals) {
    throw new PayError('invalid_amount', `${text} has more than ${decimals} decimal places.`)
  }
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/**
 * Base units to decimal text with no surplus zeros: `formatAmount(19990000n, 6)` is `'19.99'`.
 *
 * @throws PayError `invalid_amount` for decimals that no token has
 */
export function formatAmount(units: bigint, decimals: number): string {
  checkDecimals(decimals)
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

/** The same number without surplus zeros: `'020.50'` becomes `'20.5'`. Throws as {@link parseAmount} does. */
export function normalAmount(text: string): string {
  return formatAmount(parseAmount(text, 78), 78)
}

/** An ERC-20 tells its decimals as uint8. Half a place, or none that is a number, would move the point in silence. */
function checkDecimals(decimals: number): void {
  if (Number.isInteger(decimals) && decimals >= 0 && decimals <= 255) return
  throw new PayError('invalid_amount', `A token cannot have ${decimals} decimal places.`)
}
