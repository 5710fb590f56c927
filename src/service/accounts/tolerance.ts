import { formatAmount, parseAmount } from '../../amount.ts'
import type { UnderpaymentTolerance } from '../../api/schemas/settings.ts'

/** By how much a price may be missed: by at most this amount, and at most this part of it. Both 0 for not at all. */
export interface ToleranceRecord {
  /** Hundredths of a dollar. */
  cents: number
  /** Hundredths of a percent. */
  basisPoints: number
}

/**
 * The largest tolerance. The thief of a key can set it, after the same delay and notice as a new wallet: the gain must never be
 * worth that. The database has the same bounds.
 */
const maxTolerance = { cents: 500, basisPoints: 500 } as const

/** Returns the tolerance of a body; undefined where it exceeds the bounds or has more than two decimal places. */
export function readTolerance({
  amount,
  percent,
}: UnderpaymentTolerance): ToleranceRecord | undefined {
  const [cents, basisPoints] = [parseHundredths(amount), parseHundredths(percent)]
  if (cents === undefined || basisPoints === undefined) return undefined
  if (cents > maxTolerance.cents || basisPoints > maxTolerance.basisPoints) return undefined
  return { cents, basisPoints }
}

/** Returns a tolerance with the field names of the HTTP interface. */
export function describeTolerance({ cents, basisPoints }: ToleranceRecord): UnderpaymentTolerance {
  return { amount: formatAmount(BigInt(cents), 2), percent: formatAmount(BigInt(basisPoints), 2) }
}

/** Returns whether a tolerance is in no way larger than another one, and so takes effect immediately. */
export function isNarrower(to: ToleranceRecord, from: ToleranceRecord): boolean {
  return to.cents <= from.cents && to.basisPoints <= from.basisPoints
}

/**
 * Returns by how many dollars the payments of a charge may miss its price.
 *
 * @param localAmount the price in dollars
 */
export function computeToleratedAmount(
  { cents, basisPoints }: ToleranceRecord,
  localAmount: string,
): string {
  const byAmount = BigInt(cents) * 10n ** 76n
  const byPercent = (parseAmount(localAmount, 78) * BigInt(basisPoints)) / 10_000n
  return formatAmount(byAmount < byPercent ? byAmount : byPercent, 78)
}

function parseHundredths(text: string): number | undefined {
  try {
    return Number(parseAmount(text, 2))
  } catch {
    return undefined
  }
}
