import type { Logger } from 'pino'
import type { Chains } from '../chain/types/chains.ts'
import { clockToleranceMs } from '../charges/pricing/quotes.ts'

/** Interval between two measurements of one chain that is scanned often. */
const measureIntervalMs = 60_000
/** After this long the chain should be scanned twice in a row, so that the clock can be measured again. */
const maxMeasureAgeMs = 60 * 60_000
/**
 * A block that is newer than the last one seen is at most as old as the time since then. Only a short interval reveals the offset:
 * chains are also scanned minutes apart.
 */
const maxHeadGapMs = 30_000
/**
 * How many measurements are kept. The smallest one counts, since a block that arrives late shows too large an offset.
 */
const maxSamples = 5

/** Measures how far this machine's clock is from the chains' clocks, so that the difference affects no decision. */
export interface Clock {
  /** Returns the time of a block, corrected to this machine's clock, which also dates the charges. */
  correctBlockTime(chainId: number, blockTime: Date): Date
  /** Returns whether a new block of the chain was ever compared with this machine's clock. */
  isMeasured(chainId: number): boolean
  /** Returns whether two scans of the chain should follow each other closely, because nothing recent was measured. */
  needsMeasurement(chainId: number): boolean
  /** Measures the offset by the newest block, when that is new and the last measurement is not recent. */
  measure(chainId: number, head: bigint): Promise<void>
  /** Returns the milliseconds by which this machine is ahead, for each chain where the difference is too large. */
  getOffsets(): ReadonlyMap<number, number>
}

/** Options of {@link createClock}. `onOffset` is called with each measured offset, `onBlockTime` with each time that was read. */
export interface ClockOptions {
  chains: Chains
  log: Logger
  onOffset: (chainId: number, offsetMs: number) => void
  onBlockTime?: (chainId: number, blockTime: Date) => void
}

/** Creates a clock that has measured nothing yet. */
export function createClock({ chains, log, onOffset, onBlockTime }: ClockOptions): Clock {
  const heads = new Map<number, { number: bigint; at: number }>()
  /**
   * Each sample is the monotonic clock at a block’s arrival less the block’s time. So when this machine’s clock is set, the offsets
   * follow immediately.
   */
  const measured = new Map<number, { at: number; drift: number; samples: readonly number[] }>()
  const warnedChainIds = new Set<number>()

  async function measure(chainId: number, head: bigint): Promise<void> {
    const previousHead = heads.get(chainId)
    const last = measured.get(chainId)
    const seenAt = performance.now()
    // Only a block that is newer than the last one seen was made just now; the age of any other block is unknown.
    const isNew =
      previousHead !== undefined &&
      head > previousHead.number &&
      seenAt - previousHead.at <= maxHeadGapMs
    // A machine that was suspended has a monotonic clock that stood still, which looks like a clock that was set.
    const isDue =
      !last ||
      seenAt - last.at >= measureIntervalMs ||
      Math.abs(readDrift() - last.drift) > clockToleranceMs
    // A node that fails here, or has not the block yet, is asked again: only then has the block been seen.
    const blockTime = isNew && isDue ? await chains.getBlockTime(chainId, head) : undefined
    if (isNew && isDue && !blockTime) return
    heads.set(chainId, { number: head, at: seenAt })
    if (!blockTime) return
    onBlockTime?.(chainId, blockTime)
    const at = performance.now()
    const samples = [...(last?.samples ?? []), at - blockTime.getTime()].slice(-maxSamples)
    measured.set(chainId, { at, drift: readDrift(), samples })
    reportOffset(chainId, computeOffset(samples))
  }

  function reportOffset(chainId: number, offset: number): void {
    onOffset(chainId, offset)
    if (Math.abs(offset) <= clockToleranceMs) warnedChainIds.delete(chainId)
    else if (!warnedChainIds.has(chainId)) {
      warnedChainIds.add(chainId)
      log.warn(
        { chainId, seconds: Math.round(offset / 1000) },
        'This machine’s clock differs from the times of the blocks. The service corrects for this. Set the clock.',
      )
    }
  }

  /** Returns the offset of a chain where it is too large to be ignored, and else 0. */
  function getOffset(chainId: number): number {
    const { samples = [] } = measured.get(chainId) ?? {}
    const offset = samples.length === 0 ? 0 : computeOffset(samples)
    return Math.abs(offset) <= clockToleranceMs ? 0 : offset
  }

  return {
    correctBlockTime: (chainId, blockTime) => new Date(blockTime.getTime() + getOffset(chainId)),
    isMeasured: (chainId) => measured.has(chainId),
    needsMeasurement: (chainId) =>
      performance.now() - (measured.get(chainId)?.at ?? -Infinity) >= maxMeasureAgeMs,
    measure,
    getOffsets: () =>
      new Map(
        [...measured.keys()].map((id) => [id, getOffset(id)] as const).filter(([, ms]) => ms !== 0),
      ),
  }
}

/** Returns by how much this machine's clock is ahead of the monotonic one: the same until it is set. */
const readDrift = () => Date.now() - performance.now()

/** Returns the smallest offset that samples show: a block that arrives late shows too large a one. */
function computeOffset(samples: readonly number[]): number {
  const drift = readDrift()
  return samples
    .map((sample) => sample + drift)
    .reduce((least, offset) => (Math.abs(least) < Math.abs(offset) ? least : offset))
}
