import { type RawBuilder, sql } from 'kysely'
import type { PageQuery, TimeRange } from '../../domain/pages.ts'

// Lists are in the order of a time, and of several entries at one time in that of their ids: whatever a list is filtered
// by, a page of it is one range of an index on both.

/** The columns that a list is in the order of. */
export interface ListOrder {
  time: RawBuilder<Date>
  id: RawBuilder<string>
}

/** The order of most lists: that in which the entries were created. */
export const byCreation: ListOrder = { time: sql<Date>`created_at`, id: sql<string>`id` }

/** The place of an entry in a list. */
export interface Place {
  time: Date
  id: string
}

/** How the rows of a page are read: those next to the cursor first. */
export interface PageOrder {
  direction: 'asc' | 'desc'
  /** One more than the page has, to know whether there are more. */
  limit: number
  /** The condition on a row to lie beyond the cursor. */
  isBeyondCursor: RawBuilder<boolean>
}

/**
 * Reads a page of a list, newest first in either direction of the cursor, and whether there are more in its direction.
 *
 * @param place of the cursor; undefined where there is none
 */
export async function readPage<Row>(
  { cursor, limit }: PageQuery,
  place: Place | undefined,
  read: (order: PageOrder) => Promise<Row[]>,
  { time, id }: ListOrder = byCreation,
): Promise<{ rows: Row[]; hasMore: boolean }> {
  const isNewer = cursor?.direction === 'newer'
  const compare = sql.raw(isNewer ? '>' : '<')
  const rows = await read({
    direction: isNewer ? 'asc' : 'desc',
    limit: limit + 1,
    isBeyondCursor: place
      ? sql`(${time}, ${id}) ${compare} (${place.time}::timestamptz, ${place.id}::uuid)`
      : always,
  })
  const page = rows.slice(0, limit)
  return { rows: isNewer ? page.reverse() : page, hasMore: rows.length > limit }
}

/** The condition on a time to lie within a range. */
export function isWithin(
  range: TimeRange | undefined,
  time: RawBuilder<Date> = byCreation.time,
): RawBuilder<boolean> {
  const { since, before } = range ?? {}
  const bounds = [
    ...(since ? [sql`${time} >= ${since}::timestamptz`] : []),
    ...(before ? [sql`${time} < ${before}::timestamptz`] : []),
  ]
  return bounds.length > 0 ? sql<boolean>`(${sql.join(bounds, sql` and `)})` : always
}

const always = sql<boolean>`true`
