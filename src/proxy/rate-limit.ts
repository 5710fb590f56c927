import { addressBlock } from './payer-address.ts'
import { Refusal } from './refusal.ts'

/** Calls a minute of one payer's address (of an IPv6 address: its /64); 0 for no limit. Each process counts its own. */
export interface PayerLimits {
  /**
   * All calls together. A page that waits for its payment makes 40 a minute, and several payers may share an address.
   * @default 1200
   */
  calls?: number
  /** Orders: each may make a charge. @default 60 */
  orders?: number
  /** Reports of payments, and amounts reserved: each makes the service read a chain or keep a row. @default 120 */
  reports?: number
}

export const defaultLimits: Required<PayerLimits> = { calls: 1200, orders: 60, reports: 120 }

/** Milliseconds that are counted together. */
const windowMs = 60_000
/** Addresses that are counted at once: about 10 MB. Beyond, the one that came first is counted anew. */
const maxAddresses = 100_000

/** Counts a call of an address, and refuses it beyond the limit. An address that nobody knows is not counted. */
export type CountCall = (kind: keyof PayerLimits, address: string | undefined) => void

/**
 * Makes the counter of one proxy. `now` gives Unix milliseconds.
 *
 * The returned function throws Refusal `rate_limit_exceeded` with Retry-After (RFC 6585 section 4).
 */
export function createCounter(limits: Required<PayerLimits>, now: () => number): CountCall {
  let until = 0
  const counts = new Map<string, number>()
  return (kind, address) => {
    const most = limits[kind]
    if (most === 0 || address === undefined) return
    const time = now()
    // One window for all: memory is given back at its end, whoever called.
    if (time >= until) {
      counts.clear()
      until = time + windowMs
    }
    const name = `${kind} ${addressBlock(address)}`
    const count = (counts.get(name) ?? 0) + 1
    if (count > most) throw tooMany(until - time)
    const [oldest] = counts.keys()
    if (oldest !== undefined && counts.size >= maxAddresses) counts.delete(oldest)
    counts.set(name, count)
  }
}

function tooMany(waitMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new Refusal(
    'rate_limit_exceeded',
    `Too many calls from this address: wait ${seconds} s.`,
    {
      headers: { 'retry-after': String(seconds) },
    },
  )
}
