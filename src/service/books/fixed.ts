import { getCurrencyDigits } from '../rates/currency-digits.ts'

/** Returns the decimal places of an amount in a currency of books. */
export const getBookDigits = (currency: string): number => getCurrencyDigits(currency) ?? 2

/** Formats a number of smallest units with exactly this many decimal places: `-150` as `-1.50`. */
export function formatFixed(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  const end = digits.length - decimals
  const places = decimals === 0 ? '' : `.${digits.slice(end)}`
  return `${units < 0n ? '-' : ''}${digits.slice(0, end)}${places}`
}

/** Returns the smallest units of an amount with a fixed number of decimal places: -150 for `-1.50`. */
export const parseFixed = (amount: string): bigint => BigInt(amount.replace('.', ''))
