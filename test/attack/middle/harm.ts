import type { Attempt, Way } from './payer.ts'
import { merchant, tokens } from './replies.ts'

/** Every way to pay that the page offers. */
export const ways: readonly Way[] = [
  { by: 'wallet', token: 0 },
  { by: 'wallet', token: 1 },
  { by: 'wallet', token: 2 },
  { by: 'code' },
]
/** When the lie begins: before the page has loaded, or once the payer has seen an honest price. */
export const moments = ['first', 'later'] as const

/** A dollar is worth this much of other currencies that a reply may name. */
const rates: Record<string, number> = { USD: 1, EUR: 1.1, JPY: 0.0065, KRW: 0.0007 }

/** A token as it is on the chain, with the value of one of it in dollars. */
interface RealToken {
  address: string
  decimals: number
  value: number
}

/** Returns what is wrong with a payment, by what is true on the chain and what the payer was shown. */
export function findHarm(
  { asked }: Attempt,
  known: readonly RealToken[] = Object.values(tokens),
): string | undefined {
  if (!asked) return undefined
  const { quote, option } = asked
  if (quote.chainId !== 31_337) return `on chain ${quote.chainId}`
  if (quote.recipient.toLowerCase() !== merchant.toLowerCase()) return `to ${quote.recipient}`
  const isPaid = ({ address }: { address: string }) =>
    quote.token.native
      ? address === tokens.coin.address
      : address.toLowerCase() === quote.token.address.toLowerCase()
  const token = known.find(isPaid)
  if (!token) return `in ${quote.token.address}`
  const value = (Number(quote.amount) / 10 ** token.decimals) * token.value
  const { local } = option.charge.pricing ?? {}
  const isOwnAmount = option.price === 0n
  const shown = isOwnAmount
    ? Number(quote.amount) / 10 ** quote.token.decimals
    : Number(local?.amount ?? 0) * (rates[local?.currency ?? ''] ?? 0)
  return value > shown + 0.0101 ? `${value} dollars for ${shown}` : undefined
}
