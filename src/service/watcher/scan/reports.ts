import type { ReportRecord } from '../../domain/payments/reports.ts'
import type { WatcherContext } from '../context.ts'
import { examineTransaction } from '../credit/examine.ts'
import type { WatchedDestinations } from '../destinations/places.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs

/** Milliseconds until the next check, by the number of checks so far; after that once an hour. */
const checkDelaysMs = [
  secondMs,
  2 * secondMs,
  5 * secondMs,
  15 * secondMs,
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
]
const maxCheckDelayMs = 60 * minuteMs

/**
 * Maximum number of reported hashes that are checked in one interval of the chain, and at the same time. It stays small
 * however often the watcher is woken: reports of transactions that do not exist must not delay real payments, which are
 * found by the scan and checked before the reports.
 */
const maxHashesPerInterval = 20
const concurrency = 4
/**
 * Maximum number of due reports that are read, and of one hash that are checked at once. Those of one hash are checked
 * by the same calls of the node: a hundred false signatures of one transaction take one place of the budget.
 */
const maxDueReports = 200
const maxReportsOfHash = 20
/** The least milliseconds until the next try after a hash could not be read. */
const errorRetryMs = 30_000
/**
 * Milliseconds until the next check of a mined transaction that waits only for the clock to be measured, however often
 * it was checked: the next block may be the one that measures it, and the payer has paid.
 */
const clockRetryMs = 5 * secondMs

/** Checks reported transactions, as far as its budget allows. Returns whether something was recorded. */
export type CheckReports = (
  destinations: WatchedDestinations,
  readHead: () => Promise<bigint>,
) => Promise<boolean>

/**
 * Creates the function that checks whether the chain shows reported transactions. Those that it shows are examined for
 * all charges; those that it does not show cost one call, less and less often.
 */
export function createReportChecker(
  context: WatcherContext,
  chainId: number,
  intervalMs: number,
): CheckReports {
  let budget = maxHashesPerInterval
  let budgetGrownAt = performance.now()
  return async (destinations, readHead) => {
    const now = performance.now()
    const growth = ((now - budgetGrownAt) / intervalMs) * maxHashesPerInterval
    budget = Math.min(maxHashesPerInterval, budget + growth)
    budgetGrownAt = now
    if (budget < 1) return false
    const due = await context.store.listDueReports(chainId, maxDueReports)
    const byHash = [...Map.groupBy(due, ({ hash }) => hash)].slice(0, Math.floor(budget))
    budget -= byHash.length
    return await checkAllReports(context, destinations, chainId, byHash, readHead)
  }
}

async function checkAllReports(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  byHash: readonly (readonly [hash: string, due: readonly ReportRecord[]])[],
  readHead: () => Promise<bigint>,
): Promise<boolean> {
  if (byHash.length === 0) return false
  const head = await readHead()
  const queue = [...byHash]
  let recorded = false
  const work = async () => {
    for (let one = queue.shift(); one; one = queue.shift()) {
      const [hash, due] = one
      const reports = due.slice(0, maxReportsOfHash)
      // Counted before: whatever a check does to this process, it comes later and later, and after all others.
      await context.store.countReportChecks(reports.map(({ id }) => id))
      await scheduleReports(context, reports, computeCheckDelayMs)
      try {
        recorded = (await checkReportedHash(context, destinations, hash, reports, head)) || recorded
      } catch (err) {
        context.log.warn(
          { err, chainId, hash },
          'A report could not be checked. The service tries again.',
        )
        const getDelayMs = (report: ReportRecord) =>
          Math.max(computeCheckDelayMs(report), errorRetryMs)
        await scheduleReports(context, reports, getDelayMs)
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return recorded
}

async function checkReportedHash(
  context: WatcherContext,
  destinations: WatchedDestinations,
  hash: string,
  reports: readonly ReportRecord[],
  head: bigint,
): Promise<boolean> {
  const { store, chains } = context
  const [{ chainId } = { chainId: 0 }] = reports
  const transaction = { hash, dueReports: reports }
  const examined = await examineTransaction(context, destinations, chainId, transaction, head)
  if (examined.kind === 'mined' && examined.recheck) {
    if (examined.recheck === 'soon') await scheduleReports(context, reports, () => clockRetryMs)
    return false
  }
  if (examined.kind === 'mined') {
    await store.endReports(
      reports.map(({ id }) => id),
      '',
    )
    return true
  }
  if (examined.kind === 'waiting') {
    const { trace } = examined
    const seen = reports.map((one) => ({ ...one, pendingTransaction: trace }))
    await scheduleReports(context, seen, computeCheckDelayMs)
    return false
  }
  const trace = reports.find((one) => one.pendingTransaction)?.pendingTransaction
  const replacementHash = trace && (await chains.findReplacement(chainId, trace, head))
  if (replacementHash && replacementHash !== hash)
    for (const { id } of reports) await store.replaceReport(id, replacementHash)
  return false
}

/** Sets when the next check of reports is due, as their last one has shown, and what it has seen of the transaction. */
async function scheduleReports(
  { store }: WatcherContext,
  reports: readonly ReportRecord[],
  getDelayMs: (report: ReportRecord) => number,
): Promise<void> {
  await store.scheduleReports(
    reports.map((one) => ({
      id: one.id,
      delayMs: getDelayMs(one),
      pendingTransaction: one.pendingTransaction,
    })),
  )
}

/** Returns the delay until the next check. A transaction that was seen in the mempool is checked more often. */
function computeCheckDelayMs({ checkCount, pendingTransaction, createdAt }: ReportRecord): number {
  const delayMs = checkDelaysMs[checkCount] ?? maxCheckDelayMs
  const isYoung = Date.now() - createdAt.getTime() < 60 * minuteMs
  return pendingTransaction && isYoung ? Math.min(delayMs, 5 * secondMs) : delayMs
}
