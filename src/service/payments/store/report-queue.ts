import { type Kysely, type Selectable, sql } from 'kysely'
import { anyOf, recordsOf } from '../../db/any-of.ts'
import { toFutureTime } from '../../db/clock.ts'
import type { ReportedTransactionRow } from '../../db/tables/payments.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { createId } from '../../kernel/id.ts'
import type { ReadReport, ReportRecord, ReportSchedule } from '../reports.ts'
import { toReport } from './add-report.ts'

/**
 * Creates the part of the store for reported transactions that the chain has not shown: a queue of their own, separate
 * from payments.
 */
export function createReportQueueStore(db: Kysely<Tables>) {
  return {
    /** Returns the reports whose next attempt is due, those with the fewest attempts first. */
    async listDueReports(chainId: number, limit: number): Promise<ReportRecord[]> {
      const { rows } = await sql<Selectable<ReportedTransactionRow>>`
        select * from reported_transactions
        where chain_id = ${chainId} and status = 'WAITING' and next_check_at <= now()
        order by attempts, next_check_at limit ${limit}`.execute(db)
      return rows.map(toReport)
    },

    /** Counts an attempt to read reported transactions that is about to be made. */
    async countReportAttempts(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return
      await sql`
        update reported_transactions set attempts = attempts + 1
        where id = ${anyOf(ids, 'uuid')} and status = 'WAITING'`.execute(db)
    },

    /**
     * Saves when the next attempt for each of these reports is due, and what was seen of its transaction. A report that has new
     * evidence stays due.
     */
    async scheduleReports(schedule: readonly ReportSchedule[]): Promise<void> {
      if (schedule.length === 0) return
      const rows = schedule.map(({ delayMs, pendingTransaction, ...report }) => ({
        ...toEvidence(report),
        delayMs,
        sender: pendingTransaction?.sender,
        nonce: pendingTransaction?.nonce,
        seenAtBlock: pendingTransaction?.seenAtBlock,
      }))
      await sql`
        update reported_transactions as report set
          next_check_at = now() + one.delay_ms * interval '1 millisecond',
          sender = coalesce(one.sender, report.sender), nonce = coalesce(one.nonce, report.nonce),
          seen_at_block = coalesce(one.seen_at_block, report.seen_at_block)
        from jsonb_to_recordset(${recordsOf(rows)}) as one (
          id uuid, signature text, assigned_by uuid, delay_ms integer, sender text, nonce bigint, seen_at_block numeric
        )
        where ${isReadWhole}`.execute(db)
    },

    /** Ends a report and adds one for the transaction that replaced the reported one. */
    async replaceReport(id: string, hash: string): Promise<void> {
      await db.transaction().execute((tx) => replaceReport(tx, id, hash))
    },

    /** Ends reports whose transaction was mined. One that has new evidence goes on waiting: it was decided without that. */
    async endReports(reports: readonly ReadReport[], reason: string): Promise<void> {
      if (reports.length === 0) return
      await sql`
        update reported_transactions as report set status = 'ENDED', reason = ${reason}
        from jsonb_to_recordset(${recordsOf(reports.map(toEvidence))}) as one (
          id uuid, signature text, assigned_by uuid
        )
        where ${isReadWhole}`.execute(db)
    },

    /** Deletes reports that were made before this time, and returns how many. */
    async deleteReports(before: Date, limit: number): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from reported_transactions where id in (
          select id from reported_transactions where created_at < ${before} order by created_at limit ${limit}
        )`.execute(db)
      return Number(numAffectedRows ?? 0)
    },

    /** Returns how many reports wait. */
    async countWaitingReports(): Promise<number> {
      const { count } = await db
        .selectFrom('reportedTransactions')
        .select((by) => by.fn.countAll<number>().as('count'))
        .where('status', '=', 'WAITING')
        .executeTakeFirstOrThrow()
      return count
    },
  }
}

/** Reported transactions that the chain has not shown. */
export type ReportQueueStore = ReturnType<typeof createReportQueueStore>

/** Ends a report that waits, and adds one for the transaction that replaced the reported one. */
async function replaceReport(tx: Kysely<Tables>, id: string, hash: string): Promise<void> {
  // Before the report's row, as every addition of a report or of evidence does.
  await sql`
    select id from charges where id in (select charge_id from reported_transactions where id = ${id})
    for update`.execute(tx)
  const row = await tx
    .updateTable('reportedTransactions')
    .set({ status: 'ENDED', reason: `The transaction was replaced by ${hash}.` })
    .where('id', '=', id)
    .where('status', '=', 'WAITING')
    .returningAll()
    .executeTakeFirst()
  if (!row) return
  await tx
    .insertInto('reportedTransactions')
    .values({
      ...row,
      id: createId(),
      hash,
      // The signed text contains the hash: a signature for another transaction proves nothing about this one.
      signature: null,
      sender: null,
      nonce: null,
      seenAtBlock: null,
      status: 'WAITING',
      reason: '',
      attempts: 0,
      nextCheckAt: toFutureTime(0),
    })
    .onConflict((conflict) => conflict.columns(['chargeId', 'chainId', 'hash']).doNothing())
    .execute()
}

const toEvidence = ({ id, signature, assignedBy }: ReadReport) => ({
  id,
  signature,
  assignedBy: assignedBy?.keyId,
})

/**
 * Whether a waiting report still has the evidence that was read, and none that came while its transaction was judged. A payer
 * signs once, and nobody would read it again.
 */
const isReadWhole = sql<boolean>`report.id = one.id and report.status = 'WAITING'
  and report.signature is not distinct from one.signature
  and report.assigned_by is not distinct from one.assigned_by`
