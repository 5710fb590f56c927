import { computeBackoffMs } from '../../api/backoff.ts'
import { recheckCreditedPayments } from './confirm/recheck.ts'
import { verifyPendingPayments as followPayments } from './confirm/verify-pending.ts'
import type { ReadHead, WatcherContext } from './context.ts'
import { createDestinationReader, type WatchedDestinations } from './destinations/places.ts'
import { computeLookIntervalMs } from './pace.ts'
import { createReportChecker } from './scan/reports.ts'
import { createScanner, type ScanProgress } from './scan/scan.ts'
import { retryUnread } from './scan/unread.ts'
import { createUnmatchedRecheck } from './unmatched/recheck.ts'

/** Maximum milliseconds between two tries of a scan that fails. */
const maxRetryMs = 60_000
/** Milliseconds between two counts of what waits. */
const countIntervalMs = 30_000

/** A task that is repeated for a chain. */
export interface Turn {
  /** Does it once. Resolves with whether more is to be done at once. */
  run(): Promise<boolean>
  /** Called while another process does it, and when it is over: a search that failed here stands still no longer. */
  rest(): void
  /** Resolves when nothing that a run began is under way any more. */
  end(): Promise<void>
}

/**
 * Makes what is done for a chain again and again: follow the payments that the chain has shown, find those that nobody
 * reported, look after those that are credited. What was merely reported is looked for beside it, so that no run waits
 * for what strangers say. A node that refuses to be searched keeps no payment from being confirmed.
 *
 * A run asks the database what is to be done, and the node only for what is due: the search for transfers, which costs
 * the most, as often as somebody waits for what it finds (`pace.ts`).
 *
 * @param intervalMs milliseconds between two searches while somebody waits
 * @param onFound a report was true: another run is due
 */
export function createTurn(
  context: WatcherContext,
  chainId: number,
  intervalMs: number,
  onFound: () => void,
): Turn {
  const { chains, store, clock, log, onCounts, onSearch } = context
  const scanner = createScanner(context, chainId)
  const recheckUnmatched = createUnmatchedRecheck(context, chainId)
  const readDestinations = createDestinationReader(context, chainId)
  const checkReports = createReportChecker(context, chainId, intervalMs)
  let failures = 0
  let retryAt = 0
  let countAt = 0
  const nothingFound: ScanProgress = { isWatching: true, isBehind: false, hasRecorded: false }
  let scanProgress = nothingFound
  /** When the last search was, by the monotonic clock: a machine’s clock that is set must not stop the search. */
  let lookedAt = -Infinity
  let lookIntervalMs = intervalMs
  /** The newest block that was read; undefined before the first. */
  let lastHead: bigint | undefined
  let verifying: Promise<void> | undefined

  async function isLookDue(): Promise<boolean> {
    const activity = await store.getChainActivity(chainId)
    lookIntervalMs = clock.needsMeasurement(chainId)
      ? intervalMs
      : computeLookIntervalMs(activity, intervalMs)
    const isDue = performance.now() - lookedAt >= lookIntervalMs
    return isDue || activity.isRescanRequested || scanProgress.isBehind
  }

  async function scan(readHead: ReadHead): Promise<void> {
    if (performance.now() < retryAt) return
    lookedAt = -Infinity
    // Outside of the try: where the node does not answer at all, the loop waits, and another process may take the chain.
    await readHead()
    lookedAt = performance.now()
    try {
      // Read after the head: every charge that is paid in these blocks was created before, so it is included.
      scanProgress = await scanner.scan(await readDestinations(), readHead, lookIntervalMs)
      failures = 0
      onSearch(chainId, false)
    } catch (err) {
      failures += 1
      onSearch(chainId, true)
      scanProgress = nothingFound
      lookedAt = -Infinity
      retryAt = performance.now() + computeBackoffMs(failures, { baseMs: 1000, maxMs: maxRetryMs })
      log.warn(
        { err, chainId, scans: failures },
        'Blocks could not be searched. The service tries again.',
      )
    }
  }

  async function reportCounts(): Promise<void> {
    if (performance.now() < countAt) return
    countAt = performance.now() + countIntervalMs
    const [unmatched, reports, unread, waiting] = await Promise.all([
      store.countUnmatched(),
      store.countWaitingReports(),
      store.countUnread(),
      store.countOpen(),
    ])
    onCounts({ unmatched, reports, unread, ...waiting })
  }

  async function verifyReports(
    destinations: WatchedDestinations,
    readHead: ReadHead,
  ): Promise<void> {
    try {
      if (await checkReports(destinations, readHead)) onFound()
    } catch (err) {
      log.warn({ err, chainId }, 'Reports could not be checked. The service tries again.')
    } finally {
      verifying = undefined
    }
  }

  async function recheckPlaces(
    places: WatchedDestinations,
    head: bigint,
    readHead: ReadHead,
  ): Promise<void> {
    await recheckCreditedPayments(context, places, chainId, head, readHead)
    try {
      await recheckUnmatched(places, head, readHead)
    } catch (err) {
      log.warn(
        { err, chainId },
        'Unmatched money could not be checked for reorganizations. The service tries again.',
      )
    }
  }

  async function run(): Promise<boolean> {
    let pendingHead: Promise<bigint> | undefined
    const head: ReadHead = () => {
      pendingHead ??= chains.getBlockNumber(chainId).then(async (number) => {
        await clock.measure(chainId, number)
        lastHead = number
        return number
      })
      return pendingHead
    }
    const places = await readDestinations()
    await followPayments(context, places, chainId, head)
    scanProgress = { ...scanProgress, hasRecorded: false }
    const hasReadAtLast = await retryUnread(context, places, chainId, head)
    // Where nothing is watched nothing is asked of the chain.
    if (places.isEmpty) scanProgress = { ...nothingFound, isWatching: false }
    else if (await isLookDue()) await scan(head)
    // Payments that a reorganization can still remove are recent, so their destinations are watched.
    if (scanProgress.isWatching && lastHead !== undefined)
      await recheckPlaces(places, lastHead, head)
    verifying ??= verifyReports(places, head)
    await reportCounts()
    return scanProgress.isBehind || scanProgress.hasRecorded || hasReadAtLast
  }

  function rest(): void {
    onSearch(chainId, false)
  }

  return { run, rest, end: async () => await verifying }
}
