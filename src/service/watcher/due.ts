const second = 1000
const minute = 60 * second

/**
 * Returns when to check a payment again: less and less often. One that was never true must not cost a call per second
 * for a day; a true one is found within seconds.
 *
 * @param since when the payment was last seen, credited or reported
 */
export function nextLook(createdAt: Date, now: Date): Date {
  const age = now.getTime() - createdAt.getTime()
  if (age < 30 * second) return now
  const wait = age < 5 * minute ? 5 * second : age < 60 * minute ? 30 * second : 5 * minute
  return new Date(now.getTime() + wait)
}
