const secondMs = 1000
const minuteMs = 60 * secondMs

/**
 * Returns when to check a payment again: less and less often. One that was never true must not cost a call per second
 * for a day; a true one is found within seconds.
 *
 * @param since when the payment was last seen, credited or reported
 */
export function computeNextCheckAt(since: Date, now: Date): Date {
  const ageMs = now.getTime() - since.getTime()
  if (ageMs < 30 * secondMs) return now
  const delayMs =
    ageMs < 5 * minuteMs ? 5 * secondMs : ageMs < 60 * minuteMs ? 30 * secondMs : 5 * minuteMs
  return new Date(now.getTime() + delayMs)
}
