import { sql } from 'kysely'
import type { ChargeRecord } from '../records.ts'

/**
 * The charge's report that waits, in the statement that reads the charge: of several, one that a node has shown, or the
 * newest. A charge has at most a few, and `unique (charge_id, …)` finds them.
 */
export const selectWaitingReport = sql<{ reportedAt: string; seen: boolean } | undefined>`(
  select jsonb_build_object('reportedAt', created_at, 'seen', sender is not null)
  from reported_transactions
  where charge_id = charges.id and status = 'WAITING' and charges.status <> 'COMPLETED'
  order by sender is not null desc, created_at desc limit 1
)`.as('waitingReport')

/** Returns the field of the record; nothing where no report waits. */
export function toWaitingReport({
  waitingReport: report,
}: {
  waitingReport: { reportedAt: string; seen: boolean } | undefined
}): Pick<ChargeRecord, 'waitingReport'> {
  if (!report) return {}
  return { waitingReport: { reportedAt: new Date(report.reportedAt), isSeen: report.seen } }
}
