import { type Kysely, type Selectable, sql } from 'kysely'
import type { AddReportResult, ReportLimits, Store } from '../domain/ports.ts'
import type { ReportRecord } from '../domain/records.ts'
import { toReport } from './proof-rows.ts'
import type { ReportedTransactionRow, Tables } from './tables.ts'

type ReportStore = Pick<
  Store,
  | 'addReport'
  | 'getReport'
  | 'listReports'
  | 'listDueReports'
  | 'postponeReport'
  | 'replaceReport'
  | 'endReports'
  | 'deleteReports'
  | 'countWaitingReports'
>

/**
 * Creates the part of the store for reported transactions that the chain has not shown: a queue of their own, separate
 * from payments.
 */
export function createReportStore(db: Kysely<Tables>): ReportStore {
  return {
    async addReport(report, limits) {
      return (
        (await takeUnseen(db, report, limits)) ??
        (await db.transaction().execute((tx) => addReport(tx, report, limits)))
      )
    },

    async getReport(chargeId, chainId, hash) {
      const row = await db
        .selectFrom('reported_transactions')
        .selectAll()
        .where('charge_id', '=', chargeId)
        .where('chain_id', '=', chainId)
        .where('hash', '=', hash)
        .executeTakeFirst()
      return row && toReport(row)
    },

    async listReports(chainId, hash) {
      const rows = await db
        .selectFrom('reported_transactions')
        .selectAll()
        .where('chain_id', '=', chainId)
        .where('hash', '=', hash)
        .where((by) => by.or([by('status', '=', 'WAITING'), by('signature', 'is not', null)]))
        .orderBy('created_at')
        // Each signature costs an RPC call: whoever floods one hash gets no more than this.
        .limit(20)
        .execute()
      return rows.map(toReport)
    },

    async listDueReports(chainId, now, limit) {
      const rows = await db
        .selectFrom('reported_transactions')
        .selectAll()
        .where('chain_id', '=', chainId)
        .where('status', '=', 'WAITING')
        .where('next_look_at', '<=', now)
        .orderBy('looks')
        .orderBy('next_look_at')
        .limit(limit)
        .execute()
      return rows.map(toReport)
    },

    async postponeReport(id, at, trace) {
      const lastSeen = trace && {
        sender: trace.sender,
        nonce: trace.nonce,
        seen_head: String(trace.seenAtBlock),
      }
      await db
        .updateTable('reported_transactions')
        .set((by) => ({ next_look_at: at, looks: by('looks', '+', 1), ...lastSeen }))
        .where('id', '=', id)
        .where('status', '=', 'WAITING')
        .execute()
    },

    async replaceReport(id, hash) {
      await db.transaction().execute(async (tx) => {
        const reason = `The transaction was replaced by ${hash}.`
        const row = await tx
          .updateTable('reported_transactions')
          .set({ status: 'ENDED', reason })
          .where('id', '=', id)
          .where('status', '=', 'WAITING')
          .returningAll()
          .executeTakeFirst()
        if (!row) return
        // The signed text contains the hash: a signature for another transaction proves nothing about this one.
        const replaced = { hash, signature: null, sender: null, nonce: null, seen_head: null }
        await tx
          .insertInto('reported_transactions')
          .values({
            ...{ ...row, ...replaced, id: crypto.randomUUID(), status: 'WAITING', reason: '' },
            ...{ looks: 0, next_look_at: new Date() },
          })
          .onConflict((conflict) => conflict.columns(['charge_id', 'chain_id', 'hash']).doNothing())
          .execute()
      })
    },

    async endReports(ids, reason) {
      if (ids.length === 0) return
      await db
        .updateTable('reported_transactions')
        .set({ status: 'ENDED', reason })
        .where('id', 'in', [...ids])
        .where('status', '=', 'WAITING')
        .execute()
    },

    async deleteReports(before, limit) {
      const old = db
        .selectFrom('reported_transactions')
        .select('id')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit)
      const { numDeletedRows } = await db
        .deleteFrom('reported_transactions')
        .where('id', 'in', old)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    async countWaitingReports() {
      const { count } = await db
        .selectFrom('reported_transactions')
        .select((by) => by.fn.countAll<string>().as('count'))
        .where('status', '=', 'WAITING')
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}

/**
 * Takes what nothing is known of, which is all that a stranger's false hash can be: two statements and no lock, since a
 * flood of them must leave the database to others. Undefined where more is to decide.
 */
async function takeUnseen(
  db: Kysely<Tables>,
  report: ReportRecord,
  limits: ReportLimits,
): Promise<AddReportResult | undefined> {
  if (report.signature !== undefined) return undefined
  const { chargeId, chainId, hash, createdAt } = report
  const { rows } = await sql<Selectable<ReportedTransactionRow>>`
    insert into reported_transactions
      (id, charge_id, chain_id, hash, token, status, next_look_at, created_at)
    select ${report.id}::uuid, ${chargeId}::uuid, ${chainId}, ${hash}, ${report.token}, 'WAITING',
      ${createdAt}::timestamptz, ${createdAt}::timestamptz
    where not exists (select from transfers where chain_id = ${chainId} and hash = ${hash})
      and not exists (
        select from payments where charge_id = ${chargeId} and chain_id = ${chainId} and hash = ${hash}
      )
    on conflict (charge_id, chain_id, hash) do nothing
    returning *`.execute(db)
  const [row] = rows
  if (!row) return undefined
  await removeExcess(db, chargeId, limits)
  return { outcome: 'added', report: toReport(row) }
}

async function addReport(
  tx: Kysely<Tables>,
  report: ReportRecord,
  limits: ReportLimits,
): Promise<AddReportResult> {
  const { chargeId, chainId, hash } = report
  // Simultaneous reports of one charge follow each other, so that their count is right.
  await tx.selectFrom('charges').select('id').where('id', '=', chargeId).forUpdate().execute()
  const {
    transfers,
    open: hasUnmatched,
    known: existing,
    paid: payment,
    signature,
  } = await readKnown(tx, report)
  const hasNewSignature = report.signature !== undefined && report.signature !== signature
  // Another signature takes the former one's place: whoever signed with the wrong account signs again.
  if (existing && !hasNewSignature) return { outcome: 'known' }
  if (payment && !(hasNewSignature && hasUnmatched)) return { outcome: 'known' }
  if (transfers && !hasUnmatched) return { outcome: 'taken' }
  // What is known to be on the chain does not stand in line with what may never be there.
  const dueAt = hasUnmatched ? new Date(0) : report.createdAt
  if (existing) return await replaceSignature(tx, report, existing, dueAt)
  // What is recorded waits for a proof, and the chain has nothing to add.
  const isWaiting = !hasUnmatched || hasNewSignature || limits.creditsFirstReport
  const row = await tx
    .insertInto('reported_transactions')
    .values({
      id: report.id,
      charge_id: chargeId,
      chain_id: chainId,
      hash,
      token: report.token,
      signature: report.signature ?? null,
      status: isWaiting ? 'WAITING' : 'ENDED',
      next_look_at: dueAt,
      created_at: report.createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await removeExcess(tx, chargeId, limits)
  if (hasUnmatched) {
    await tx
      .updateTable('transfers')
      .set({ charge_id: chargeId })
      .where('chain_id', '=', chainId)
      .where('hash', '=', hash)
      .where('status', '=', 'UNMATCHED')
      // A hint for the merchant. The first report stays, so that nobody can overwrite it.
      .where('charge_id', 'is', null)
      .execute()
  }
  return { outcome: 'added', report: toReport(row) }
}

/** Reads what is known of a hash, and of a report of it for its charge, in one statement. */
async function readKnown(tx: Kysely<Tables>, { chargeId, chainId, hash }: ReportRecord) {
  const { rows } = await sql<{
    transfers: boolean
    open: boolean
    paid: boolean
    known: string | null
    signature: string | null
  }>`
    select
      exists (select from transfers where chain_id = ${chainId} and hash = ${hash}) as transfers,
      exists (
        select from transfers where chain_id = ${chainId} and hash = ${hash} and status = 'UNMATCHED'
      ) as open,
      exists (
        select from payments where charge_id = ${chargeId} and chain_id = ${chainId} and hash = ${hash}
      ) as paid,
      report.id as known,
      report.signature
    from (select) as one
    left join reported_transactions as report
      on report.charge_id = ${chargeId} and report.chain_id = ${chainId} and report.hash = ${hash}`.execute(
    tx,
  )
  return rows[0] as (typeof rows)[number]
}

async function replaceSignature(
  tx: Kysely<Tables>,
  report: ReportRecord,
  id: string,
  dueAt: Date,
): Promise<AddReportResult> {
  const row = await tx
    .updateTable('reported_transactions')
    .set({
      signature: report.signature ?? null,
      status: 'WAITING',
      looks: 0,
      next_look_at: dueAt,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { outcome: 'added', report: toReport(row) }
}

/**
 * Removes what a charge has more than its few places in the queue, once the new report is there: of simultaneous reports
 * the last one sees all. Only the charge's own rows are read, which its index finds: whoever reports without end must not
 * make the database read what others have reported.
 */
async function removeExcess(
  db: Kysely<Tables>,
  chargeId: string,
  { maxWaiting, maxEnded }: ReportLimits,
): Promise<void> {
  await db
    .deleteFrom('reported_transactions')
    .where('charge_id', '=', chargeId)
    .where((by) =>
      by.or([
        by('id', 'in', selectExcess(db, chargeId, 'WAITING', maxWaiting)),
        by('id', 'in', selectExcess(db, chargeId, 'ENDED', maxEnded)),
      ]),
    )
    .execute()
}

/**
 * Selects the ids of a charge's reports beyond `most`: of those that wait the one that was looked at most often gives its
 * place up, then the oldest. All that has ended counts alike: there the oldest goes.
 */
function selectExcess(
  db: Kysely<Tables>,
  chargeId: string,
  status: 'WAITING' | 'ENDED',
  most: number,
) {
  return db
    .selectFrom('reported_transactions')
    .select('id')
    .where('charge_id', '=', chargeId)
    .where('status', '=', status)
    .$if(status === 'WAITING', (query) => query.orderBy('looks'))
    .orderBy('created_at', 'desc')
    .offset(most)
}
