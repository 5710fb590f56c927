import { type Kysely, sql } from 'kysely'
import type { WatchedDestination } from '../../chain/types/watch.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { createRefusal } from '../../kernel/refusals.ts'
import type { WatchLimit } from '../charges.ts'
import { listQuotes } from '../pricing/payment-assets.ts'
import type { ChargeRecord } from '../records.ts'

/** Creates the part of the store for the recipients and tokens that are watched. */
export function createDestinationStore(db: Kysely<Tables>) {
  return {
    /** Returns where payments of charges created since then may arrive, for every token they accept. */
    async listWatchedDestinations(chainId: number, since: Date): Promise<WatchedDestination[]> {
      return await db
        .selectFrom('destinations')
        .select(['accountId', 'recipient', 'token', 'oldestChargeAt', 'newestChargeAt'])
        .where('chainId', '=', chainId)
        .where('newestChargeAt', '>=', since)
        .execute()
    },
  }
}

/** The recipients and tokens that are watched. */
export type DestinationStore = ReturnType<typeof createDestinationStore>

/** The share of the time of watching, and the most milliseconds, for which a saved destination is not saved again. */
const unsavedShare = 1000
const maxUnsavedMs = 5 * 60_000
/** The most destinations that a process remembers. */
const maxRemembered = 10_000

/** The destinations that this process has saved a moment ago. */
export interface SavedDestinations {
  /** Returns whether every destination of a charge is watched, although this charge does not save it. */
  has(charge: ChargeRecord): boolean
  /** Remembers that the destinations of a charge are saved. */
  add(charge: ChargeRecord, limit: WatchLimit): void
}

/**
 * Creates the memory of destinations that were saved. A row states when the newest charge was created, which decides for
 * how long a recipient is watched; it may be late by a thousandth of that time. Otherwise every charge of an account
 * would write the same row, and wait for the others' transactions.
 */
export function createSavedDestinations(): SavedDestinations {
  const savedByKey = new Map<string, { until: number; expectedUntil: Date }>()
  return {
    has(charge) {
      const now = charge.createdAt.getTime()
      return listKeys(charge).every((key) => {
        const destination = savedByKey.get(key)
        return (
          destination && now < destination.until && charge.expiresAt <= destination.expectedUntil
        )
      })
    },
    add(charge, { since }) {
      const watchMs = charge.createdAt.getTime() - since.getTime()
      const until = charge.createdAt.getTime() + Math.min(watchMs / unsavedShare, maxUnsavedMs)
      const expectedUntil = toExpectedUntil(charge.expiresAt)
      if (savedByKey.size > maxRemembered) savedByKey.clear()
      for (const key of listKeys(charge)) savedByKey.set(key, { until, expectedUntil })
    },
  }
}

/** Returns until when payments are expected, those of charges included that are created before it is saved again. */
function toExpectedUntil(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() + maxUnsavedMs)
}

function listKeys(charge: ChargeRecord): string[] {
  return listQuotes(charge).map(
    ({ chainId, token, recipient }) => `${charge.accountId} ${chainId} ${token} ${recipient}`,
  )
}

/**
 * Saves the destinations (chain, token, recipient) of a charge, so that the watcher scans for transfers to them.
 * Their number is limited: each destination costs RPC calls for months.
 *
 * @throws PayError `conflict` beyond the limit
 */
export async function saveDestinations(
  tx: Kysely<Tables>,
  charge: ChargeRecord,
  { max, since }: WatchLimit,
): Promise<void> {
  const { accountId, createdAt, expiresAt } = charge
  const destinations = listQuotes(charge)
    .map((quote) => ({
      chainId: quote.chainId,
      token: quote.token,
      recipient: quote.recipient,
      accountId,
      decimals: quote.decimals,
      symbol: quote.symbol,
      oldestChargeAt: createdAt,
      newestChargeAt: createdAt,
      expectedUntil: toExpectedUntil(expiresAt),
    }))
    // Always in the same order, so that two simultaneous creations cannot deadlock.
    .sort((a, b) => (toDestinationKey(a) < toDestinationKey(b) ? -1 : 1))
  const rows = await tx
    .insertInto('destinations')
    .values(destinations)
    .onConflict((conflict) =>
      conflict.columns(['chainId', 'token', 'recipient', 'accountId']).doUpdateSet({
        // A destination that is no longer watched starts over.
        oldestChargeAt: sql`case when destinations.newest_charge_at < ${since}
            then excluded.oldest_charge_at else destinations.oldest_charge_at end`,
        newestChargeAt: sql`greatest(destinations.newest_charge_at, excluded.newest_charge_at)`,
        expectedUntil: sql`greatest(destinations.expected_until, excluded.expected_until)`,
      }),
    )
    // An existing row keeps an earlier `oldest_charge_at`, which distinguishes it from a new row.
    .returning(['oldestChargeAt'])
    .execute()
  if (rows.every(({ oldestChargeAt }) => oldestChargeAt < createdAt)) return
  // Simultaneous creations are counted one after the other. FOR UPDATE would deadlock: each creation already holds a
  // key-share lock on its account, by the foreign key.
  await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .execute()
  const { count } = await tx
    .selectFrom('destinations')
    .select((by) => by.fn.countAll<number>().as('count'))
    .where('accountId', '=', accountId)
    .where('newestChargeAt', '>=', since)
    .executeTakeFirstOrThrow()
  if (count <= max) return
  throw createRefusal(
    'too_many_places',
    { max: String(max) },
    { field: 'requestProps.recipientAddress' },
  )
}

function toDestinationKey(row: { chainId: number; token: string; recipient: string }): string {
  return `${row.chainId}:${row.token}:${row.recipient}`
}
