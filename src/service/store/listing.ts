import { type Kysely, type Selectable, sql } from 'kysely'
import type { PageWish, Store } from '../domain/ports.ts'
import type { ListedCharge } from '../domain/records.ts'
import { acceptsOf } from './accepts.ts'
import { toListed, toMove, toPayment } from './rows.ts'
import type { ListedRow, MoveRow, PaymentRow, Tables } from './tables.ts'

/** All that a list shows. */
const columns = [
  'id',
  'seq',
  'request_id',
  'status',
  'pricing_type',
  'local_amount',
  'local_currency',
  'chain_id',
  'recipient',
  'token',
  'token_type',
  'token_decimals',
  'token_symbol',
  'amount',
  'base_url',
  'accepting',
  'metadata',
  'reference',
  'expires_at',
  'basis',
  'quote_expires_at',
  'created_at',
] as const

/** Lists of charges. */
export function listing(db: Kysely<Tables>): Pick<Store, 'listCharges' | 'chargesOf'> {
  return {
    async listCharges(accountId, wish) {
      const from = wish.cursor && (await place(db, accountId, wish.cursor.id))
      if (wish.cursor && from === undefined) return undefined
      const rows = await range(db, accountId, wish, from)
      const shown = rows.slice(0, wish.limit)
      const charges = await withPayments(
        db,
        wish.cursor?.towards === 'newer' ? shown.reverse() : shown,
      )
      const total = await count(db, accountId, wish.status)
      return { charges, hasMore: rows.length > wish.limit, total }
    },

    async chargesOf(requestId, limit) {
      const rows = await db
        .selectFrom('charges')
        .select(columns)
        .where('request_id', '=', requestId)
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute()
      const accepting = rows.filter((row) => row.accepting).map(({ id }) => id)
      const accepts = await acceptsOf(db, accepting)
      const charges = await withPayments(db, rows.reverse())
      return charges.map((one) => ({ ...one, accepts: accepts.get(one.id) ?? [] }))
    },
  }
}

/** Where in the list a charge of this account is. */
async function place(db: Kysely<Tables>, accountId: string, id: string) {
  const row = await db
    .selectFrom('charges')
    .select('seq')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.seq
}

/** The rows next to `from`, nearest first, and one more to know whether there are more. */
async function range(
  db: Kysely<Tables>,
  accountId: string,
  { limit, cursor, status }: PageWish,
  from: string | number | undefined,
): Promise<ListedRow[]> {
  const newer = cursor?.towards === 'newer'
  let query = db.selectFrom('charges').select(columns).where('account_id', '=', accountId)
  if (status) query = query.where('status', '=', status)
  if (from !== undefined) query = query.where('seq', newer ? '>' : '<', from)
  return await query
    .orderBy('seq', newer ? 'asc' : 'desc')
    .limit(limit + 1)
    .execute()
}

/** From the counters: to count the charges themselves would take longer with every charge. */
async function count(
  db: Kysely<Tables>,
  accountId: string,
  status: string | undefined,
): Promise<number> {
  let query = db
    .selectFrom('charge_counts')
    .select(sql<string>`coalesce(sum(count), 0)`.as('total'))
    .where('account_id', '=', accountId)
  if (status) query = query.where('status', '=', status)
  return Number((await query.executeTakeFirstOrThrow()).total)
}

/** One read for the payments of all, and one for their moves. */
async function withPayments(
  db: Kysely<Tables>,
  rows: readonly ListedRow[],
): Promise<ListedCharge[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('charge_id', 'in', ids)
    .orderBy('seq')
    .execute()
  const moves = await db
    .selectFrom('moves')
    .selectAll()
    .where('charge_id', 'in', ids)
    .orderBy('seq')
    .execute()
  const paymentsOf = Map.groupBy(payments, (one: Selectable<PaymentRow>) => one.charge_id)
  const movesOf = Map.groupBy(moves, (one: Selectable<MoveRow>) => one.charge_id)
  return rows.map((row) =>
    toListed(
      row,
      (paymentsOf.get(row.id) ?? []).map(toPayment),
      (movesOf.get(row.id) ?? []).map(toMove),
    ),
  )
}
