const second = 1000
const hour = 3600 * second

/**
 * Milliseconds between the tries of a webhook: growing, over three days and three hours in all, as Standard Webhooks
 * recommends (specification, "Operational considerations").
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
 * How long to wait after a try that failed; undefined after the last. Up to a tenth more, by chance: receivers that
 * come back must not meet everything at once.
 *
 * @param tried tries before this one
 * @param random 0 to 1
 */
export function nextWait(
  waits: readonly number[],
  tried: number,
  random: number,
): number | undefined {
  const wait = waits[tried]
  return wait === undefined ? undefined : Math.round(wait * (1 + random / 10))
}
