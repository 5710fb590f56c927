const secondMs = 1000
const minuteMs = 60 * secondMs

/**
 * Returns the milliseconds until a payment is checked again: less and less often. One that was never true must not cost a call per second
 * for a day; a true one is found within seconds.
 *
 * @param since when the payment was last seen, credited or reported
 */
export function computeCheckDelayMs(since: Date, now: Date): number {
  const ageMs = now.getTime() - since.getTime()
  if (ageMs < 30 * secondMs) return 0
  if (ageMs < 5 * minuteMs) return 5 * secondMs
  return ageMs < 60 * minuteMs ? 30 * secondMs : 5 * minuteMs
}
