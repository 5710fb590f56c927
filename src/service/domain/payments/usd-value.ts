import { formatAmount } from '../../../amount.ts'
import type { TokenFacts } from '../tokens.ts'

/**
 * Returns what amounts of tokens are worth in US dollars, roughly: to compare with an operator's limit, never to pay.
 * Undefined where a token has no fixed price, or an amount is not known.
 */
export function estimateUsdValue(
  holdings: readonly { amount: bigint | undefined; facts: TokenFacts | undefined }[],
): number | undefined {
  let sum = 0
  for (const { amount, facts } of holdings) {
    if (!facts?.isUsdPegged || amount === undefined) return undefined
    sum += Number(formatAmount(amount, facts.decimals))
  }
  return sum
}
