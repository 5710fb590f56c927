const second = 1000
const minute = 60 * second

/**
 * When to look again for a transaction that the chain does not know: less and less often. Claims that were never
 * true must not cost a call a second for a day; a true one is seen within seconds.
 *
 * @param createdAt when the payment was reported
 */
export function nextLook(createdAt: Date, now: Date): Date {
  const age = now.getTime() - createdAt.getTime()
  if (age < 30 * second) return now
  const wait = age < 5 * minute ? 5 * second : age < 60 * minute ? 30 * second : 5 * minute
  return new Date(now.getTime() + wait)
}
