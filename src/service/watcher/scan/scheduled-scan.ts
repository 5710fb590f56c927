import { computeBackoffMs } from '../../../api/backoff.ts'
import type { ReadHead, WatcherContext } from '../context.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'
import { createScanner, type ScanProgress } from './scan.ts'
import { computeScanIntervalMs } from './scan-interval.ts'

/** Maximum milliseconds between two attempts of a scan that fails. */
const maxRetryMs = 60_000

const nothingFound: ScanProgress = { isWatching: true, isBehind: false, hasRecorded: false }

/** Scans a chain when a scan is due. */
export interface ScheduledScan {
  /** Scans when it is due. Rejects only where the node does not answer at all. */
  run(destinations: WatchedDestinations, readHead: ReadHead): Promise<ScanProgress>
}

/**
 * Creates the scans of one chain. A scan costs the most calls of a poll, so it runs often only while a payer waits for its
 * result (`scan-interval.ts`), in each poll while blocks remain to be read, and less and less often while it fails.
 *
 * @param pollIntervalMs milliseconds between two scans while a payer waits
 */
export function createScheduledScan(
  context: WatcherContext,
  chainId: number,
  pollIntervalMs: number,
  readDestinations: () => Promise<WatchedDestinations>,
): ScheduledScan {
  const { chains, store, clock, log, onSearch } = context
  const scanner = createScanner(context, chainId)
  let progress = nothingFound
  let failures = 0
  let scanIntervalMs = pollIntervalMs
  /** By the monotonic clock, so that a machine's clock that is set does not stop the scan. */
  let lastScannedAt = -Infinity
  let retryAt = 0

  async function isDue(): Promise<boolean> {
    const activity = await store.getChainActivity(chainId)
    scanIntervalMs = clock.needsMeasurement(chainId)
      ? pollIntervalMs
      : computeScanIntervalMs(activity, pollIntervalMs)
    const isTime = performance.now() - lastScannedAt >= scanIntervalMs
    return isTime || activity.isRescanRequested || progress.isBehind
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
      progress = await scanner.scan(await readDestinations(), readHead, scanIntervalMs)
      failures = 0
      onSearch(chainId, false)
    } catch (err) {
      // A node that refuses some calls is asked as often as one that refuses none.
      failures = chains.getAnswerCount(chainId) > answersBefore ? 1 : failures + 1
      onSearch(chainId, true)
      progress = nothingFound
      lastScannedAt = -Infinity
      retryAt = performance.now() + computeBackoffMs(failures, { baseMs: 1000, maxMs: maxRetryMs })
      log.warn(
        { err, chainId, scans: failures },
        'Blocks could not be searched. The service tries again.',
      )
    }
  }

  return {
    async run(destinations, readHead) {
      progress = { ...progress, hasRecorded: false }
      // Where nothing is watched, the node is not asked.
      if (destinations.isEmpty) progress = { ...nothingFound, isWatching: false }
      else if (await isDue()) await scan(readHead)
      return progress
    },
  }
}
