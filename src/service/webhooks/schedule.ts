const secondMs = 1000
const hourMs = 3600 * secondMs

/**
 * Milliseconds between the attempts to deliver a webhook. They grow, over three days and three hours in all, as
 * Standard Webhooks recommends (specification, "Operational considerations").
 */
export const defaultRetryDelaysMs: readonly number[] = [
  5 * secondMs,
  300 * secondMs,
  0.5 * hourMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]

/**
 * Returns the milliseconds to wait after a failed attempt; undefined after the last. Adds up to a tenth at random, so
 * that a receiver that recovers does not get all events at once.
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
