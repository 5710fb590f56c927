import { type Kysely, type Selectable, sql } from 'kysely'
import { toFutureTime } from '../../db/clock.ts'
import type { ReportedTransactionRow } from '../../db/tables/payments.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { createId } from '../../kernel/id.ts'
import {
  type AddReportResult,
  judgeReport,
  type ReportedHash,
  type ReportLimits,
  type ReportRecord,
} from '../reports.ts'

/**
 * Adds a report of an unknown hash, such as a stranger's false hash. Two statements and no lock that others of their kind wait
 * for, so that a flood of such hashes does not slow others down. Returns undefined, and adds nothing, in every other case.
 */
export async function addUnknownReport(
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
    -- The lock that the foreign key takes once the row is there. A process that has locked the charge may be about to add the same row,
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

export async function addReport(
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
  const { hasUnmatched, reportId } = hashState
  const answer = judgeReport(report, hashState)
  if (answer.outcome !== 'new') return answer
  // A transaction that is known to be on the chain does not wait behind those that may never be there.
  const dueAt = hasUnmatched ? new Date(0) : toFutureTime(0)
  if (reportId) return await addEvidence(tx, report, reportId, dueAt)
  const row = await tx
    .insertInto('reportedTransactions')
    .values({
      id: report.id,
      chargeId,
      chainId,
      hash,
      token: report.token,
      signature: report.signature,
      status: answer.isWaiting ? 'WAITING' : 'ENDED',
      nextCheckAt: dueAt,
      createdAt: report.createdAt,
      ...fromAssignedBy(report),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  // A relay that was sent again has another transaction, which was reported with its id.
  if (!row) return await addReport(tx, { ...report, id: createId() }, limits)
  await deleteExcess(tx, report, limits)
  if (hasUnmatched) {
    await tx
      .updateTable('transfers')
      .set({ chargeId })
      .where('chainId', '=', chainId)
      .where('hash', '=', hash)
      .where('status', '=', 'UNMATCHED')
      // A hint for the merchant. The first report stays, so that it cannot be overwritten.
      .where('chargeId', 'is', null)
      .execute()
  }
  return { outcome: 'added', report: toReport(row) }
}

/** Reads in one statement the state of a hash, and of its report for the charge. */
async function readHashState(
  tx: Kysely<Tables>,
  { chargeId, chainId, hash }: ReportRecord,
): Promise<ReportedHash> {
  const { rows } = await sql<ReportedHash>`
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
  return rows[0] as ReportedHash
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
    // Rows that the watcher is changing are deleted with the next report: waiting for them here would hold other rows.
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

export function toReport(row: Selectable<ReportedTransactionRow>): ReportRecord {
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
