import type { ScanState } from '../../chain/types/watch.ts'
import type { ReadHead, WatcherContext } from '../context.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'
import { getBlocksPerRange, takeRange } from './block-ranges.ts'
import { createCompletenessCheck } from './completeness.ts'
import { createScanCrediting, type ScanTarget } from './credit-found.ts'
import { createRangeReader } from './read-ranges.ts'

// The scanner finds payments that nobody reported. It reads a chain with two cursors.
//
// The fast cursor (`read-ranges.ts`) reads up to the newest block in each scan, so that a payment is found at once. It lives
// in memory, and it is not trusted: a node whose log index lags behind, or was pruned, returns no logs for the blocks that it
// has not indexed. So an empty answer proves nothing, however often the same blocks are read.
//
// The saved cursor (`completeness.ts`) follows more slowly, and a restart begins at it. It reads the same blocks again, and
// moves only over a range whose answer is proven. The proof is a log that is already known, a witness: a log index has no
// holes, so an answer that contains a witness at both ends of the range has everything in between.
//
// One scan does this, in this order:
//
// 1. Nothing to watch: the fast cursor is forgotten, and the node is not asked.
// 2. New blocks: the fast cursor reads at most a few ranges, and the last blocks below them once more, which a
//    reorganization may have replaced (`reread.ts`). When ranges remain, the scanner is behind, and the next scan follows
//    at once.
// 3. Rescan: when the operator asked for blocks, all of them are read again, and the saved cursor moves back below them.
// 4. Completeness: once a minute, or later on a quiet chain, and only while the fast cursor has reached the newest block,
//    the saved cursor moves on. After a failure it tries again in a few seconds.
//
// All three credit what they find by `credit-found.ts`, which skips what it has credited recently. A transaction that the
// node does not return is set aside and retried by itself (`unread.ts`), so it holds up no cursor. When a scan fails, the
// cursors stay where they are, and the next scan continues from there.

/** Finds payments that nobody reported, on one chain. */
export interface Scanner {
  /**
   * Continues where the last scan of any process stopped.
   *
   * @param scanIntervalMs about how many milliseconds until the next call
   */
  scan(
    destinations: WatchedDestinations,
    readHead: ReadHead,
    scanIntervalMs: number,
  ): Promise<ScanProgress>
}

/** The result of a scan. */
export interface ScanProgress {
  isWatching: boolean
  /** Whether blocks remain that were never read: then the next scan follows at once. */
  isBehind: boolean
  /** Whether a charge was credited: then its payment is confirmed at once. */
  hasRecorded: boolean
}

/** Creates the scanner of one chain. */
export function createScanner(context: WatcherContext, chainId: number): Scanner {
  const { store, log } = context
  const crediting = createScanCrediting(context, chainId)
  const reader = createRangeReader(context, chainId, crediting)
  const completeness = createCompletenessCheck(context, chainId, crediting)

  async function rescan(
    target: ScanTarget,
    { from, to: last = target.head }: NonNullable<ScanState['rescan']>,
  ): Promise<void> {
    const to = last < target.head ? last : target.head
    const blocks = { chainId, from: String(from), to: String(to) }
    log.info(blocks, 'scanning again')
    crediting.forget()
    const size = getBlocksPerRange(target.destinations)
    for (let at = from; at <= to; at += size)
      await reader.readRange(takeRange(at, size, to), target)
    await store.finishRescan(chainId, from)
    completeness.makeDue()
    log.info(blocks, 'scanned again')
  }

  return {
    async scan(destinations, readHead, scanIntervalMs) {
      if (destinations.isEmpty) {
        reader.reset()
        return { isWatching: false, isBehind: false, hasRecorded: false }
      }
      const target = { destinations, head: await readHead() }
      const state = await store.getScanState(chainId)
      const nextBlock = await reader.readOn(target, state)
      if (state?.rescan) await rescan(target, state.rescan)
      await completeness.run(target, nextBlock, scanIntervalMs)
      return {
        isWatching: true,
        isBehind: nextBlock <= target.head,
        hasRecorded: crediting.takeHasCredited(),
      }
    },
  }
}
