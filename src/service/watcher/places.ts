import { isNative } from '../../api/fields.ts'
import type { Wanted, WatchedDestination } from '../domain/ports.ts'
import type { Address } from '../domain/records.ts'
import type { WatcherContext } from './context.ts'

/** A charge may be stored that much later than it says, by another process with another clock. Milliseconds. */
const overlapMs = 5 * 60_000
/** Tokens, and recipients, of one filter: what most nodes take in one call. */
const filterSize = 200

/** The places that money may arrive at on one chain. */
export interface Places {
  /** Filters of tokens and recipients; see {@link groupFilters}. */
  filters: readonly Wanted[]
  tokens: readonly Address[]
  recipients: readonly Address[]
  /** Recipients of native currency. */
  nativeRecipients: readonly Address[]
  /** Creation time of the oldest charge of these places. */
  oldest: Date
  isEmpty: boolean
  /** Returns whether a charge is paid there. Filters find more: one account's token at another's address. */
  has(token: Address, recipient: Address): boolean
}

/** Makes a function that gives the places of now; it costs a query over what was created since the last call. */
export function watchPlaces({ store, watchMs }: WatcherContext, chainId: number) {
  const known = new Map<string, WatchedDestination>()
  let read: Date | undefined
  let places = toPlaces([])
  return async (): Promise<Places> => {
    const now = new Date()
    const begin = new Date(now.getTime() - watchMs)
    const since = read ? new Date(read.getTime() - overlapMs) : begin
    let changed = false
    for (const one of await store.destinations(chainId, since)) {
      const key = `${one.token}:${one.recipient}:${one.accountId}`
      changed ||= !known.has(key)
      known.set(key, one)
    }
    for (const [key, { newest }] of known) {
      if (newest < begin) changed = known.delete(key) || changed
    }
    read = now
    if (changed) places = toPlaces([...known.values()])
    return places
  }
}

function toPlaces(all: readonly WatchedDestination[]): Places {
  const keys = new Set(all.map(({ token, recipient }) => `${token}:${recipient}`))
  const natives = all.filter(({ token }) => isNative(token))
  return {
    filters: groupFilters(all.filter(({ token }) => !isNative(token))),
    tokens: unique(all.map(({ token }) => token)),
    recipients: unique(all.map(({ recipient }) => recipient)),
    nativeRecipients: unique(natives.map(({ recipient }) => recipient)),
    oldest: new Date(Math.min(...all.map(({ oldest }) => oldest.getTime()), Date.now())),
    isEmpty: all.length === 0,
    has: (token, recipient) => keys.has(`${token}:${recipient}`),
  }
}

/**
 * Groups places into filters. A filter asks for each of its tokens at each of its recipients, so accounts are mixed only
 * while they fit into one call together: an account with a thousand recipients costs its own calls, and multiplies
 * nobody else's.
 */
export function groupFilters(places: readonly WatchedDestination[]): Wanted[] {
  const shared: Wanted[] = []
  const own: Wanted[] = []
  for (const those of Map.groupBy(places, ({ accountId }) => accountId).values()) {
    const filter = toFilter(those)
    if (filter.tokens.length > filterSize || filter.recipients.length > filterSize) {
      own.push(...split(those))
      continue
    }
    const at = shared.findIndex((one) => fits(merge(one, filter)))
    const fitting = shared[at]
    if (fitting) shared[at] = merge(fitting, filter)
    else shared.push(filter)
  }
  return [...shared, ...own]
}

/** One large account: its recipients in parts, each with the tokens that are paid there. */
function split(places: readonly WatchedDestination[]): Wanted[] {
  const recipients = unique(places.map(({ recipient }) => recipient))
  const parts = Math.ceil(recipients.length / filterSize)
  return Array.from({ length: parts }, (_, index) => {
    const some = new Set(recipients.slice(index * filterSize, (index + 1) * filterSize))
    return toFilter(places.filter(({ recipient }) => some.has(recipient)))
  })
}

function toFilter(places: readonly WatchedDestination[]): Wanted {
  return {
    tokens: unique(places.map(({ token }) => token)),
    recipients: unique(places.map(({ recipient }) => recipient)),
  }
}

function merge(one: Wanted, other: Wanted): Wanted {
  return {
    tokens: unique([...one.tokens, ...other.tokens]),
    recipients: unique([...one.recipients, ...other.recipients]),
  }
}

function fits({ tokens, recipients }: Wanted): boolean {
  return tokens.length <= filterSize && recipients.length <= filterSize
}

function unique(list: readonly string[]): string[] {
  return [...new Set(list)]
}
