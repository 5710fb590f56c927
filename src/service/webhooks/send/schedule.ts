/**
 * Returns the milliseconds to wait after a failed attempt; undefined after the last. Adds up to a tenth at random, so that a
 * recovering receiver does not get all events at the same moment.
 *
 * @param previousAttempts number of attempts before this one
 * @param random from 0 to 1
 */
export function computeRetryDelayMs(
  retryDelaysMs: readonly number[],
  previousAttempts: number,
  random: number,
): number | undefined {
  const delayMs = retryDelaysMs[previousAttempts]
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 + random / 10))
}
