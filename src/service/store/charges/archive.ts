import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

// Charges that are over for long, as lines of JSON, and their removal. What is removed was compared, under locks, with
// what was written: a charge that has changed since stays.

/** Why a charge that is old enough is not archived. */
export type KeptReason = 'request' | 'pending' | 'payer' | 'unmatched' | 'webhook'

/** Some charges in the order of their creation. */
export interface ArchivePage {
  /** Where the next page begins; undefined after the last charge that may be old enough. */
  nextSeq: string | undefined
  /** When the first of the page was created; undefined for an empty page. */
  firstCreatedAt: Date | undefined
  /** Those that can be archived. */
  charges: readonly ArchivedCharge[]
  /** How many of the others are old enough, by what keeps them. */
  kept: ReadonlyMap<KeptReason, number>
}

/** A charge with all that belongs to it, as it stands in an archive. */
export interface ArchivedCharge {
  id: string
  createdAt: Date
  /** JSON without a line break. */
  line: string
}

/** The part of the store for `pay-charge archive`. */
export interface ArchiveStore {
  /** Reads the next charges. `before`: everything about an archived charge happened before this time. */
  readArchivePage(afterSeq: string, before: Date, limit: number): Promise<ArchivePage>
  /**
   * Deletes charges, in one transaction, that can still be archived and are as the lines say whose digests are given by
   * their ids. Returns the ids of those that it has deleted. The chain's key of each credited transfer stays, so that it
   * is never credited again.
   */
  deleteArchived(digests: ReadonlyMap<string, string>, before: Date): Promise<string[]>
}

/** Returns the SHA-256 of a line of an archive, hex. */
export const computeLineDigest = (line: string) => createHash('sha256').update(line).digest('hex')

/** The tables whose rows belong to a charge, and an order of the rows that is always the same. */
const parts = {
  accepted_tokens: sql`sort_order, chain_id, token`,
  quote_periods: sql`chain_id, token, valid_from`,
  charge_status_history: sql`seq`,
  payments: sql`seq`,
  transfers: sql`seq`,
  reported_transactions: sql`created_at, id`,
  misdirected_payments: sql`created_at, id`,
  webhook_events: sql`seq`,
} as const

type Row = Record<string, unknown>

/** Creates the part of the store for `pay-charge archive`. */
export function createArchiveStore(db: Kysely<Tables>): ArchiveStore {
  return {
    async readArchivePage(afterSeq, before, limit) {
      return await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          // By `charges.seq`: `seq` alone would be the text.
          const { rows } = await sql<StateRow>`
            select id, seq::text, created_at, ${keptReason(before)} as kept from charges
            where seq > ${afterSeq}::bigint order by charges.seq limit ${limit}`.execute(tx)
          const isEnd = rows.every(({ created_at }) => created_at >= before)
          const ids = rows.filter(({ kept }) => kept === null).map(({ id }) => id)
          const kept = new Map<KeptReason, number>()
          for (const { kept: reason } of rows)
            if (reason !== null && reason !== 'open' && reason !== 'young')
              kept.set(reason, (kept.get(reason) ?? 0) + 1)
          return {
            nextSeq: isEnd ? undefined : rows.at(-1)?.seq,
            firstCreatedAt: rows[0]?.created_at,
            charges: await readCharges(tx, ids),
            kept,
          }
        })
    },

    async deleteArchived(digests, before) {
      return await db.transaction().execute(async (tx) => {
        // In the order in which the watcher locks charges. Everything that may belong to a charge from now on waits for
        // this lock: by its own, or by its foreign key.
        const ids = [...digests.keys()].sort()
        await sql`select id from charges where id in (${sql.join(ids)}) order by id for update`.execute(
          tx,
        )
        // A statement of its own: one that waits for a lock does not see what the other has written in other tables.
        const { rows } = await sql<StateRow>`
          select id, seq::text, created_at, ${keptReason(before)} as kept from charges
          where id in (${sql.join(ids)})`.execute(tx)
        const ready = rows.filter(({ kept }) => kept === null).map(({ id }) => id)
        const charges = await readCharges(tx, ready, { locks: true })
        const unchanged = charges
          .filter(({ id, line }) => digests.get(id) === computeLineDigest(line))
          .map(({ id }) => id)
        if (unchanged.length > 0) await deleteCharges(tx, unchanged)
        return unchanged
      })
    },
  }
}

interface StateRow {
  id: string
  seq: string
  created_at: Date
  /** Null for a charge that can be archived. */
  kept: KeptReason | 'open' | 'young' | null
}

/**
 * SQL for why a charge cannot be archived; null where it can. Old enough is one about which nothing has happened since
 * `before`: no payment is checked for a reorganization any more.
 */
function keptReason(before: Date) {
  const has = (table: string, condition: ReturnType<typeof sql>) =>
    sql`exists (select from ${sql.table(table)} as one where one.charge_id = charges.id and ${condition})`
  const time = sql`${before}::timestamptz`
  return sql`case
    when status not in ('COMPLETED', 'EXPIRED', 'CANCELLED') then 'open'
    when created_at >= ${time} or expires_at >= ${time}
      or ${has('charge_status_history', sql`one.time >= ${time}`)}
      or ${has('payments', sql`greatest(one.created_at, one.verified_at, one.mined_at, one.seen_at) >= ${time}`)}
      or ${has('misdirected_payments', sql`one.created_at >= ${time}`)} then 'young'
    when request_id is not null then 'request'
    when ${has('payments', sql`one.status = 'PENDING'`)} then 'pending'
    when ${has('reported_transactions', sql`one.status = 'WAITING'`)}
      or ${has('reserved_amounts', sql`true`)} then 'payer'
    when exists (
      select from transfers as one where one.status = 'UNMATCHED'
        and (one.charge_id = charges.id or position(charges.reference in one.mentioned_references) > 0)
    ) then 'unmatched'
    when ${has('webhook_events', sql`one.status <> 'DELIVERED'`)} then 'webhook'
  end`
}

/** Reads charges with the rows that belong to them, in the order of their creation. */
async function readCharges(
  tx: Kysely<Tables>,
  ids: readonly string[],
  { locks = false } = {},
): Promise<ArchivedCharge[]> {
  if (ids.length === 0) return []
  const lock = locks ? sql`for update` : sql``
  const { rows: charges } = await sql<Row & { id: string; created_at: Date }>`
    select * from charges where id in (${sql.join(ids)}) order by seq`.execute(tx)
  const partsByCharge = new Map<string, Map<string, Row[]>>()
  for (const [table, order] of Object.entries(parts)) {
    const { rows } = await sql<Row & { charge_id: string }>`
      select * from ${sql.table(table)} where charge_id in (${sql.join(ids)})
      order by ${order} ${lock}`.execute(tx)
    partsByCharge.set(
      table,
      Map.groupBy(rows, ({ charge_id }) => charge_id),
    )
  }
  return charges.map((charge) => {
    const rowsOfParts = [...partsByCharge].map(([table, byCharge]) => [
      table,
      (byCharge.get(charge.id) ?? []).map(toJsonRow),
    ])
    const content = { version: 1, charge: toJsonRow(charge), ...Object.fromEntries(rowsOfParts) }
    return { id: charge.id, createdAt: charge.created_at, line: toLine(content) }
  })
}

/** Returns JSON in one line, also for readers that take Unicode's line breaks for such: they stand in texts only. */
const toLine = (content: object) =>
  JSON.stringify(content).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** Columns that one driver returns as numbers and the other one as text. */
const bigintColumns = new Set([
  ...['seq', 'chain_id', 'block_number', 'nonce', 'seen_at_block', 'claim_number'],
])
/** Where events go and what signs them is a setting of the account, and a secret. */
const omittedColumns = new Set(['target_url', 'target_secrets'])

/** Returns a row for JSON: amounts and large numbers as text, times in ISO 8601, as in the rest of the interface. */
function toJsonRow(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !omittedColumns.has(name))
      .map(([name, value]) => [
        name,
        bigintColumns.has(name) && value !== null ? String(value) : value,
      ]),
  )
}

/**
 * Deletes charges that this transaction has locked. Of a transfer that was credited the row stays, with its unique key of
 * chain, hash and position, and without the charge: whoever reports or finds it again meets it.
 */
async function deleteCharges(tx: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  for (const table of [
    'webhook_events',
    'misdirected_payments',
    'reported_transactions',
    'quote_periods',
    'accepted_tokens',
    'charge_status_history',
  ] as const)
    await tx.deleteFrom(table).where('charge_id', 'in', ids).execute()
  const archived = { payment_id: null, proof: null, counted_amount: null, charge_id: null }
  await tx
    .updateTable('transfers')
    .set({ ...archived, status: 'ARCHIVED' })
    .where('charge_id', 'in', ids)
    .where('payment_id', 'is not', null)
    .execute()
  // Money that the merchant has ignored: the charge was a hint.
  await tx.updateTable('transfers').set({ charge_id: null }).where('charge_id', 'in', ids).execute()
  await tx.deleteFrom('payments').where('charge_id', 'in', ids).execute()
  const { numDeletedRows } = await tx
    .deleteFrom('charges')
    .where('id', 'in', ids)
    .executeTakeFirst()
  if (Number(numDeletedRows) !== ids.length) throw new Error('Not all of these charges are there.')
}
