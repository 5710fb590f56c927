import { isNative } from '../../api/fields.ts'
import type { Wanted, WatchedDestination } from '../domain/ports.ts'
import type { Lookout } from './look.ts'

/** Money is looked for that long after its charge expired: late payers are credited too. Milliseconds. */
const grace = 7 * 24 * 60 * 60_000
/** A charge may be stored that much later than it says, by another process with another clock. Milliseconds. */
const overlap = 5 * 60_000

/** The addresses that money may arrive at on one chain, kept in memory and brought up to date by what is new. */
export interface Destinations extends Wanted {
  /** True when coin is waited for. */
  coin: boolean
  /** True when nothing is waited for. */
  empty: boolean
  /** Creation time of the oldest charge that was found when nothing was waited for before. */
  oldest: Date
}

/** Makes a function that gives the destinations of now; it costs a query over what was created since the last call. */
export function watchDestinations({ store, expiry }: Lookout, chainId: number) {
  const known = new Map<string, WatchedDestination>()
  let read: Date | undefined
  let oldest = new Date()
  return async (): Promise<Destinations> => {
    const now = new Date()
    const begin = new Date(now.getTime() - expiry - grace)
    const since = read ? new Date(read.getTime() - overlap) : begin
    const found = await store.destinations(chainId, since)
    if (known.size === 0) oldest = new Date(Math.min(...found.map((one) => +one.oldest), +now))
    for (const one of found) known.set(`${one.token}:${one.recipient}`, one)
    for (const [key, { newest }] of known) if (newest < begin) known.delete(key)
    read = now
    const all = [...known.values()]
    const tokens = all.filter(({ token }) => !isNative(token))
    return {
      tokens: [...new Set(tokens.map(({ token }) => token))],
      recipients: [...new Set(tokens.map(({ recipient }) => recipient))],
      coin: tokens.length < all.length,
      empty: all.length === 0,
      oldest,
    }
  }
}
