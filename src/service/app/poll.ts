import { followRefunds } from '../refunds/watch/follow-refunds.ts'
import { confirmPayments } from '../watcher/confirm/confirm-payments.ts'
import { handleReorgs } from '../watcher/confirm/reorgs.ts'
import { createUnmatchedReorgHandler } from '../watcher/confirm/unmatched-reorgs.ts'
import type { ReadHead, WatcherContext } from '../watcher/context.ts'
import { createReportReader } from '../watcher/scan/reports.ts'
import { createScheduledScan } from '../watcher/scan/scheduled-scan.ts'
import { retryUnread } from '../watcher/scan/unread.ts'
import {
  createDestinationReader,
  type WatchedDestinations,
} from '../watcher/watched-destinations.ts'

/** Milliseconds between two counts of waiting events, charges and transactions. */
const countIntervalMs = 30_000

/** Polls one chain. */
export interface ChainPoller {
  /** Polls the chain once. Resolves with whether another poll should follow at once. */
  pollChain(): Promise<boolean>
  /** Called while another process polls the chain, and at the end: a failed scan here is then no longer reported as stopped. */
  standBy(): void
  /** Resolves when nothing that a poll began is under way anymore. */
  end(): Promise<void>
}

/**
 * Creates the poller of one chain. A poll confirms pending payments, scans for transfers that nobody reported, and finds
 * out whether a reorganization took back a credited payment. Payments are confirmed even while log queries fail. Reported
 * transactions are read beside the poll, so that no poll waits for the reports of strangers. A poll asks the database what
 * is due, and the node only for that.
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
  const { chains, clock, onSearch } = context
  const readDestinations = createDestinationReader(context, chainId)
  const scheduledScan = createScheduledScan(context, chainId, pollIntervalMs, readDestinations)
  const handleUnmatchedReorgs = createUnmatchedReorgHandler(context, chainId)
  const readReports = createReportReader(context, chainId, pollIntervalMs)
  const reportCounts = createCountReporter(context)
  const attempt = createAttempts(context, chainId)
  /** The newest block that was read; undefined before the first. */
  let lastHead: bigint | undefined
  let reading: Promise<void> | undefined

  /** Reads the newest block once a poll, and only when a part of the poll asks for it. */
  function createReadHead(): ReadHead {
    let pendingHead: Promise<bigint> | undefined
    return () => {
      pendingHead ??= chains.getBlockNumber(chainId).then(async (number) => {
        await clock.measure(chainId, number)
        lastHead = number
        return number
      })
      return pendingHead
    }
  }

  async function handleAllReorgs(
    destinations: WatchedDestinations,
    head: bigint,
    readHead: ReadHead,
  ): Promise<void> {
    await handleReorgs(context, destinations, chainId, head, readHead)
    await attempt(
      () => handleUnmatchedReorgs(destinations, head, readHead),
      'Unmatched money could not be checked for reorganizations. The service tries again.',
    )
  }

  async function readDueReports(
    destinations: WatchedDestinations,
    readHead: ReadHead,
  ): Promise<void> {
    await attempt(async () => {
      if (await readReports(destinations, readHead)) onFound()
    }, 'Reports could not be checked. The service tries again.')
    reading = undefined
  }

  async function pollChain(): Promise<boolean> {
    const readHead = createReadHead()
    const destinations = await readDestinations()
    await confirmPayments(context, destinations, chainId, readHead)
    const hasReadAtLast = await retryUnread(context, destinations, chainId, readHead)
    const { isWatching, isBehind, hasRecorded } = await scheduledScan.run(destinations, readHead)
    // Payments that a reorganization can still remove are recent, so their destinations are watched.
    if (isWatching && lastHead !== undefined)
      await handleAllReorgs(destinations, lastHead, readHead)
    await attempt(
      () => followRefunds(context, chainId, readHead, lastHead),
      'Refunds could not be checked. The service tries again.',
    )
    await attempt(
      async () => await context.followRelays?.(chainId, readHead),
      'Relays could not be followed. The service tries again.',
    )
    reading ??= readDueReports(destinations, readHead)
    await reportCounts()
    return isBehind || hasRecorded || hasReadAtLast
  }

  return { pollChain, standBy: () => onSearch(chainId, false), end: async () => await reading }
}

/** Creates the function that runs a part of a poll which fails alone: the failure is logged, and the poll goes on. */
function createAttempts({ log }: WatcherContext, chainId: number) {
  return async (run: () => Promise<unknown>, failureText: string): Promise<void> => {
    try {
      await run()
    } catch (err) {
      log.warn({ err, chainId }, failureText)
    }
  }
}

function createCountReporter({ store, onCounts }: WatcherContext): () => Promise<void> {
  let nextCountAt = 0
  return async () => {
    if (performance.now() < nextCountAt) return
    nextCountAt = performance.now() + countIntervalMs
    const [unmatched, reports, refunds, unread, waiting] = await Promise.all([
      store.countUnmatched(),
      store.countWaitingReports(),
      store.countUnsettledRefunds(),
      store.countUnread(),
      store.countOpen(),
    ])
    onCounts({ unmatched, reports, refunds, unread, ...waiting })
  }
}
