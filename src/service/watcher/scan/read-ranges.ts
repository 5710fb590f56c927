import type { BlockRange, TransferLog } from '../../chain/types/transfer-logs.ts'
import type { ScanState } from '../../chain/types/watch.ts'
import type { WatcherContext } from '../context.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'
import { getBlocksPerRange, takeRange } from './block-ranges.ts'
import type { ScanCrediting, ScanTarget } from './credit-found.ts'
import { createNativeFinder } from './native-transfers.ts'
import { createRereading } from './reread.ts'

/** Maximum number of ranges in one scan: then payments are confirmed before the search continues. */
const maxRangesPerScan = 10

/** Reads blocks for the first time; the fast cursor. */
export interface RangeReader {
  /** Reads on to the newest block, at most a few ranges. Returns the block to continue from. */
  readOn(target: ScanTarget, state: ScanState | undefined): Promise<bigint>
  /** Reads one range, and credits the payments in it. */
  readRange(range: BlockRange, target: ScanTarget): Promise<void>
  /** Forgets the cursor, while there is nothing to watch. */
  reset(): void
}

/** Creates the reader of one chain. */
export function createRangeReader(
  context: WatcherContext,
  chainId: number,
  crediting: ScanCrediting,
): RangeReader {
  const native = createNativeFinder(context, chainId)
  const rereading = createRereading(context, chainId)
  /** The next block to read for the first time; undefined while there is nothing to watch. */
  let nextBlock: bigint | undefined
  /** The newest block when all blocks were read. */
  let lastHead: bigint | undefined

  async function readRange(range: BlockRange, target: ScanTarget): Promise<void> {
    const { destinations } = target
    const from = await rereading.findStart(range)
    const transfers = await readTransfers(context, chainId, { from, to: range.to }, destinations)
    await rereading.remember(range)
    const { nativeRecipients } = destinations
    const natives = nativeRecipients.length > 0 ? await native.find(range, nativeRecipients) : []
    await crediting.creditLogs(transfers, target)
    await crediting.creditTransactions(natives, target)
  }

  async function readRanges(first: bigint, target: ScanTarget): Promise<bigint> {
    const { destinations, head } = target
    const size = getBlocksPerRange(destinations)
    let from = first
    for (let count = 0; count === 0 || (count < maxRangesPerScan && from <= head); count += 1) {
      const range = takeRange(from, size, head)
      await readRange(range, target)
      from = range.to + 1n
    }
    if (from > head) lastHead = head
    return from
  }

  return {
    async readOn(target, state) {
      const { head } = target
      let from = nextBlock ?? (await findFirstBlock(context, chainId, target, state))
      // A chain that became shorter is read again from its new end.
      if (from > head + 1n) from = head + 1n
      const isRead = head === lastHead && from > head
      nextBlock = isRead ? from : await readRanges(from, target)
      return nextBlock
    },
    readRange,
    reset() {
      nextBlock = undefined
    },
  }
}

async function findFirstBlock(
  { store, chains }: WatcherContext,
  chainId: number,
  { destinations, head }: ScanTarget,
  state: ScanState | undefined,
): Promise<bigint> {
  const saved = state?.block
  if (saved !== undefined && saved >= head) return saved + 1n
  const first = await chains.findBlockBefore(chainId, destinations.oldestChargeAt, head)
  if (saved !== undefined && saved >= first) return saved + 1n
  // From now on a restart begins here, even before the blocks are known to be complete.
  await store.saveScanState(chainId, first > 0n ? first - 1n : 0n, undefined)
  return first
}

async function readTransfers(
  { chains }: WatcherContext,
  chainId: number,
  range: BlockRange,
  { filters }: WatchedDestinations,
): Promise<TransferLog[]> {
  const found: TransferLog[] = []
  for (const filter of filters) found.push(...(await chains.findTransfers(chainId, range, filter)))
  return found
}
