import { parseAmount } from '../../../amount.ts'
import type { Formatter } from '../../../money.ts'
import type { Receipt } from './receipt.ts'

/** Formats the payment in its token. */
export function formatTokens(
  { amount, tokenSymbol: symbol, tokenAddress }: Receipt,
  formatter: Formatter,
): string {
  // Without a symbol, they are base units.
  const decimals = symbol === tokenAddress ? 0 : 78
  return formatter.formatToken(parseAmount(amount, decimals), { decimals, symbol })
}
