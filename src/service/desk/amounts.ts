import { formatAmount, parseAmount } from '../../amount.ts'

/** More than any token's amount has. */
const maxDecimals = 78

/** Returns what is left of an amount, in whole units, after a smaller one was taken from it. */
export function subtractAmounts(amount: string, taken: string): string {
  const left = parseAmount(amount, maxDecimals) - parseAmount(taken, maxDecimals)
  return formatAmount(left, maxDecimals)
}
