import { type Kysely, sql } from 'kysely'
import type { ChargeListStore, ListChargesQuery } from '../../domain/charges/charges.ts'
import { listedPayments, shownStatusChanges } from '../../domain/charges/payment-bounds.ts'
import type { ChargeSummary } from '../../domain/charges/records.ts'
import { readSnapshot } from '../database/snapshot.ts'
import type { ChargeSummaryRow, Tables } from '../database/tables.ts'
import { readAcceptedTokens } from './accepts.ts'
import { readHistories } from './load.ts'
import { toChargeSummary } from './rows.ts'

/** The columns that a list shows. */
const listedColumns = [
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
  'decimals',
  'symbol',
  'amount',
  'base_url',
  'has_accepted_tokens',
  'name',
  'description',
  'line_items',
  'tax_note',
  'payer_email',
  'metadata',
  'reference',
  'expires_at',
  'price_source',
  'quote_expires_at',
  'created_at',
] as const

/** Creates the part of the store that lists charges. */
export function createChargeListStore(db: Kysely<Tables>): ChargeListStore {
  return {
    async listCharges(accountId, query) {
      return await readSnapshot(db, async (tx) => {
        const cursorSeq = query.cursor && (await findSeq(tx, accountId, query.cursor.id))
        if (query.cursor && cursorSeq === undefined) return undefined
        const rows = await readPage(tx, accountId, query, cursorSeq)
        const page = rows.slice(0, query.limit)
        const charges = await loadChargeSummaries(
          tx,
          query.cursor?.direction === 'newer' ? page.reverse() : page,
        )
        const total = await readChargeCount(tx, accountId, query.status)
        return { charges, hasMore: rows.length > query.limit, total }
      })
    },

    async listChargesOfRequest(requestId, limit) {
      return await readSnapshot(db, async (tx) => {
        const rows = await tx
          .selectFrom('charges')
          .select(listedColumns)
          .where('request_id', '=', requestId)
          .orderBy('seq', 'desc')
          .limit(limit)
          .execute()
        const idsWithAcceptedTokens = rows
          .filter((row) => row.has_accepted_tokens)
          .map(({ id }) => id)
        const acceptedTokens = await readAcceptedTokens(tx, idsWithAcceptedTokens)
        const charges = await loadChargeSummaries(tx, rows.reverse())
        return charges.map((charge) => ({
          ...charge,
          accepts: acceptedTokens.get(charge.id) ?? [],
        }))
      })
    },
  }
}

/** Returns the sequence number of an account's charge, which is its position in the list. */
async function findSeq(db: Kysely<Tables>, accountId: string, id: string) {
  const row = await db
    .selectFrom('charges')
    .select('seq')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.seq
}

/** Reads the rows next to `from`, nearest first, and one more to know whether there are more. */
async function readPage(
  db: Kysely<Tables>,
  accountId: string,
  { limit, cursor, status }: ListChargesQuery,
  cursorSeq: string | number | undefined,
): Promise<ChargeSummaryRow[]> {
  const isNewer = cursor?.direction === 'newer'
  let query = db.selectFrom('charges').select(listedColumns).where('account_id', '=', accountId)
  if (status) query = query.where('status', '=', status)
  if (cursorSeq !== undefined) query = query.where('seq', isNewer ? '>' : '<', cursorSeq)
  return await query
    .orderBy('seq', isNewer ? 'asc' : 'desc')
    .limit(limit + 1)
    .execute()
}

/** Reads the number of charges from counters: to count the charges themselves would take longer with every charge. */
async function readChargeCount(
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

/** Loads the listed charges of these rows. */
async function loadChargeSummaries(
  db: Kysely<Tables>,
  rows: readonly ChargeSummaryRow[],
): Promise<ChargeSummary[]> {
  if (rows.length === 0) return []
  const { paymentsOf, timelineOf } = await readHistories(
    db,
    rows.map(({ id }) => id),
    // One more, to know whether there are more.
    { payments: listedPayments + 1, statusChanges: shownStatusChanges },
  )
  return rows.map((row) => toChargeSummary(row, paymentsOf(row.id), timelineOf(row.id)))
}
