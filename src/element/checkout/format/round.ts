/**
 * Rounds base units to significant digits, so that a payer can read and type them: up for an amount that is needed, down
 * for one that is there. Two decimal places always stay, since a cent must not be rounded away.
 *
 * In integers and not by Intl, whose `roundingMode` is newer than the browsers that the card supports.
 */
export function roundUnits(
  units: bigint,
  decimals: number,
  significantDigits: number,
  direction: 'up' | 'down',
): bigint {
  const surplus = Math.min(String(units).length - significantDigits, decimals - 2)
  if (surplus <= 0) return units
  const step = 10n ** BigInt(surplus)
  return ((units + (direction === 'up' ? step - 1n : 0n)) / step) * step
}

/** Significant digits of a fee, which is an estimate. */
export const feeDigits = 3

/** Significant digits of an amount that the payer has or lacks. */
export const balanceDigits = 6
