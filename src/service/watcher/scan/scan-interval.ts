import type { ChainActivity } from '../../chain/types/watch.ts'

/**
 * Maximum milliseconds between two scans of a chain with open charges that nobody asks for: within this time a payment is
 * found whose payer has closed the page.
 */
const unaskedIntervalMs = 60_000
/** Maximum milliseconds between two scans of a chain on which no charge can be paid. What arrives there is late. */
const idleIntervalMs = 5 * 60_000
/** Scans become rarer with the time since somebody asked for a charge: after four minutes there is one a minute. */
const quietPerInterval = 4

/**
 * Returns the milliseconds between two scans of a chain. A scan costs one or two calls, and one for each block with a
 * transfer, so a chain is scanned as often as somebody waits for the result. However long the interval, the next scan
 * reads all blocks in between.
 *
 * @param pollIntervalMs the interval while somebody waits
 */
export function computeScanIntervalMs(
  { quietMs, isPaymentExpected }: ChainActivity,
  pollIntervalMs: number,
): number {
  const longestMs = Math.max(pollIntervalMs, isPaymentExpected ? unaskedIntervalMs : idleIntervalMs)
  if (quietMs === undefined) return longestMs
  return Math.min(longestMs, Math.max(pollIntervalMs, quietMs / quietPerInterval))
}
