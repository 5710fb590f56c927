import { isNative, nativeAddress } from '../../api/formats.ts'
import type { Address } from '../chain/types/address.ts'
import type { TransferFilter } from '../chain/types/transfer-logs.ts'
import type { WatchedDestination } from '../chain/types/watch.ts'
import { clockSlackMs } from '../charges/pricing/quotes.ts'
import type { WatcherContext } from './context.ts'

/** How much later than its own time a charge may be stored, by another process with another clock. */
const overlapMs = 5 * 60_000
/** Maximum number of tokens, and of recipients, in one filter: most nodes accept that many in one call. */
const maxFilterSize = 200

/** The destinations on one chain to which payments may arrive. */
export interface WatchedDestinations {
  /** Filters that cover all tokens and recipients; see {@link groupFilters}. */
  filters: readonly TransferFilter[]
  tokens: readonly Address[]
  recipients: readonly Address[]
  /** Recipients of charges that are paid in native currency. */
  nativeRecipients: readonly Address[]
  /** The earliest time of a block that may hold a payment of the oldest charge with one of these destinations. */
  oldestChargeAt: Date
  isEmpty: boolean
  /**
   * Returns whether merchants are notified of transfers of this token to this address: a charge is paid in it there, or the service
   * or another charge of the account knows the token. Filters also match one account's token at the address of another account.
   */
  has(token: Address, recipient: Address): boolean
  /** Returns whether a charge is paid in this token at this address. */
  accepts(token: Address, recipient: Address): boolean
}

/**
 * Creates a function that returns the current destinations. A call queries only charges created since the last call.
 */
export function createDestinationReader(
  { store, chains, watchMs }: WatcherContext,
  chainId: number,
) {
  const knownTokens = chains.listKnownTokens(chainId)
  const known = new Map<string, WatchedDestination>()
  let readAt: Date | undefined
  let destinations = toWatchedDestinations([], knownTokens)
  return async (): Promise<WatchedDestinations> => {
    const now = new Date()
    const begin = new Date(now.getTime() - watchMs)
    const since = readAt ? new Date(readAt.getTime() - overlapMs) : begin
    let hasChanged = false
    for (const destination of await store.listWatchedDestinations(chainId, since)) {
      const key = `${destination.token}:${destination.recipient}:${destination.accountId}`
      hasChanged ||= !known.has(key)
      known.set(key, destination)
    }
    for (const [key, { newestChargeAt }] of known) {
      if (newestChargeAt < begin) hasChanged = known.delete(key) || hasChanged
    }
    readAt = now
    if (hasChanged) destinations = toWatchedDestinations([...known.values()], knownTokens)
    return destinations
  }
}

function toWatchedDestinations(
  all: readonly WatchedDestination[],
  knownTokens: readonly Address[],
): WatchedDestinations {
  const keys = new Set(all.map(({ token, recipient }) => `${token}:${recipient}`))
  const [accountsByRecipient, accountsByToken] = (['recipient', 'token'] as const).map((name) =>
    toAccounts(all, name),
  ) as [Accounts, Accounts]
  const everywhere = new Set([nativeAddress, ...knownTokens])
  const accepts = (token: Address, recipient: Address) => keys.has(`${token}:${recipient}`)
  const natives = all.filter(({ token }) => isNative(token))
  return {
    filters: groupFilters(all, knownTokens),
    tokens: removeDuplicates([...all.map(({ token }) => token), ...everywhere]),
    recipients: removeDuplicates(all.map(({ recipient }) => recipient)),
    nativeRecipients: removeDuplicates(natives.map(({ recipient }) => recipient)),
    oldestChargeAt: new Date(
      Math.min(...all.map(({ oldestChargeAt }) => oldestChargeAt.getTime()), Date.now()) -
        clockSlackMs,
    ),
    isEmpty: all.length === 0,
    accepts,
    has(token, recipient) {
      const accounts = [...(accountsByRecipient.get(recipient) ?? [])]
      return everywhere.has(token)
        ? accounts.length > 0
        : accounts.some((account) => accountsByToken.get(token)?.has(account))
    },
  }
}

type Accounts = ReadonlyMap<string, ReadonlySet<string>>

/** Returns the accounts that each recipient, or each token, belongs to. */
function toAccounts(all: readonly WatchedDestination[], name: 'recipient' | 'token'): Accounts {
  const groups = Map.groupBy(all, (destination) => destination[name])
  return new Map(
    [...groups].map(([key, group]) => [key, new Set(group.map(({ accountId }) => accountId))]),
  )
}

/**
 * Groups destinations into filters. A filter matches each of its tokens at each of its recipients, so accounts share
 * one only while they fit into one call: an account with a thousand recipients needs its own calls, and does not
 * multiply those of other accounts.
 *
 * @param knownTokens are watched in the same calls. They cause no additional calls, not even for an account that is paid in
 *   native currency only
 */
export function groupFilters(
  destinations: readonly WatchedDestination[],
  knownTokens: readonly Address[] = [],
): TransferFilter[] {
  const shared: TransferFilter[] = []
  const own: TransferFilter[] = []
  const byAccount = Map.groupBy(destinations, ({ accountId }) => accountId)
  for (const ofAccount of byAccount.values()) {
    const filter = toFilter(ofAccount, knownTokens)
    if (ofAccount.every(({ token }) => isNative(token))) continue
    if (filter.tokens.length > maxFilterSize || filter.recipients.length > maxFilterSize) {
      own.push(...splitByRecipients(ofAccount, knownTokens))
      continue
    }
    const at = shared.findIndex((other) => fitsOneCall(mergeFilters(other, filter)))
    const fitting = shared[at]
    if (fitting) shared[at] = mergeFilters(fitting, filter)
    else shared.push(filter)
  }
  return [...shared, ...own]
}

/** Splits a large account into filters with a part of its recipients and the tokens that are paid to them. */
function splitByRecipients(
  destinations: readonly WatchedDestination[],
  knownTokens: readonly Address[],
): TransferFilter[] {
  const recipients = removeDuplicates(destinations.map(({ recipient }) => recipient))
  const parts = Math.ceil(recipients.length / maxFilterSize)
  return Array.from({ length: parts }, (_, index) => {
    const some = new Set(recipients.slice(index * maxFilterSize, (index + 1) * maxFilterSize))
    return toFilter(
      destinations.filter(({ recipient }) => some.has(recipient)),
      knownTokens,
    )
  })
}

function toFilter(
  destinations: readonly WatchedDestination[],
  knownTokens: readonly Address[],
): TransferFilter {
  const ownTokens = destinations.map(({ token }) => token).filter((token) => !isNative(token))
  return {
    tokens: removeDuplicates([...ownTokens, ...knownTokens]),
    recipients: removeDuplicates(destinations.map(({ recipient }) => recipient)),
  }
}

function mergeFilters(a: TransferFilter, b: TransferFilter): TransferFilter {
  return {
    tokens: removeDuplicates([...a.tokens, ...b.tokens]),
    recipients: removeDuplicates([...a.recipients, ...b.recipients]),
  }
}

function fitsOneCall({ tokens, recipients }: TransferFilter): boolean {
  return tokens.length <= maxFilterSize && recipients.length <= maxFilterSize
}

function removeDuplicates(list: readonly string[]): string[] {
  return [...new Set(list)]
}
