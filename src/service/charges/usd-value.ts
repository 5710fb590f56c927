import { formatAmount } from '../../amount.ts'
import type { TokenMetadata } from '../chain/types/tokens.ts'
import type { TransferRecord } from './records.ts'

/** Money of a transfer. */
export interface Holding {
  amount: bigint | undefined
  metadata: Pick<TokenMetadata, 'decimals' | 'peg'> | undefined
  /** US dollars of a whole token, where they may count; undefined for tokens of the dollar alone. */
  price?: Pick<TransferRecord, 'usdPrice' | 'usdSource'> | undefined
}

/**
 * Estimates the value of amounts of tokens in US dollars, to compare with an operator's limit, never to pay.
 * Undefined where a token has no price, or an amount is not known; infinite where a token has a price that was not known at its block.
 */
export function estimateUsdValue(holdings: readonly Holding[]): number | undefined {
  let sum = 0
  for (const { amount, metadata, price } of holdings) {
    if (!metadata || amount === undefined) return undefined
    const dollars = metadata.peg === 'USD' ? 1 : readDollars(price)
    if (dollars === undefined) return undefined
    sum += Number(formatAmount(amount, metadata.decimals)) * dollars
  }
  return sum
}

function readDollars(price: Holding['price']): number | undefined {
  if (price?.usdPrice !== undefined) return Number(price.usdPrice)
  return price?.usdSource === 'unavailable' ? Number.POSITIVE_INFINITY : undefined
}
