import type { KeyAuthor } from '../accounts/accounts.ts'
import type { Address } from '../chain/types/address.ts'
import type { PendingTransaction } from '../chain/types/transactions.ts'

/** Limits of the reports of one charge, for payers' reports and for the merchant's separately. */
export interface ReportLimits {
  /** How many reports of one charge may wait, and how many are kept after they ended. */
  maxWaiting: number
  maxEnded: number
}

/** How many reports of one charge wait, and are kept after they ended. */
export const reportLimits = { maxWaiting: 5, maxEnded: 20 }

/** Creates the report of a transaction, without the payer's signature or the merchant's word. */
export function createReport(
  report: Pick<ReportRecord, 'id' | 'chargeId' | 'chainId' | 'hash' | 'token'>,
): ReportRecord {
  return {
    ...report,
    ...{ signature: undefined, status: 'WAITING', pendingTransaction: undefined, reason: '' },
    ...{ attempts: 0, createdAt: new Date(), assignedBy: undefined },
  }
}

/** A report with the evidence that it had when it was read. */
export type ReadReport = Pick<ReportRecord, 'id' | 'signature' | 'assignedBy'>

/** In how many milliseconds the next check of a report is due. */
export interface ReportSchedule extends ReadReport {
  delayMs: number
  /** Undefined where nothing new was seen. */
  pendingTransaction: PendingTransaction | undefined
}

/**
 * The result of adding a report.
 *
 * - `added`: the report waits, or its transfers wait for proof
 * - `known`: this charge already has a report or a payment of this transaction
 * - `taken`: all transfers of the transaction are credited to other charges, or the merchant has decided for another one
 */
export type AddReportResult =
  | { outcome: 'added'; report: ReportRecord }
  | { outcome: 'known' | 'taken' }

/** A transaction hash that was reported for a charge, and that the chain has not shown yet. */
export interface ReportRecord {
  id: string
  chargeId: string
  chainId: number
  /** Lower case. */
  hash: string
  token: Address
  signature: string | undefined
  /** WAITING until the transaction is mined, or until the report is deleted. */
  status: 'WAITING' | 'ENDED'
  /** For WAITING: the transaction as it was last seen before it was mined; undefined when it was never seen. */
  pendingTransaction: PendingTransaction | undefined
  /** For ENDED: why it paid nothing for the charge; '' when its transfers show that. */
  reason: string
  /** How often the watcher has tried to read its transaction. */
  attempts: number
  createdAt: Date
  /** The merchant's key that decided that the transaction pays the charge; undefined for a payer's report. */
  assignedBy: KeyAuthor | undefined
}

/** Known facts about a hash that is reported for a charge, read under the charge's lock. */
export interface ReportedHash {
  /** Whether transfers of it are recorded, and whether some of them are credited to no charge. */
  hasTransfers: boolean
  hasUnmatched: boolean
  /** Whether they are recorded from their logs alone. */
  isFromLogs: boolean
  /** Whether it has paid the charge. */
  hasPayment: boolean
  /** Whether the merchant has decided that it pays another charge. */
  isAssignedElsewhere: boolean
  /** The charge's report of it, with its evidence; undefined for none. */
  reportId: string | undefined
  signature: string | undefined
  isAssigned: boolean
}

/** The outcome of a report: it is new, or its evidence is, or nothing is. */
export type ReportJudgement =
  | { outcome: 'known' | 'taken' }
  | { outcome: 'new'; isWaiting: boolean }

/** Returns whether a report adds something to the known facts about its hash, and whether it then waits for the watcher. */
export function judgeReport(
  { signature, assignedBy }: Pick<ReportRecord, 'signature' | 'assignedBy'>,
  known: ReportedHash,
): ReportJudgement {
  const { hasTransfers, hasUnmatched, hasPayment, reportId } = known
  // A new signature replaces the previous one: a payer who signed with the wrong account can sign again.
  const hasNewSignature = signature !== undefined && signature !== known.signature
  const hasNewEvidence = hasNewSignature || (assignedBy !== undefined && !known.isAssigned)
  if (reportId && !hasNewEvidence) return { outcome: 'known' }
  if (hasPayment && !(hasNewEvidence && hasUnmatched)) return { outcome: 'known' }
  if (hasTransfers && !hasUnmatched) return { outcome: 'taken' }
  if (assignedBy && known.isAssignedElsewhere) return { outcome: 'taken' }
  // Its transfers wait for a proof, and were read as a whole: the chain has nothing to add.
  const isRead = hasUnmatched && !known.isFromLogs
  return { outcome: 'new', isWaiting: !isRead || hasNewEvidence }
}
