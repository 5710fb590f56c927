import { type Lookout, look } from './look.ts'
import { pausable } from './pause.ts'

export interface WatcherOptions extends Lookout {
  /** Milliseconds between two looks at a chain. */
  interval: (chainId: number) => number
}

/** Follows payments to their verdict. */
export interface Watcher {
  start(): void
  /** Resolves when no look is under way any more. */
  stop(): Promise<void>
  /** Looks at once: a payment was added. */
  wake(chainId: number): void
}

/** Milliseconds at most between two tries of a chain that cannot be read. */
const longestBackoff = 60_000

/**
 * Makes a watcher: one loop a chain, over the payments that the database holds, so that a restart goes on where the
 * last run stopped. A chain that cannot be read is logged and tried again; it never fails a payment.
 */
export function createWatcher(options: WatcherOptions): Watcher {
  const { chains, log, interval } = options
  const stopping = new AbortController()
  const pauses = new Map(chains.ids.map((id) => [id, pausable(stopping.signal)]))
  let loops: Promise<void>[] = []

  async function loop(chainId: number): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      try {
        await look(options, chainId)
        failures = 0
      } catch (err) {
        failures += 1
        log.warn({ err, chainId, failures }, 'A chain could not be read; it is tried again.')
      }
      const backoff = failures && Math.min(longestBackoff, 1000 * 2 ** Math.min(failures, 10))
      await pauses.get(chainId)?.wait(Math.max(backoff, interval(chainId)))
    }
  }

  return {
    start() {
      loops = chains.ids.map(loop)
    },
    async stop() {
      stopping.abort()
      await Promise.all(loops)
    },
    wake: (chainId) => pauses.get(chainId)?.wake(),
  }
}
