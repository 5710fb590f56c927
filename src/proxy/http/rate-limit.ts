import { HttpError } from '../../api/server/http-error.ts'
import { toAddressBlock } from '../../client-address.ts'
import type { PayerLimits } from '../options.ts'

/** Length of a counting window, in milliseconds. */
const windowMs = 60_000
/** The most addresses that are counted at the same time, about 10 MB. Beyond this, the count of the oldest address starts again. */
const maxAddresses = 100_000

/**
 * Counts a call from an address, and throws when it is over the limit. Calls without an address (undefined) are not
 * counted; those whose address cannot be read share one limit.
 */
export type CountCall = (kind: keyof PayerLimits, address: string | undefined) => void

/**
 * Creates the call counter of one proxy.
 *
 * The returned function throws HttpError `rate_limit_exceeded` with Retry-After (RFC 6585 section 4).
 *
 * @param now returns Unix milliseconds
 */
export function createCallCounter(limits: Required<PayerLimits>, now: () => number): CountCall {
  let windowEndsAt = 0
  const counts = new Map<string, number>()
  return (kind, address) => {
    const limit = limits[kind]
    if (limit === 0 || address === undefined) return
    const time = now()
    // All addresses share one window, so that all memory is freed at its end.
    if (time >= windowEndsAt) {
      counts.clear()
      windowEndsAt = time + windowMs
    }
    const key = `${kind} ${toAddressBlock(address) ?? address}`
    const count = (counts.get(key) ?? 0) + 1
    if (count > limit) throw createTooManyCallsError(windowEndsAt - time)
    const [oldest] = counts.keys()
    if (oldest !== undefined && counts.size >= maxAddresses) counts.delete(oldest)
    counts.set(key, count)
  }
}

function createTooManyCallsError(waitMs: number): HttpError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new HttpError(
    'rate_limit_exceeded',
    `Too many calls from this address. Wait ${seconds} s.`,
    {
      headers: { 'retry-after': String(seconds) },
    },
  )
}
