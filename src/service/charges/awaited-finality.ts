import { formatAmount } from '../../amount.ts'
import type { AwaitedFinality } from '../../api/schemas/charges/charge.ts'
import type { FinalityLevel, FinalityLimits } from '../chain/types/chains.ts'
import { findQuote } from './pricing/payment-assets.ts'
import type { ChargeRecord } from './records.ts'

/**
 * Minutes until a chain calls a block safe and finalized, by chain: epochs of Ethereum and Gnosis, and chains that finalize within
 * seconds. https://ethereum.org/en/developers/docs/consensus-mechanisms/pos/#finality
 */
const minutesByChain: Record<number, Record<FinalityLevel, number>> = {
  1: { safe: 7, finalized: 13 },
  11155111: { safe: 7, finalized: 13 },
  100: { safe: 2, finalized: 3 },
  10200: { safe: 2, finalized: 3 },
  56: { safe: 1, finalized: 1 },
  97: { safe: 1, finalized: 1 },
  137: { safe: 1, finalized: 1 },
  80002: { safe: 1, finalized: 1 },
  43114: { safe: 1, finalized: 1 },
  43113: { safe: 1, finalized: 1 },
}

/** Rollups, which wait for Ethereum, and chains that are not listed. */
const defaultMinutes: Record<FinalityLevel, number> = { safe: 10, finalized: 30 }

/**
 * Returns what a pending payment of a charge waits for beyond its confirmations; null for nothing. By the charge's price: how much
 * arrived counts in the end (src/service/watcher/confirm/finality.ts).
 */
export function findAwaitedFinality(
  charge: Pick<ChargeRecord, 'payments' | 'quote' | 'accepts'>,
  limits: FinalityLimits,
): AwaitedFinality | null {
  const payment = charge.payments.find(({ status }) => status === 'PENDING')
  const quote = payment && findQuote(charge, payment)
  if (quote?.priceSource !== 'usd_peg') return null
  const value = Number(formatAmount(quote.amount, quote.decimals))
  if (value <= Math.min(limits.safe, limits.finalized)) return null
  const level = value > limits.finalized ? 'finalized' : 'safe'
  return { level, about_minutes: (minutesByChain[quote.chainId] ?? defaultMinutes)[level] }
}
