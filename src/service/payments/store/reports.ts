import { type Kysely, sql } from 'kysely'
import { anyOf, recordsOf } from '../../db/any-of.ts'
import { toFutureTime } from '../../db/clock.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { createId } from '../../kernel/id.ts'
import type {
  AddReportResult,
  ReadReport,
  ReportLimits,
  ReportRecord,
  ReportSchedule,
} from '../reports.ts'
import { addReport, addUnknownReport, toReport } from './add-report.ts'

/** Maximum number of reports of one hash that are read: each signature costs an RPC call. */
const maxReportsOfHash = 20

/**
 * Creates the part of the store for reported transactions that the chain has not shown: a queue of their own, separate
 * from payments.
 */
export function createReportStore(db: Kysely<Tables>) {
  return {
    /** Adds a report to the queue of transactions that the chain has not shown, or returns why not. Calls no node. */
    async addReport(report: ReportRecord, limits: ReportLimits): Promise<AddReportResult> {
      return (
        (await addUnknownReport(db, report, limits)) ??
        (await db.transaction().execute((tx) => addReport(tx, report, limits)))
      )
    },

    /** Returns a charge's report of a hash. */
    async getReport(
      chargeId: string,
      chainId: number,
      hash: string,
    ): Promise<ReportRecord | undefined> {
      const row = await db
        .selectFrom('reportedTransactions')
        .selectAll()
        .where('chargeId', '=', chargeId)
        .where('chainId', '=', chainId)
        .where('hash', '=', hash)
        .executeTakeFirst()
      return row && toReport(row)
    },

    /**
     * Returns the reports of these hashes that wait, that have a signature or that are the merchant's decision: of each hash
     * the merchant's first, then the oldest ones.
     */
    async listReports(chainId: number, hashes: readonly string[]): Promise<ReportRecord[]> {
      if (hashes.length === 0) return []
      const rows = await db
        .selectFrom((from) =>
          from
            .selectFrom('reportedTransactions')
            .selectAll()
            .select((by) =>
              by.fn
                .agg<number>('row_number')
                .over((over) =>
                  over
                    .partitionBy('hash')
                    // Strangers' reports must not displace the merchant's decision.
                    .orderBy(sql`assigned_by is null`)
                    .orderBy('createdAt'),
                )
                .as('place'),
            )
            .where('chainId', '=', chainId)
            .where('hash', '=', anyOf(hashes))
            .where((by) =>
              by.or([
                by('status', '=', 'WAITING'),
                by('signature', 'is not', null),
                by('assignedBy', 'is not', null),
              ]),
            )
            .as('placed'),
        )
        .selectAll()
        .where('place', '<=', maxReportsOfHash)
        .orderBy('place')
        .execute()
      return rows.map(toReport)
    },

    /** Returns which of these transactions were reported, or have transfers that are recorded. */
    async listKnownHashes(
      chainId: number,
      hashes: readonly string[],
    ): Promise<ReadonlySet<string>> {
      if (hashes.length === 0) return new Set()
      const select = (table: 'reportedTransactions' | 'transfers') =>
        db
          .selectFrom(table)
          .select('hash')
          .where('chainId', '=', chainId)
          .where('hash', '=', anyOf(hashes))
      const rows = await select('reportedTransactions').union(select('transfers')).execute()
      return new Set(rows.map(({ hash }) => hash))
    },

    /** Returns the reports whose next attempt is due, those with the fewest attempts first. */
    async listDueReports(chainId: number, limit: number): Promise<ReportRecord[]> {
      const rows = await db
        .selectFrom('reportedTransactions')
        .selectAll()
        .where('chainId', '=', chainId)
        .where('status', '=', 'WAITING')
        .where('nextCheckAt', '<=', toFutureTime(0))
        .orderBy('attempts')
        .orderBy('nextCheckAt')
        .limit(limit)
        .execute()
      return rows.map(toReport)
    },

    /** Counts an attempt to read reported transactions that is about to be made. */
    async countReportAttempts(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return
      await db
        .updateTable('reportedTransactions')
        .set((by) => ({ attempts: by('attempts', '+', 1) }))
        .where('id', 'in', [...ids])
        .where('status', '=', 'WAITING')
        .execute()
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
      await db.transaction().execute(async (tx) => {
        const reason = `The transaction was replaced by ${hash}.`
        const chargeOfReport = tx
          .selectFrom('reportedTransactions')
          .select('chargeId')
          .where('id', '=', id)
        // Before the report's row, as whoever adds a report or evidence does.
        await tx
          .selectFrom('charges')
          .select('id')
          .where('id', 'in', chargeOfReport)
          .forUpdate()
          .execute()
        const row = await tx
          .updateTable('reportedTransactions')
          .set({ status: 'ENDED', reason })
          .where('id', '=', id)
          .where('status', '=', 'WAITING')
          .returningAll()
          .executeTakeFirst()
        if (!row) return
        // The signed text contains the hash: a signature for another transaction proves nothing about this one.
        const replacement = {
          hash,
          signature: null,
          sender: null,
          nonce: null,
          seenAtBlock: null,
        }
        await tx
          .insertInto('reportedTransactions')
          .values({
            ...row,
            ...replacement,
            id: createId(),
            status: 'WAITING',
            reason: '',
            attempts: 0,
            nextCheckAt: toFutureTime(0),
          })
          .onConflict((conflict) => conflict.columns(['chargeId', 'chainId', 'hash']).doNothing())
          .execute()
      })
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
      const old = db
        .selectFrom('reportedTransactions')
        .select('id')
        .where('createdAt', '<', before)
        .orderBy('createdAt')
        .limit(limit)
      const { numDeletedRows } = await db
        .deleteFrom('reportedTransactions')
        .where('id', 'in', old)
        .executeTakeFirst()
      return Number(numDeletedRows)
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
export type ReportStore = ReturnType<typeof createReportStore>

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
