import { formatAmount, parseAmount } from '../../amount.ts'
import type { UnderpaymentTolerance } from '../../api/schemas/settings.ts'
import type { UsdRate } from '../chain/types/tokens.ts'
import { createInputError } from '../kernel/input-error.ts'

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

/**
 * Returns the tolerance of a body.
 *
 * @throws PayError `invalid_request` naming the field that exceeds its bound or has more than two decimal places, or that is 0 beside
 * another one: the smaller of both counts, so it would tolerate nothing without a word
 */
export function readTolerance({ amount, percent }: UnderpaymentTolerance): ToleranceRecord {
  const cents = readHundredths('amount', amount, maxTolerance.cents)
  const basisPoints = readHundredths('percent', percent, maxTolerance.basisPoints)
  for (const [field, value, other] of [
    ['amount', cents, basisPoints],
    ['percent', basisPoints, cents],
  ] as const)
    if (value === 0 && other > 0)
      throw createInputError(
        field,
        `${field} must be above 0 where the other one is: the smaller of both counts. Set both to 0 for no tolerance.`,
      )
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
 * Returns by how much the payments of a charge may miss its price, in its currency.
 *
 * @param unit what a unit of the currency is worth. Where that is not known, nothing is tolerated: the bound is in dollars.
 */
export function computeToleratedAmount(
  { cents, basisPoints }: ToleranceRecord,
  localAmount: string,
  unit: UsdRate | undefined,
): string {
  if (!unit) return '0'
  const byAmount = (BigInt(cents) * 10n ** BigInt(76 + unit.decimals)) / unit.answer
  const byPercent = (parseAmount(localAmount, 78) * BigInt(basisPoints)) / 10_000n
  return formatAmount(byAmount < byPercent ? byAmount : byPercent, 78)
}

function readHundredths(field: string, text: string, max: number): number {
  const hundredth = 10n ** 76n
  const value = parseAmount(text, 78)
  if (value % hundredth === 0n && value <= BigInt(max) * hundredth) return Number(value / hundredth)
  throw createInputError(
    field,
    `${field} must be at most ${max / 100}, with at most two decimal places.`,
  )
}
