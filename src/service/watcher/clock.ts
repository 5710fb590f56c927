import type { Logger } from 'pino'
import type { Chains } from '../domain/ports.ts'

/** A difference up to this is no difference: block times are slots' beginnings, and a new block takes its way. */
const toleranceMs = 60_000
/** Between two measurements of one chain. */
const intervalMs = 60_000
/** Measurements that are remembered: the smallest counts, since a block that came late says more than the truth. */
const remembered = 5

/** How far this machine's clock is from the chains', so that no transfer is judged by the difference. */
export interface Clock {
  /** The time of a block by the clock that charges are made by. */
  correct(chainId: number, blockTime: Date): Date
  /** Returns whether a chain's newest blocks were ever compared with this machine's clock. */
  isMeasured(chainId: number): boolean
  /** Looks at the time of a head that is new, now and then. */
  measure(chainId: number, head: bigint): Promise<void>
  /** Milliseconds by which this machine is ahead, of the chains where it is too much. */
  offsets(): ReadonlyMap<number, number>
}

export interface ClockOptions {
  chains: Chains
  log: Logger
  onOffset: (chainId: number, milliseconds: number) => void
}

/** Makes a clock that has measured nothing yet. */
export function createClock({ chains, log, onOffset }: ClockOptions): Clock {
  const heads = new Map<number, bigint>()
  const measured = new Map<number, { at: number; offsets: readonly number[] }>()
  const offsets = new Map<number, number>()

  async function measure(chainId: number, head: bigint): Promise<void> {
    const former = heads.get(chainId)
    heads.set(chainId, head)
    const last = measured.get(chainId)
    // A head that was there before is of unknown age; one that is new was made just now.
    if (former === undefined || head <= former) return
    if (last && Date.now() - last.at < intervalMs) return
    const made = await chains.blockTime(chainId, head)
    if (!made) return
    const offset = Date.now() - made.getTime()
    const recent = [...(last?.offsets ?? []), offset].slice(-remembered)
    measured.set(chainId, { at: Date.now(), offsets: recent })
    const smallest = recent.reduce((one, other) => (Math.abs(one) < Math.abs(other) ? one : other))
    note(chainId, smallest)
  }

  function note(chainId: number, offset: number): void {
    onOffset(chainId, offset)
    if (Math.abs(offset) <= toleranceMs) {
      offsets.delete(chainId)
      return
    }
    if (!offsets.has(chainId)) {
      log.warn(
        { chainId, seconds: Math.round(offset / 1000) },
        'This machine’s clock and the blocks’ times disagree. Blocks are judged by the corrected time; set the clock.',
      )
    }
    offsets.set(chainId, offset)
  }

  return {
    correct: (chainId, blockTime) => new Date(blockTime.getTime() + (offsets.get(chainId) ?? 0)),
    isMeasured: (chainId) => measured.has(chainId),
    measure,
    offsets: () => offsets,
  }
}
