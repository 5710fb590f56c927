import type { ReportRecord } from '../../payments/reports.ts'
import type { ReadHead, WatcherContext } from '../context.ts'
import { creditTransaction } from '../credit/credit-transactions.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs

/** Milliseconds until the next attempt, by the number of attempts so far; after that once an hour. */
const attemptDelaysMs = [
  secondMs,
  2 * secondMs,
  5 * secondMs,
  15 * secondMs,
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
]
const maxAttemptDelayMs = 60 * minuteMs

/**
 * Maximum number of reported hashes that are read in one interval of the chain, and at the same time. It stays small
 * however often the watcher is woken: reports of transactions that do not exist must not delay real payments, which are
 * found by the scan and confirmed before the reports are read.
 */
const maxHashesPerInterval = 20
const concurrency = 4
/**
 * Maximum number of due reports that are loaded, and of those of one hash that are read at once. Those of one hash take
 * the same calls of the node: a hundred false signatures of one transaction take one place of the budget.
 */
const maxDueReports = 200
const maxReportsOfHash = 20
/** The least milliseconds until the next try after a hash could not be read. */
const errorRetryMs = 30_000
/**
 * Milliseconds until the next attempt for a mined transaction that waits only for the clock to be measured, however often
 * it was read: the next block may be the one that measures it, and the payer has paid.
 */
const clockRetryMs = 5 * secondMs

/** Reads reported transactions, as far as its budget allows. Returns whether something was recorded. */
export type ReadReports = (
  destinations: WatchedDestinations,
  readHead: ReadHead,
) => Promise<boolean>

/**
 * Creates the function that reads reported transactions. Those that the chain shows are credited, to whichever charges
 * they pay; those that it does not show cost one call, less and less often.
 */
export function createReportReader(
  context: WatcherContext,
  chainId: number,
  intervalMs: number,
): ReadReports {
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
    return await readAllReports(context, destinations, chainId, byHash, readHead)
  }
}

async function readAllReports(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  byHash: readonly (readonly [hash: string, due: readonly ReportRecord[]])[],
  readHead: ReadHead,
): Promise<boolean> {
  if (byHash.length === 0) return false
  const head = await readHead()
  const queue = [...byHash]
  let recorded = false
  const work = async () => {
    for (let entry = queue.shift(); entry; entry = queue.shift()) {
      const [hash, due] = entry
      const reports = due.slice(0, maxReportsOfHash)
      // Counted before: whatever an attempt does to this process, the next one comes later, and after all others.
      await context.store.countReportAttempts(reports.map(({ id }) => id))
      await scheduleReports(context, reports, computeAttemptDelayMs)
      try {
        recorded = (await readReportedHash(context, destinations, hash, reports, head)) || recorded
      } catch (err) {
        context.log.warn(
          { err, chainId, hash },
          'A report could not be checked. The service tries again.',
        )
        const getDelayMs = (report: ReportRecord) =>
          Math.max(computeAttemptDelayMs(report), errorRetryMs)
        await scheduleReports(context, reports, getDelayMs)
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return recorded
}

async function readReportedHash(
  context: WatcherContext,
  destinations: WatchedDestinations,
  hash: string,
  reports: readonly ReportRecord[],
  head: bigint,
): Promise<boolean> {
  const { store, chains } = context
  const [{ chainId } = { chainId: 0 }] = reports
  const transaction = { hash, dueReports: reports }
  const outcome = await creditTransaction(context, destinations, chainId, transaction, head)
  if (outcome.kind === 'mined' && outcome.readAgain) {
    if (outcome.readAgain === 'soon') await scheduleReports(context, reports, () => clockRetryMs)
    return false
  }
  if (outcome.kind === 'mined') {
    await store.endReports(reports, '')
    return true
  }
  if (outcome.kind === 'waiting') {
    const { trace } = outcome
    const seen = reports.map((report) => ({ ...report, pendingTransaction: trace }))
    await scheduleReports(context, seen, computeAttemptDelayMs)
    return false
  }
  const trace = reports.find(({ pendingTransaction }) => pendingTransaction)?.pendingTransaction
  const replacementHash = trace && (await chains.findReplacement(chainId, trace, head))
  if (replacementHash && replacementHash !== hash)
    for (const { id } of reports) await store.replaceReport(id, replacementHash)
  return false
}

/** Saves when the next attempt for reports is due, and what the last one has seen of the transaction. */
async function scheduleReports(
  { store }: WatcherContext,
  reports: readonly ReportRecord[],
  getDelayMs: (report: ReportRecord) => number,
): Promise<void> {
  await store.scheduleReports(reports.map((report) => ({ ...report, delayMs: getDelayMs(report) })))
}

/** Returns the delay until the next attempt. A transaction that was seen in the mempool is read more often. */
function computeAttemptDelayMs({ attempts, pendingTransaction, createdAt }: ReportRecord): number {
  const delayMs = attemptDelaysMs[attempts] ?? maxAttemptDelayMs
  const isYoung = Date.now() - createdAt.getTime() < 60 * minuteMs
  return pendingTransaction && isYoung ? Math.min(delayMs, 5 * secondMs) : delayMs
}
