import { formatAmount } from '../../amount.ts'
import type { KnownChainId } from '../../api/chains/chains.ts'
import type { AwaitedFinality } from '../../api/schemas/charges/charge.ts'
import type { FinalityLevel, FinalityLimits } from '../chain/types/chains.ts'
import { findQuote } from './pricing/payment-assets.ts'
import { findRate } from './pricing/quotes.ts'
import type { ChargeRecord, PriceQuote } from './records.ts'

type Minutes = Record<FinalityLevel, number>

const seconds: Minutes = { safe: 1, finalized: 1 }
/** Two and three epochs. https://ethereum.org/en/developers/docs/consensus-mechanisms/pos/#finality */
const ethereum: Minutes = { safe: 7, finalized: 13 }
const gnosis: Minutes = { safe: 2, finalized: 3 }
/** Its blocks are on Ethereum first. Also for chains without a row. */
const rollup: Minutes = { safe: 10, finalized: 30 }

/** Minutes until a chain calls a block safe and finalized. */
const minutesByChain: Record<KnownChainId, Minutes> = {
  1: ethereum,
  10: rollup,
  56: seconds,
  97: seconds,
  100: gnosis,
  137: seconds,
  300: rollup,
  324: rollup,
  8453: rollup,
  10200: gnosis,
  42161: rollup,
  42220: rollup,
  43113: seconds,
  43114: seconds,
  59141: rollup,
  59144: rollup,
  80002: seconds,
  84532: rollup,
  421614: rollup,
  534351: rollup,
  534352: rollup,
  11142220: rollup,
  11155111: ethereum,
  11155420: rollup,
}

/** Returns the level that a value in US dollars needs; undefined where confirmations are enough. */
export function getFinalityLevel(
  value: number,
  { safe, finalized }: FinalityLimits,
): FinalityLevel | undefined {
  if (value <= Math.min(safe, finalized)) return undefined
  return value > finalized ? 'finalized' : 'safe'
}

type PricedCharge = Pick<ChargeRecord, 'quote' | 'quotePeriods' | 'localAmount' | 'localCurrency'>

/** Returns the price of a charge in US dollars, to compare with a limit; undefined where it is not known. */
function estimatePrice(charge: PricedCharge, quote: PriceQuote): number | undefined {
  const { priceSource, amount, decimals } = quote
  if (priceSource === 'usd_peg') return Number(formatAmount(amount, decimals))
  if (priceSource !== 'feed') return undefined
  const unit = charge.localCurrency === 'USD' ? '1' : findRate(charge, quote)?.usd
  return unit === undefined ? undefined : Number(charge.localAmount) * Number(unit)
}

/**
 * Returns what a pending payment of a charge waits for beyond its confirmations; null for nothing. By the charge's price: how much
 * arrived counts in the end (src/service/watcher/confirm/finality.ts).
 */
export function findAwaitedFinality(
  charge: PricedCharge & Pick<ChargeRecord, 'payments' | 'accepts'>,
  limits: FinalityLimits,
): AwaitedFinality | null {
  const payment = charge.payments.find(({ status }) => status === 'PENDING')
  const quote = payment && findQuote(charge, payment)
  const value = quote && estimatePrice(charge, quote)
  if (!quote || value === undefined) return null
  const level = getFinalityLevel(value, limits)
  if (!level) return null
  const minutes = (minutesByChain as Record<number, Minutes>)[quote.chainId] ?? rollup
  return { level, about_minutes: minutes[level] }
}
