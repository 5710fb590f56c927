import type { WatcherContext } from './context.ts'
import { expireCharges } from './expiry.ts'
import { whileLeased } from './lease.ts'
import { type Pause, pausable } from './pause.ts'
import { createTurn } from './turn.ts'

export interface WatcherOptions extends WatcherContext {
  /** Milliseconds between two looks at a chain. */
  interval: (chainId: number) => number
  /** Milliseconds after which another process takes over from one that fell silent. */
  leaseTime: number
}

/** Follows payments to their verdict, finds those that nobody reported, and expires charges. */
export interface Watcher {
  start(): void
  /** Resolves when no look is under way any more. */
  stop(): Promise<void>
  /**
   * Looks soon: something was reported. Anybody may report, so that this is bounded: who reports without end causes a
   * number of turns an interval, and a turn costs one call where the chain has no new block. An honest report that comes
   * between theirs waits a part of an interval, and not a whole one.
   */
  wake(chainId: number): void
}

/** Milliseconds at most between two tries of a chain that cannot be read. */
const longestBackoff = 60_000
/**
 * Turns in an interval that reports may hasten: on most chains one each 200 ms, so that an honest report among false ones
 * waits 100 on the average, and a flood costs 5 reads of the newest block's number a second.
 */
const wakesAnInterval = 20
/** Milliseconds between two looks for charges whose time is over. */
const expiryInterval = 5_000

/**
 * Makes a watcher: one loop a chain, over what the database holds, so that a restart goes on where the last run
 * stopped, and one that expires charges. Each is leased: of all processes on a database one runs it. A chain that
 * cannot be read is logged and tried again; it never fails a payment.
 */
export function createWatcher(options: WatcherOptions): Watcher {
  const { chains, store, log, interval, leaseTime } = options
  const leasing = { store, log, leaseTime, holder: crypto.randomUUID() }
  const stopping = new AbortController()
  const pauses = new Map(chains.ids.map((id) => [id, pausable(stopping.signal)]))
  /** Unix milliseconds from which a report may hasten another turn of a chain. */
  const nextWakeAt = new Map<number, number>()
  let loops: Promise<void>[] = []

  async function followChain(chainId: number, pause: Pause): Promise<void> {
    const turn = createTurn(options, chainId, interval(chainId), pause.wake)
    let failures = 0
    while (!stopping.signal.aborted) {
      let behind = false
      try {
        await whileLeased(leasing, `chain ${chainId}`, async () => {
          behind = await turn.run()
        })
        failures = 0
      } catch (err) {
        failures += 1
        log.warn({ err, chainId, failures }, 'A chain could not be read; it is tried again.')
      }
      // Longer than the lease lasts: another process, whose node may answer, then takes the chain.
      const backoff = failures && Math.min(longestBackoff, 1000 * 2 ** Math.min(failures, 10))
      await pause.wait(behind ? 0 : Math.max(backoff, interval(chainId)))
    }
    await turn.end()
  }

  async function expireLoop(): Promise<void> {
    const pause = pausable(stopping.signal)
    while (!stopping.signal.aborted) {
      try {
        await whileLeased(leasing, 'expiry', () => expireCharges(options))
      } catch (err) {
        log.warn({ err }, 'Charges could not be expired; it is tried again.')
      }
      await pause.wait(expiryInterval)
    }
  }

  return {
    start() {
      loops = [...[...pauses].map(([id, pause]) => followChain(id, pause)), expireLoop()]
    },
    async stop() {
      stopping.abort()
      await Promise.all(loops)
      // The next process need not wait until they run out.
      await store.releaseLeases(leasing.holder)
    },
    wake(chainId) {
      const pause = pauses.get(chainId)
      const now = Date.now()
      const from = Math.max(nextWakeAt.get(chainId) ?? 0, now)
      const gap = interval(chainId) / wakesAnInterval
      // One that comes too soon is heard when the gap is over; more of them are the same one.
      if (!pause || from > now + gap) return
      nextWakeAt.set(chainId, from + gap)
      if (from === now) pause.wake()
      else setTimeout(pause.wake, from - now).unref()
    },
  }
}
