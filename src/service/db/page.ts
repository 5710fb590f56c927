import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { PageQuery, TimeRange } from '../kernel/pages.ts'

// Lists are ordered by time, and entries of the same time by their ids. So a page of a list, with any filter, is one range of an
// index on both.

/** The columns that a list is in the order of. */
export interface ListOrder {
  time: RawBuilder<Date>
  id: RawBuilder<string>
}

/** The order of most lists: that in which the entries were created. */
export const byCreation: ListOrder = { time: sql<Date>`created_at`, id: sql<string>`id` }

/** How the rows of a page are read: those next to the cursor first. */
export interface PageOrder {
  direction: 'asc' | 'desc'
  /** One more than the page has, to know whether there are more. */
  limit: number
  /** The condition on a row to lie beyond the cursor. */
  isBeyondCursor: RawBuilder<boolean>
  /** Adds all of this to a query. */
  select<DB, TB extends keyof DB, Row>(
    query: SelectQueryBuilder<DB, TB, Row>,
  ): SelectQueryBuilder<DB, TB, Row>
}

/**
 * Reads a page of a list, in its order in either direction of the cursor, and whether there are more in its direction.
 * Undefined where the cursor names no entry of the list.
 *
 * @param findTime returns the time of an entry; undefined where the list has none with this id
 */
export async function readPage<Row>(
  { cursor, limit, isOldestFirst = false }: PageQuery,
  findTime: (id: string) => Promise<Date | undefined>,
  read: (order: PageOrder) => Promise<Row[]>,
  { time, id }: ListOrder = byCreation,
): Promise<{ rows: Row[]; hasMore: boolean } | undefined> {
  const cursorTime = cursor && (await findTime(cursor.id))
  if (cursor && !cursorTime) return undefined
  const isBackward = cursor?.direction === 'newer'
  const isAscending = isBackward !== isOldestFirst
  const compare = sql.raw(isAscending ? '>' : '<')
  const order = {
    direction: isAscending ? 'asc' : 'desc',
    limit: limit + 1,
    isBeyondCursor: cursor
      ? sql<boolean>`(${time}, ${id}) ${compare} (${cursorTime}::timestamptz, ${cursor.id}::uuid)`
      : always,
  } as const
  const rows = await read({
    ...order,
    select: (query) =>
      query
        .where(order.isBeyondCursor)
        .orderBy(time, order.direction)
        .orderBy(id, order.direction)
        .limit(order.limit),
  })
  const page = rows.slice(0, limit)
  return { rows: isBackward ? page.reverse() : page, hasMore: rows.length > limit }
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
