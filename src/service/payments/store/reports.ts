import { type Kysely, type Selectable, sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { ReportedTransactionRow } from '../../db/tables/payments.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { AddReportResult, ReportLimits, ReportRecord } from '../reports.ts'
import { addReport, addUnknownReport, toReport } from './add-report.ts'

/** Maximum number of reports of one hash that are read: each signature costs an RPC call. */
const maxReportsOfHash = 20

/** Creates the part of the store for transactions that payers and merchants report. */
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
      const { rows } = await sql<Selectable<ReportedTransactionRow>>`
        select * from (
          select *, row_number() over (
            -- Strangers' reports must not displace the merchant's decision.
            partition by hash order by assigned_by is null, created_at
          ) as place
          from reported_transactions
          where chain_id = ${chainId} and hash = ${anyOf(hashes)}
            and (status = 'WAITING' or signature is not null or assigned_by is not null)
        ) as placed
        where place <= ${maxReportsOfHash} order by place`.execute(db)
      return rows.map(toReport)
    },

    /** Returns which of these transactions were reported, or have transfers that are recorded. */
    async listKnownHashes(
      chainId: number,
      hashes: readonly string[],
    ): Promise<ReadonlySet<string>> {
      if (hashes.length === 0) return new Set()
      const { rows } = await sql<{ hash: string }>`
        select hash from reported_transactions where chain_id = ${chainId} and hash = ${anyOf(hashes)}
        union select hash from transfers where chain_id = ${chainId} and hash = ${anyOf(hashes)}`.execute(
        db,
      )
      return new Set(rows.map(({ hash }) => hash))
    },
  }
}

/** The transactions that payers and merchants report. */
export type ReportStore = ReturnType<typeof createReportStore>
