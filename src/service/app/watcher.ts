import { computeBackoffMs } from '../../api/backoff.ts'
import { createPause, type Pause } from '../kernel/pause.ts'
import type { WatcherContext } from '../watcher/context.ts'
import { createExpiry } from '../watcher/expiry.ts'
import { type LeaseOptions, runWithLease } from '../watcher/lease.ts'
import { createSettingChanges } from '../watcher/setting-changes.ts'
import { createChainPoller } from './poll.ts'

/** Options of {@link createWatcher}. */
export interface WatcherOptions extends WatcherContext {
  /** Returns the milliseconds between two polls of a chain. */
  getPollIntervalMs: (chainId: number) => number
  /** Milliseconds after which another process takes over from one that died. */
  leaseMs: number
}

/** Follows payments until they are credited or failed, finds those that were not reported, and expires charges. */
export interface Watcher {
  /** Starts the loops. */
  start(): void
  /** Stops the loops, and resolves when none is running anymore. */
  stop(): Promise<void>
  /**
   * Polls a chain soon, because a transaction was reported. Wake-ups are rate-limited, because anyone can report one: a
   * flood of reports causes a fixed number of polls an interval, and a poll costs one call where the chain has no new
   * block. An honest report among them waits a part of an interval, and not a whole one.
   */
  wake(chainId: number): void
}

/** Maximum milliseconds between two tries of a chain that cannot be read. */
const maxBackoffMs = 60_000
/**
 * Polls in an interval that reports may hasten: on most chains one each 200 ms, so that an honest report among false ones
 * waits 100 on the average, and a flood costs 5 reads of the newest block's number a second.
 */
const maxWakesPerInterval = 20
/** Milliseconds between two searches for charges whose time is over. */
const expiryIntervalMs = 5_000
/** Number of events that are written in one transaction after their wait. */
const maxHeldEvents = 100

/**
 * Creates a watcher: one loop for each chain, and one that expires charges. Their state is in the database, so a
 * restart continues where the last run stopped. Each loop has a lease: of all processes on a database only one runs it.
 * A chain that cannot be read is logged and tried again; it never fails a payment.
 */
export function createWatcher(options: WatcherOptions): Watcher {
  const { chains, store, log, getPollIntervalMs, leaseMs } = options
  const lease: LeaseOptions = { store, log, leaseMs, owner: crypto.randomUUID() }
  const stopping = new AbortController()
  const pauses = new Map(chains.ids.map((id) => [id, createPause(stopping.signal)]))
  const wakes = new Map(
    [...pauses].map(([id, pause]) => [id, createLimitedWake(pause.wake, getPollIntervalMs(id))]),
  )
  let loops: Promise<void>[] = []
  return {
    start() {
      const chainLoops = [...pauses].map(([id, pause]) =>
        runChainLoop(options, lease, id, pause, stopping.signal),
      )
      loops = [...chainLoops, runExpiryLoop(options, lease, stopping.signal)]
    },
    async stop() {
      stopping.abort()
      await Promise.all(loops)
      // The next process need not wait until the leases expire.
      await store.releaseLeases(lease.owner).catch((err) => {
        log.warn({ err }, 'The leases could not be released. They expire on their own.')
      })
    },
    wake: (chainId) => wakes.get(chainId)?.(),
  }
}

/** Creates the function that wakes a loop a limited number of times in an interval. */
function createLimitedWake(wake: () => void, pollIntervalMs: number): () => void {
  const gapMs = pollIntervalMs / maxWakesPerInterval
  /** By the monotonic clock. */
  let nextWakeAt = 0
  return () => {
    const now = performance.now()
    const from = Math.max(nextWakeAt, now)
    // A call within the gap wakes the loop at its end. More calls until then are the same one.
    if (from > now + gapMs) return
    nextWakeAt = from + gapMs
    if (from === now) wake()
    else setTimeout(wake, from - now).unref()
  }
}

async function runChainLoop(
  options: WatcherOptions,
  lease: LeaseOptions,
  chainId: number,
  pause: Pause,
  stopping: AbortSignal,
): Promise<void> {
  const { chains, log } = options
  const pollIntervalMs = options.getPollIntervalMs(chainId)
  let failures = 0
  const poller = createChainPoller(options, chainId, pollIntervalMs, pause.wake)
  while (!stopping.aborted) {
    let isBehind = false
    const answersBefore = chains.getAnswerCount(chainId)
    try {
      const hasLease = await runWithLease(lease, `chain ${chainId}`, async () => {
        isBehind = await poller.pollChain()
      })
      if (!hasLease) poller.standBy()
      failures = 0
    } catch (err) {
      failures = chains.getAnswerCount(chainId) > answersBefore ? 1 : failures + 1
      log.warn({ err, chainId, failures }, 'A chain could not be read. The service tries again.')
    }
    // Long enough for the lease to expire: then another process, whose node may respond, takes the chain.
    const backoffMs =
      failures > 0 ? computeBackoffMs(failures, { baseMs: 1000, maxMs: maxBackoffMs }) : 0
    await pause.wait(isBehind ? 0 : Math.max(backoffMs, pollIntervalMs))
  }
  poller.standBy()
  await poller.end()
}

async function runExpiryLoop(
  options: WatcherOptions,
  lease: LeaseOptions,
  stopping: AbortSignal,
): Promise<void> {
  const { store, log } = options
  const pause = createPause(stopping)
  const expireCharges = createExpiry(options)
  const applySettingChanges = createSettingChanges(options)
  while (!stopping.aborted) {
    const startedAt = performance.now()
    let hasMore = false
    try {
      await runWithLease(lease, 'expiry', async () => {
        await followClock(options)
        hasMore = await expireCharges()
      })
    } catch (err) {
      log.warn({ err }, 'Charges could not be expired. The service tries again.')
    }
    try {
      const count = await store.writeHeldEvents(maxHeldEvents)
      hasMore ||= count === maxHeldEvents
    } catch (err) {
      log.warn({ err }, 'Events that waited could not be written. The service tries again.')
    }
    try {
      await applySettingChanges()
    } catch (err) {
      log.warn({ err }, 'Changes of settings could not be read. The service tries again.')
    }
    // When very many charges expire together, the database gets as much time for everything else.
    await pause.wait(hasMore ? performance.now() - startedAt : expiryIntervalMs)
  }
}

/** Follows a database's clock that was set back: otherwise checks and retries would wait until it has caught up. */
async function followClock({ store, log }: WatcherOptions): Promise<void> {
  const milliseconds = await store.followClock()
  if (milliseconds > 0)
    log.warn(
      { seconds: Math.round(milliseconds / 1000) },
      'The database’s clock was set back. Planned tasks run as if it had not been.',
    )
}
