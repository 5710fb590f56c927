import { formatAmount, parseAmount } from '../../amount.ts'

/** More than any token's amount has. */
const maxDecimals = 78

const toUnits = (amount: string) => parseAmount(amount, maxDecimals)

/** Returns what is left of an amount, in whole units, after a smaller one was taken from it. */
export function subtractAmounts(amount: string, taken: string): string {
  return formatAmount(toUnits(amount) - toUnits(taken), maxDecimals)
}

/** Returns whether an amount, in whole units, is smaller than another one: exactly, to the last digit of a token. */
export function isLess(amount: string, other: string): boolean {
  return toUnits(amount) < toUnits(other)
}
