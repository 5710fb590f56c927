const second = 1000
const hour = 3600 * second

/**
 * Milliseconds between the attempts to deliver a webhook. They grow, over three days and three hours in all, as
 * Standard Webhooks recommends (specification, "Operational considerations").
 */
export const usualWaits: readonly number[] = [
  5 * second,
  300 * second,
  0.5 * hour,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/**
 * Returns the milliseconds to wait after a failed attempt; undefined after the last. Adds up to a tenth at random, so
 * that a receiver that recovers does not get all events at once.
 *
 * @param previousAttempts number of attempts before this one
 * @param random from 0 to 1
 */
export function nextWait(
  waits: readonly number[],
  tried: number,
  random: number,
): number | undefined {
  const wait = waits[tried]
  return wait === undefined ? undefined : Math.round(wait * (1 + random / 10))
}
