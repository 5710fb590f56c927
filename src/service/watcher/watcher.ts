import { isSamePair } from '../domain/pairs.ts'
import type { Change, PaymentRecord } from '../domain/records.ts'
import { claim } from './claim.ts'
import { expireCharges } from './expiry.ts'
import { whileLeased } from './lease.ts'
import type { Lookout } from './look.ts'
import { type Pause, pausable } from './pause.ts'
import { createTurn } from './turn.ts'

export interface WatcherOptions extends Lookout {
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
  /** Looks at once: a payment was added. */
  wake(chainId: number): void
  /**
   * Takes a hash for a payment from a false claim that holds it, if the chain already speaks for the one and against
   * the other. Undefined where it does not. Rejects with PayError `chain_unreachable`.
   */
  contest(payment: PaymentRecord): Promise<Change | undefined>
}

/** Milliseconds at most between two tries of a chain that cannot be read. */
const longestBackoff = 60_000
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
  let loops: Promise<void>[] = []

  async function followChain(chainId: number, pause: Pause): Promise<void> {
    const turn = createTurn(options, chainId)
    let failures = 0
    while (!stopping.signal.aborted) {
      let behind = false
      try {
        await whileLeased(leasing, `chain ${chainId}`, async () => {
          behind = await turn()
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
    wake: (chainId) => pauses.get(chainId)?.wake(),
    async contest(payment) {
      const { chainId, chargeId, hash } = payment
      const all = await store.payable(chainId, [chargeId])
      const charge = all.find(({ quote }) => isSamePair(quote, payment))
      if (!charge) return undefined
      const head = await chains.head(chainId)
      const claimed = await claim(options, charge, hash, head, { reported: true, alone: true })
      return claimed.outcome === 'recorded' ? claimed.change : undefined
    },
  }
}
