import { parseAmount } from '../../../amount.ts'
import type { Formatter } from '../../../money.ts'
import type { Receipt } from './receipt.ts'

/** Formats the payment: `$34.50 · 34.50 USDC`, or the token alone where it is not the whole price. */
export function formatReceiptAmount(
  { amount, tokenSymbol: symbol, tokenAddress, price }: Receipt,
  formatter: Formatter,
): string {
  // Without a symbol, they are base units.
  const decimals = symbol === tokenAddress ? 0 : 78
  const paidAmount = formatter.formatToken(parseAmount(amount, decimals), { decimals, symbol })
  return price
    ? `${formatter.formatMoney(price.amount, price.currency)} · ${paidAmount}`
    : paidAmount
}
