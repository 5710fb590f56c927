import { formatAmount } from '../../amount.ts'
import type { TokenMetadata } from '../chain/types/tokens.ts'

/**
 * Estimates the value of amounts of tokens in US dollars, to compare with an operator's limit, never to pay.
 * Undefined where a token has no fixed price, or an amount is not known.
 */
export function estimateUsdValue(
  holdings: readonly { amount: bigint | undefined; metadata: TokenMetadata | undefined }[],
): number | undefined {
  let sum = 0
  for (const { amount, metadata } of holdings) {
    if (metadata?.peg !== 'USD' || amount === undefined) return undefined
    sum += Number(formatAmount(amount, metadata.decimals))
  }
  return sum
}
