import type { ChainActivity } from '../domain/watch.ts'

/**
 * Milliseconds between two looks at a chain where charges wait that nobody asks for, at most: within this time a payment
 * is found whose payer has closed the page.
 */
const unattendedIntervalMs = 60_000
/** Milliseconds between two looks at a chain where no charge can be paid, at most. What arrives there is late. */
const idleIntervalMs = 5 * 60_000
/** The looks become fewer with the time that nobody has asked: after four minutes there is one a minute. */
const quietPerInterval = 4

/**
 * Returns the milliseconds between two looks at a chain. A look costs one or two calls, and one for each block with a
 * transfer, so that a chain is looked at as often as somebody waits for what it shows. However long the interval, the
 * blocks in between are read by the next look.
 *
 * @param paceMs the interval while somebody waits
 */
export function computeLookIntervalMs(
  { quietMs, isPaymentExpected }: ChainActivity,
  paceMs: number,
): number {
  const longestMs = Math.max(paceMs, isPaymentExpected ? unattendedIntervalMs : idleIntervalMs)
  if (quietMs === undefined) return longestMs
  return Math.min(longestMs, Math.max(paceMs, quietMs / quietPerInterval))
}
