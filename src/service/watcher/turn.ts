import { computeBackoffMs } from '../../api/backoff.ts'
import type { ReadHead, WatcherContext } from './context.ts'
import { createDestinationReader, type WatchedDestinations } from './places.ts'
import { recheckCreditedPayments } from './recheck.ts'
import { createReportChecker } from './reports.ts'
import { createScanner } from './scan.ts'
import { verifyPendingPayments as followPayments } from './verify-pending.ts'

/** Maximum milliseconds between two tries of a scan that fails. */
const maxRetryMs = 60_000
/** Milliseconds between two counts of what waits. */
const countIntervalMs = 30_000

/** What is done for a chain again and again. */
export interface Turn {
  /** Does it once. Resolves with whether more is to do at once. */
  run(): Promise<boolean>
  /** Resolves when nothing that a run began is under way any more. */
  end(): Promise<void>
}

/**
 * Makes what is done for a chain again and again: follow the payments that the chain has shown, find those that nobody
 * reported, look after those that are credited. What was merely reported is looked for beside it, so that no run waits
 * for what strangers say. A node that refuses to be searched keeps no payment from being confirmed.
 *
 * @param onFound a report was true: another run is due
 */
export function createTurn(
  context: WatcherContext,
  chainId: number,
  intervalMs: number,
  onFound: () => void,
): Turn {
  const { chains, store, clock, log, onCounts } = context
  const scanner = createScanner(context, chainId)
  const readDestinations = createDestinationReader(context, chainId)
  const checkReports = createReportChecker(context, chainId, intervalMs)
  let failures = 0
  let retryAt = 0
  let countAt = 0
  let scanProgress = { isWatching: true, isBehind: false }
  let verifying: Promise<void> | undefined

  async function scan(readHead: ReadHead): Promise<void> {
    if (Date.now() < retryAt) return
    try {
      await readHead()
      // Read after the head: every charge that is paid in these blocks was created before, so it is included.
      scanProgress = await scanner.scan(await readDestinations(), readHead)
      failures = 0
    } catch (err) {
      failures += 1
      scanProgress = { isWatching: true, isBehind: false }
      retryAt = Date.now() + computeBackoffMs(failures, { baseMs: 1000, maxMs: maxRetryMs })
      log.warn(
        { err, chainId, scans: failures },
        'Blocks could not be searched. The service tries again.',
      )
    }
  }

  async function reportCounts(): Promise<void> {
    if (Date.now() < countAt) return
    countAt = Date.now() + countIntervalMs
    const [unmatched, reports] = await Promise.all([
      store.countUnmatched(),
      store.countWaitingReports(),
    ])
    onCounts({ unmatched, reports })
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

  async function run(): Promise<boolean> {
    let pendingHead: Promise<bigint> | undefined
    const head: ReadHead = () => {
      pendingHead ??= chains.getBlockNumber(chainId).then(async (number) => {
        await clock.measure(chainId, number)
        return number
      })
      return pendingHead
    }
    const places = await readDestinations()
    await followPayments(context, places, chainId, head)
    // Where nothing is watched nothing is asked of the chain.
    if (places.isEmpty) scanProgress = { isWatching: false, isBehind: false }
    else await scan(head)
    // Payments that a reorganization can still remove are recent, so their destinations are watched.
    if (scanProgress.isWatching) await recheckCreditedPayments(context, places, chainId, head)
    verifying ??= verifyReports(places, head)
    await reportCounts()
    return scanProgress.isBehind
  }

  return { run, end: async () => await verifying }
}
