import { PayError } from './errors.ts'

/** Digits, or digits, a point and digits. No sign, exponent or digit grouping, and no point without digits. */
const decimalPattern = /^(\d{1,78})(?:\.(\d{1,78}))?$/

/**
 * Converts decimal text to base units.
 *
 * More decimal places than the token has are rejected unless they are zeros: money is never rounded silently.
 *
 * @throws PayError `invalid_amount`
 * @example
 * parseAmount('19.99', 6) // 19990000n
 */
export function parseAmount(text: string, decimals: number): bigint {
  assertDecimals(decimals)
  const match = decimalPattern.exec(text)
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
 * Converts base units to decimal text without trailing zeros.
 *
 * @throws PayError `invalid_amount` for decimals that no token has
 * @example
 * formatAmount(19990000n, 6) // '19.99'
 */
export function formatAmount(units: bigint, decimals: number): string {
  assertDecimals(decimals)
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

/**
 * Returns the same number without superfluous zeros: `'020.50'` becomes `'20.5'`.
 *
 * @throws PayError `invalid_amount`, as {@link parseAmount} does
 */
export function normalizeAmount(text: string): string {
  return formatAmount(parseAmount(text, 78), 78)
}

/**
 * Checks that decimals are a whole number from 0 to 255: ERC-20 returns them as uint8. Anything else would silently
 * move the decimal point.
 *
 * @throws PayError `invalid_amount`
 */
function assertDecimals(decimals: number): void {
  if (Number.isInteger(decimals) && decimals >= 0 && decimals <= 255) return
  throw new PayError('invalid_amount', `A token cannot have ${decimals} decimal places.`)
}
