import { type Kysely, type Selectable, sql } from 'kysely'
import { createId } from '../../domain/id.ts'
import type {
  AddReportResult,
  ReadReport,
  ReportLimits,
  ReportRecord,
  ReportStore,
} from '../../domain/payments/reports.ts'

import { anyOf, recordsOf } from '../database/any-of.ts'
import { toFutureTime } from '../database/clock.ts'
import type { ReportedTransactionRow } from '../database/tables/payments.ts'
import type { Tables } from '../database/tables/tables.ts'

/** Maximum number of reports of one hash that are read: each signature costs an RPC call. */
const maxReportsOfHash = 20

/**
 * Creates the part of the store for reported transactions that the chain has not shown: a queue of their own, separate
 * from payments.
 */
export function createReportStore(db: Kysely<Tables>): ReportStore {
  return {
    async addReport(report, limits) {
      return (
        (await addUnknownReport(db, report, limits)) ??
        (await db.transaction().execute((tx) => addReport(tx, report, limits)))
      )
    },

    async getReport(chargeId, chainId, hash) {
      const row = await db
        .selectFrom('reportedTransactions')
        .selectAll()
        .where('chargeId', '=', chargeId)
        .where('chainId', '=', chainId)
        .where('hash', '=', hash)
        .executeTakeFirst()
      return row && toReport(row)
    },

    async listReports(chainId, hashes) {
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

    async listKnownHashes(chainId, hashes) {
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

    async listDueReports(chainId, limit) {
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

    async countReportAttempts(ids) {
      if (ids.length === 0) return
      await db
        .updateTable('reportedTransactions')
        .set((by) => ({ attempts: by('attempts', '+', 1) }))
        .where('id', 'in', [...ids])
        .where('status', '=', 'WAITING')
        .execute()
    },

    async scheduleReports(schedule) {
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

    async replaceReport(id, hash) {
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

    async endReports(reports, reason) {
      if (reports.length === 0) return
      await sql`
        update reported_transactions as report set status = 'ENDED', reason = ${reason}
        from jsonb_to_recordset(${recordsOf(reports.map(toEvidence))}) as one (
          id uuid, signature text, assigned_by uuid
        )
        where ${isReadWhole}`.execute(db)
    },

    async deleteReports(before, limit) {
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

    async countWaitingReports() {
      const { count } = await db
        .selectFrom('reportedTransactions')
        .select((by) => by.fn.countAll<number>().as('count'))
        .where('status', '=', 'WAITING')
        .executeTakeFirstOrThrow()
      return count
    },
  }
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

/**
 * Adds a report of an unknown hash, such as a stranger's false hash. Two statements and no lock that others of their kind wait
 * for, so that a flood of such hashes does not slow others down. Returns undefined, and adds nothing, in every other case.
 */
async function addUnknownReport(
  db: Kysely<Tables>,
  report: ReportRecord,
  limits: ReportLimits,
): Promise<AddReportResult | undefined> {
  if (report.signature !== undefined || report.assignedBy) return undefined
  const { chargeId, chainId, hash, createdAt } = report
  const { rows } = await sql<Selectable<ReportedTransactionRow>>`
    insert into reported_transactions
      (id, charge_id, chain_id, hash, token, status, next_check_at, created_at)
    select ${report.id}::uuid, charge.id, ${chainId}, ${hash}, ${report.token}, 'WAITING',
      now(), ${createdAt}::timestamptz
    -- The lock that the foreign key takes once the row is there. Whoever has locked the charge may be about to add the same row,
    -- and would wait for this one.
    from (select id from charges where id = ${chargeId}::uuid for key share) as charge
    where not exists (select from transfers where chain_id = ${chainId} and hash = ${hash})
      and not exists (
        select from payments where charge_id = ${chargeId} and chain_id = ${chainId} and hash = ${hash}
      )
    on conflict do nothing
    returning *`.execute(db)
  const [row] = rows
  if (!row) return undefined
  await deleteExcess(db, report, limits)
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
  // The merchant's decisions about one transaction follow each other: it pays the charge that was named first.
  if (report.assignedBy)
    await sql`select pg_advisory_xact_lock(hashtextextended(${hash}, ${chainId}))`.execute(tx)
  const hashState = await readHashState(tx, report)
  const { hasTransfers, hasUnmatched, hasPayment, reportId } = hashState
  // A new signature replaces the previous one: a payer who signed with the wrong account can sign again.
  const hasNewSignature = report.signature !== undefined && report.signature !== hashState.signature
  const hasNewEvidence =
    hasNewSignature || (report.assignedBy !== undefined && !hashState.isAssigned)
  if (reportId && !hasNewEvidence) return { outcome: 'known' }
  if (hasPayment && !(hasNewEvidence && hasUnmatched)) return { outcome: 'known' }
  if (hasTransfers && !hasUnmatched) return { outcome: 'taken' }
  if (report.assignedBy && hashState.isAssignedElsewhere) return { outcome: 'taken' }
  // A transaction that is known to be on the chain does not wait behind those that may never be there.
  const dueAt = hasUnmatched ? new Date(0) : toFutureTime(0)
  if (reportId) return await addEvidence(tx, report, reportId, dueAt)
  // Its transfers wait for a proof, and were read as a whole: the chain has nothing to add.
  const isRead = hasUnmatched && !hashState.isFromLogs
  const isWaiting = !isRead || hasNewEvidence
  const row = await tx
    .insertInto('reportedTransactions')
    .values({
      id: report.id,
      chargeId,
      chainId,
      hash,
      token: report.token,
      signature: report.signature,
      status: isWaiting ? 'WAITING' : 'ENDED',
      nextCheckAt: dueAt,
      createdAt: report.createdAt,
      ...fromAssignedBy(report),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  // Another transaction of a relay that was sent anew was reported with its id.
  if (!row) return await addReport(tx, { ...report, id: createId() }, limits)
  await deleteExcess(tx, report, limits)
  if (hasUnmatched) {
    await tx
      .updateTable('transfers')
      .set({ chargeId })
      .where('chainId', '=', chainId)
      .where('hash', '=', hash)
      .where('status', '=', 'UNMATCHED')
      // A hint for the merchant. The first report stays, so that nobody can overwrite it.
      .where('chargeId', 'is', null)
      .execute()
  }
  return { outcome: 'added', report: toReport(row) }
}

/** Reads in one statement the state of a hash, and of its report for the charge. */
async function readHashState(tx: Kysely<Tables>, { chargeId, chainId, hash }: ReportRecord) {
  const { rows } = await sql<{
    hasTransfers: boolean
    hasUnmatched: boolean
    isFromLogs: boolean
    hasPayment: boolean
    isAssignedElsewhere: boolean
    reportId: string | undefined
    signature: string | undefined
    isAssigned: boolean
  }>`
    select
      exists (select from transfers where chain_id = ${chainId} and hash = ${hash}) as "hasTransfers",
      exists (
        select from transfers where chain_id = ${chainId} and hash = ${hash} and status = 'UNMATCHED'
      ) as "hasUnmatched",
      exists (
        select from arrivals where chain_id = ${chainId} and hash = ${hash} and is_from_logs
      ) as "isFromLogs",
      exists (
        select from payments where charge_id = ${chargeId} and chain_id = ${chainId} and hash = ${hash}
      ) as "hasPayment",
      exists (
        select from reported_transactions where chain_id = ${chainId} and hash = ${hash}
          and assigned_by is not null and status = 'WAITING' and charge_id <> ${chargeId}
      ) as "isAssignedElsewhere",
      report.id as "reportId",
      report.signature,
      report.assigned_by is not null as "isAssigned"
    from (select) as one
    left join reported_transactions as report
      on report.charge_id = ${chargeId} and report.chain_id = ${chainId} and report.hash = ${hash}`.execute(
    tx,
  )
  return rows[0] as (typeof rows)[number]
}

function fromAssignedBy({ assignedBy }: ReportRecord) {
  return {
    assignedBy: assignedBy?.keyId,
    assignedRequestId: assignedBy?.requestId,
  }
}

/** Adds a signature or the merchant's decision to a report. The payer's signature and the decision stand side by side. */
async function addEvidence(
  tx: Kysely<Tables>,
  report: ReportRecord,
  id: string,
  dueAt: Date | ReturnType<typeof toFutureTime>,
): Promise<AddReportResult> {
  const row = await tx
    .updateTable('reportedTransactions')
    .set({
      ...(report.signature !== undefined && { signature: report.signature }),
      ...(report.assignedBy && fromAssignedBy(report)),
      status: 'WAITING',
      attempts: 0,
      nextCheckAt: dueAt,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return { outcome: 'added', report: toReport(row) }
}

/**
 * Deletes reports of a charge beyond its limits, the merchant's and the payers' separately: strangers' reports cannot
 * displace a decision. Called after the new report was inserted, so that the last of several simultaneous ones sees
 * them all. Reads only the charge's own rows, by index: a flood of reports for one charge must not
 * make the database read those of others.
 */
async function deleteExcess(
  db: Kysely<Tables>,
  report: ReportRecord,
  { maxWaiting, maxEnded }: ReportLimits,
): Promise<void> {
  const { chargeId } = report
  const excess = db
    .selectFrom('reportedTransactions')
    .select('id')
    .where('chargeId', '=', chargeId)
    .where((by) =>
      by.or([
        by('id', 'in', selectExcess(db, report, 'WAITING', maxWaiting)),
        by('id', 'in', selectExcess(db, report, 'ENDED', maxEnded)),
      ]),
    )
    .forUpdate()
    // What the watcher changes at this moment is deleted with the next report: nobody waits for it here, holding other rows.
    .skipLocked()
  await db
    .deleteFrom('reportedTransactions')
    .where('chargeId', '=', chargeId)
    .where('id', 'in', excess)
    .execute()
}

/**
 * Selects the ids of a charge's reports beyond `max`: of those that wait, the ones that were checked most often, then
 * the oldest; of those that ended, the oldest.
 */
function selectExcess(
  db: Kysely<Tables>,
  { chargeId, assignedBy }: ReportRecord,
  status: 'WAITING' | 'ENDED',
  max: number,
) {
  return db
    .selectFrom('reportedTransactions')
    .select('id')
    .where('chargeId', '=', chargeId)
    .where('status', '=', status)
    .where('assignedBy', assignedBy ? 'is not' : 'is', null)
    .$if(status === 'WAITING', (query) => query.orderBy('attempts'))
    .orderBy('createdAt', 'desc')
    .offset(max)
}

function toReport(row: Selectable<ReportedTransactionRow>): ReportRecord {
  const { sender, nonce, seenAtBlock, assignedBy, assignedRequestId, nextCheckAt, ...columns } = row
  return {
    ...columns,
    pendingTransaction:
      sender === undefined
        ? undefined
        : { sender, nonce: nonce ?? 0, seenAtBlock: seenAtBlock ?? 0n },
    assignedBy:
      assignedBy === undefined
        ? undefined
        : { keyId: assignedBy, requestId: assignedRequestId ?? '' },
  }
}
