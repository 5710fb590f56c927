import { computeBackoffMs } from '../../api/backoff.ts'
import { followRefunds } from '../refunds/watch/follow-refunds.ts'
import { confirmPayments } from '../watcher/confirm/confirm-payments.ts'
import { handleReorgs } from '../watcher/confirm/reorgs.ts'
import { createUnmatchedReorgHandler } from '../watcher/confirm/unmatched-reorgs.ts'
import type { ReadHead, WatcherContext } from '../watcher/context.ts'
import { createReportReader } from '../watcher/scan/reports.ts'
import { createScanner, type ScanProgress } from '../watcher/scan/scan.ts'
import { computeScanIntervalMs } from '../watcher/scan/scan-interval.ts'
import { retryUnread } from '../watcher/scan/unread.ts'
import {
  createDestinationReader,
  type WatchedDestinations,
} from '../watcher/watched-destinations.ts'

/** Maximum milliseconds between two tries of a scan that fails. */
const maxRetryMs = 60_000
/** Milliseconds between two counts of waiting events, charges and transactions. */
const countIntervalMs = 30_000

/** Polls one chain. */
export interface ChainPoller {
  /** Polls the chain once. Resolves with whether the next poll should follow immediately. */
  pollChain(): Promise<boolean>
  /** Called while another process polls the chain, and at the end: a failed scan here is then no longer reported as stopped. */
  standBy(): void
  /** Resolves when no work of a poll is running any more. */
  end(): Promise<void>
}

/**
 * Creates the poller of one chain. A poll confirms pending payments, scans for unreported transfers, and finds credited payments
 * that a reorganization removed. Reported transactions are read in parallel, so that strangers' reports cannot delay a poll.
 * Payments are confirmed even while log queries fail.
 *
 * A poll reads the due tasks from the database, and calls the node only for those. The scan, which costs the most, runs as often as
 * a payer waits for its result (`scan/scan-interval.ts`).
 *
 * @param pollIntervalMs milliseconds between two scans while a payer waits
 * @param onFound a report was true: another poll is due
 */
export function createChainPoller(
  context: WatcherContext,
  chainId: number,
  pollIntervalMs: number,
  onFound: () => void,
): ChainPoller {
  const { chains, store, clock, log, onCounts, onSearch } = context
  const scanner = createScanner(context, chainId)
  const handleUnmatchedReorgs = createUnmatchedReorgHandler(context, chainId)
  const readDestinations = createDestinationReader(context, chainId)
  const readReports = createReportReader(context, chainId, pollIntervalMs)
  let failures = 0
  let retryAt = 0
  let countAt = 0
  const nothingFound: ScanProgress = { isWatching: true, isBehind: false, hasRecorded: false }
  let scanProgress = nothingFound
  /** By the monotonic clock: a machine’s clock that is set must not stop the scan. */
  let lastScannedAt = -Infinity
  let scanIntervalMs = pollIntervalMs
  /** The newest block that was read; undefined before the first. */
  let lastHead: bigint | undefined
  let reading: Promise<void> | undefined

  async function isScanDue(): Promise<boolean> {
    const activity = await store.getChainActivity(chainId)
    scanIntervalMs = clock.needsMeasurement(chainId)
      ? pollIntervalMs
      : computeScanIntervalMs(activity, pollIntervalMs)
    const isDue = performance.now() - lastScannedAt >= scanIntervalMs
    return isDue || activity.isRescanRequested || scanProgress.isBehind
  }

  async function scan(readHead: ReadHead): Promise<void> {
    if (performance.now() < retryAt) return
    lastScannedAt = -Infinity
    // Outside of the try: where the node does not answer at all, the loop waits, and another process may take the chain.
    await readHead()
    lastScannedAt = performance.now()
    const answersBefore = chains.getAnswerCount(chainId)
    try {
      // Read after the head: every charge that is paid in these blocks was created before, so it is included.
      scanProgress = await scanner.scan(await readDestinations(), readHead, scanIntervalMs)
      failures = 0
      onSearch(chainId, false)
    } catch (err) {
      // A node that refuses some calls is asked as often as one that refuses none.
      failures = chains.getAnswerCount(chainId) > answersBefore ? 1 : failures + 1
      onSearch(chainId, true)
      scanProgress = nothingFound
      lastScannedAt = -Infinity
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
    const [unmatched, reports, refunds, unread, waiting] = await Promise.all([
      store.countUnmatched(),
      store.countWaitingReports(),
      store.countUnsettledRefunds(),
      store.countUnread(),
      store.countOpen(),
    ])
    onCounts({ unmatched, reports, refunds, unread, ...waiting })
  }

  async function readDueReports(
    destinations: WatchedDestinations,
    readHead: ReadHead,
  ): Promise<void> {
    try {
      if (await readReports(destinations, readHead)) onFound()
    } catch (err) {
      log.warn({ err, chainId }, 'Reports could not be checked. The service tries again.')
    } finally {
      reading = undefined
    }
  }

  async function handleAllReorgs(
    destinations: WatchedDestinations,
    head: bigint,
    readHead: ReadHead,
  ): Promise<void> {
    await handleReorgs(context, destinations, chainId, head, readHead)
    try {
      await handleUnmatchedReorgs(destinations, head, readHead)
    } catch (err) {
      log.warn(
        { err, chainId },
        'Unmatched money could not be checked for reorganizations. The service tries again.',
      )
    }
  }

  async function handleRefunds(readHead: ReadHead): Promise<void> {
    try {
      await followRefunds(context, chainId, readHead, lastHead)
    } catch (err) {
      log.warn({ err, chainId }, 'Refunds could not be checked. The service tries again.')
    }
  }

  async function handleRelays(readHead: ReadHead): Promise<void> {
    try {
      await context.followRelays?.(chainId, readHead)
    } catch (err) {
      log.warn({ err, chainId }, 'Relays could not be followed. The service tries again.')
    }
  }

  async function pollChain(): Promise<boolean> {
    let pendingHead: Promise<bigint> | undefined
    const readHead: ReadHead = () => {
      pendingHead ??= chains.getBlockNumber(chainId).then(async (number) => {
        await clock.measure(chainId, number)
        lastHead = number
        return number
      })
      return pendingHead
    }
    const destinations = await readDestinations()
    await confirmPayments(context, destinations, chainId, readHead)
    scanProgress = { ...scanProgress, hasRecorded: false }
    const hasReadAtLast = await retryUnread(context, destinations, chainId, readHead)
    // Where nothing is watched nothing is asked of the chain.
    if (destinations.isEmpty) scanProgress = { ...nothingFound, isWatching: false }
    else if (await isScanDue()) await scan(readHead)
    // Payments that a reorganization can still remove are recent, so their destinations are watched.
    if (scanProgress.isWatching && lastHead !== undefined)
      await handleAllReorgs(destinations, lastHead, readHead)
    await handleRefunds(readHead)
    await handleRelays(readHead)
    reading ??= readDueReports(destinations, readHead)
    await reportCounts()
    return scanProgress.isBehind || scanProgress.hasRecorded || hasReadAtLast
  }

  return { pollChain, standBy: () => onSearch(chainId, false), end: async () => await reading }
}
