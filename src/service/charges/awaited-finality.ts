import type { KnownChainId } from '../../api/chains/chains.ts'
import type { AwaitedFinality } from '../../api/schemas/charges/charge.ts'
import type { FinalityLevel, FinalityLimits } from '../chain/types/chains.ts'
import { getQuote } from './pricing/payment-assets.ts'
import type { ChargeRecord, TransferRecord } from './records.ts'
import { estimateUsdValue } from './usd-value.ts'

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

/** A transfer of a pending payment, with its price at its block. */
export interface PendingTransfer
  extends Pick<TransferRecord, 'chainId' | 'token' | 'amount' | 'usdPrice' | 'usdSource'> {
  paymentId: string
}

/**
 * Returns what the pending payments of a charge wait for beyond their confirmations, the longest of several; null for nothing. It is
 * the value of what arrived that counts, as in src/service/watcher/confirm/finality.ts, in whatever currency the charge is.
 *
 * @param transfers of its pending payments
 */
export function findAwaitedFinality(
  charge: Pick<ChargeRecord, 'reference' | 'quote' | 'accepts' | 'decided' | 'payments'>,
  transfers: readonly PendingTransfer[],
  limits: FinalityLimits,
): AwaitedFinality | null {
  const pending = charge.payments.filter(({ status }) => status === 'PENDING')
  const waits = pending.flatMap((payment) => {
    const own = transfers.filter(({ paymentId }) => paymentId === payment.id)
    const { decimals, priceSource } = getQuote(charge, payment)
    const metadata = { decimals, peg: priceSource === 'usd_peg' ? 'USD' : undefined }
    const holdings = own.map(({ amount, usdPrice, usdSource }) => ({
      amount,
      metadata,
      price: { usdPrice, usdSource },
    }))
    const value = estimateUsdValue(holdings)
    const level = value === undefined ? undefined : getFinalityLevel(value, limits)
    if (!level) return []
    const minutes = (minutesByChain as Record<number, Minutes>)[payment.chainId] ?? rollup
    return [{ level, about_minutes: minutes[level] }]
  })
  return waits.toSorted((a, b) => b.about_minutes - a.about_minutes)[0] ?? null
}
