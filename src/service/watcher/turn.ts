import type { Head, WatcherContext } from './context.ts'
import { look as followPayments } from './look.ts'
import { type Places, watchPlaces } from './places.ts'
import { recheck } from './recheck.ts'
import { createReportLooker } from './reports.ts'
import { createScanner } from './scan.ts'

/** Milliseconds at most between two tries of a scan that fails. */
const longestPause = 60_000
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
  const readPlaces = watchPlaces(context, chainId)
  const lookAtReports = createReportLooker(context, chainId, intervalMs)
  let failures = 0
  let retryAt = 0
  let countAt = 0
  let scanned = { watching: true, behind: false }
  let verifying: Promise<void> | undefined

  async function scan(head: Head): Promise<void> {
    if (Date.now() < retryAt) return
    try {
      await head()
      // Read after the head: whoever is paid in these blocks was created before, and is among them.
      scanned = await scanner.scan(await readPlaces(), head)
      failures = 0
    } catch (err) {
      failures += 1
      scanned = { watching: true, behind: false }
      retryAt = Date.now() + Math.min(longestPause, 1000 * 2 ** Math.min(failures, 10))
      log.warn({ err, chainId, scans: failures }, 'Blocks could not be searched; tried again.')
    }
  }

  async function count(): Promise<void> {
    if (Date.now() < countAt) return
    countAt = Date.now() + countIntervalMs
    const [unmatched, reports] = await Promise.all([store.countUnmatched(), store.countReports()])
    onCounts({ unmatched, reports })
  }

  async function verifyReports(places: Places, head: Head): Promise<void> {
    try {
      if (await lookAtReports(places, head)) onFound()
    } catch (err) {
      log.warn({ err, chainId }, 'Reports could not be looked at; it is tried again.')
    } finally {
      verifying = undefined
    }
  }

  async function run(): Promise<boolean> {
    let known: Promise<bigint> | undefined
    const head: Head = () => {
      known ??= chains.head(chainId).then(async (number) => {
        await clock.measure(chainId, number)
        return number
      })
      return known
    }
    const places = await readPlaces()
    await followPayments(context, places, chainId, head)
    // Where nothing is watched nothing is asked of the chain.
    if (places.isEmpty) scanned = { watching: false, behind: false }
    else await scan(head)
    // What is credited was created lately: where nothing is watched, nothing can be taken back.
    if (scanned.watching) await recheck(context, places, chainId, head)
    verifying ??= verifyReports(places, head)
    await count()
    return scanned.behind
  }

  return { run, end: async () => await verifying }
}
