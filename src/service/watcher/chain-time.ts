import type { Logger } from 'pino'
import type { Chains } from '../chain/types/chains.ts'
import { clockToleranceMs } from '../charges/pricing/quotes.ts'

/** Milliseconds between two reads of a chain's time while this machine's clock is ahead of it. */
const readIntervalMs = 60_000
/**
 * How long an unreadable chain delays tasks that need its time, in milliseconds since the start. After that this machine's clock
 * decides alone.
 */
const maxUnreadMs = 60 * 60_000

/**
 * The current time, as far as this machine's clock and the chains agree. Everything that expires (a charge, a payment that no block
 * shows any more, old rows) expires by this time, so that a machine clock that jumps ahead expires nothing.
 */
export interface ChainTime {
  /**
   * Returns the earlier one of this machine's time and the chain's. The chain's time is at least that of its newest block; the
   * monotonic clock continues it between blocks, so that a halted chain delays nothing.
   */
  readNow(chainId: number): Promise<Date>
  /** Returns the latest of {@link ChainTime.readNow} of all chains: this machine's where there is none. */
  readLatest(): Promise<Date>
  /** Passes on the time of a block that was read. */
  observe(chainId: number, blockTime: Date): void
}

/** Creates it; nothing is read before it is needed. */
export function createChainTime({ chains, log }: { chains: Chains; log: Logger }): ChainTime {
  const createdAt = performance.now()
  /** The largest difference seen between a block's time and the monotonic clock. */
  const leads = new Map<number, number>()
  const reads = new Map<number, { at: number; end: Promise<void> }>()

  function observe(chainId: number, blockTime: Date): void {
    const lead = blockTime.getTime() - performance.now()
    leads.set(chainId, Math.max(lead, leads.get(chainId) ?? -Infinity))
  }

  async function read(chainId: number): Promise<void> {
    try {
      const time = await chains.getBlockTime(chainId, await chains.getBlockNumber(chainId))
      if (time) observe(chainId, time)
    } catch (err) {
      log.warn({ err, chainId }, 'The time of a chain could not be read. The service tries again.')
    }
  }

  /** Returns the time that the chain has reached at least; undefined where none of its blocks was read. */
  function getReachedMs(chainId: number): number | undefined {
    const lead = leads.get(chainId)
    return lead === undefined ? undefined : lead + performance.now() + clockToleranceMs
  }

  async function readNow(chainId: number): Promise<Date> {
    // A chain that is no longer read has no current time.
    if (!chains.ids.includes(chainId) || (getReachedMs(chainId) ?? 0) >= Date.now())
      return new Date()
    const last = reads.get(chainId)
    if (!last || performance.now() - last.at >= readIntervalMs)
      reads.set(chainId, { at: performance.now(), end: read(chainId) })
    await reads.get(chainId)?.end
    const isUnread = performance.now() - createdAt < maxUnreadMs
    const reachedMs = getReachedMs(chainId) ?? (isUnread ? 0 : Infinity)
    return new Date(Math.min(reachedMs, Date.now()))
  }

  return {
    observe,
    readNow,
    async readLatest() {
      const times = await Promise.all(chains.ids.map(readNow))
      return times.length === 0 ? new Date() : new Date(Math.max(...times.map(Number)))
    },
  }
}
