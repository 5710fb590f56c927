import type { BlockRange, ScanState, TransferLog } from '../domain/ports.ts'
import type { ReadHead, WatcherContext } from './context.ts'
import { examineTransaction } from './examine.ts'
import { createNativeFinder, type FoundTransaction, maxRereadBlocks } from './native.ts'
import type { WatchedDestinations } from './places.ts'

/** Blocks per range, and ranges per turn: after these, payments are checked before the scan continues. */
const blocksPerRange = 500n
const blocksPerNativeRange = 25n
const maxRangesPerTurn = 10
/** Number of transactions that are examined at the same time. */
const concurrency = 8
/** Number of examined transactions that are remembered. */
const maxExaminedKeys = 10_000
/** Milliseconds between two completeness checks, and until a failed one is repeated. */
const completenessIntervalMs = 60_000
const completenessRetryMs = 15_000
/** Maximum number of blocks in one completeness check. */
const maxCompletenessRange = 2000n

const incompleteIndexText =
  'The node does not prove that its log index is complete. The service reads the range again until it does.'

/**
 * Finds transfers that were not reported, with two cursors. The fast cursor reads up to the newest block in each turn,
 * so that a payment is found at once. It is not trusted: a node whose log index lags behind or was pruned returns no
 * logs for blocks that it has not indexed. An empty answer therefore proves nothing, however often blocks are read
 * again. A log that is already known does, when it is in the same answer, because log indexes have no holes. So the
 * second cursor, which is the one that is saved, moves only over ranges whose answer contained a witness at both ends.
 */
export interface Scanner {
  /**
   * Continues where any process stopped. Returns whether anything is watched, and whether there is more to read at
   * once.
   */
  scan(
    destinations: WatchedDestinations,
    readHead: ReadHead,
  ): Promise<{ isWatching: boolean; isBehind: boolean }>
}

/** Creates the scanner of one chain. */
export function createScanner(context: WatcherContext, chainId: number): Scanner {
  const { store, chains, log } = context
  const native = createNativeFinder(chains, chainId)
  const examinedKeys = new Set<string>()
  /** The next block to read for the first time; undefined while there is nothing to watch. */
  let nextBlock: bigint | undefined
  let lastHead: bigint | undefined
  let nextCompletenessAt = 0
  let isIncomplete = false
  /** Whether the current scan recorded something: then the next turn starts at once. */
  let hasRecorded = false

  async function findFirstBlock(
    destinations: WatchedDestinations,
    head: bigint,
    state: ScanState | undefined,
  ) {
    const saved = state?.block
    if (saved !== undefined && saved >= head) return saved + 1n
    const first = await chains.findBlockBefore(chainId, destinations.oldestChargeAt, head)
    if (saved !== undefined && saved >= first) return saved + 1n
    // A restart now begins here, whether the blocks are known to be complete or not.
    await store.saveScanState(chainId, first > 0n ? first - 1n : 0n, undefined)
    return first
  }

  async function readTransfers(
    blocks: BlockRange,
    destinations: WatchedDestinations,
  ): Promise<TransferLog[]> {
    const found: TransferLog[] = []
    for (const filter of destinations.filters) {
      found.push(...(await chains.findTransfers(chainId, blocks, filter)))
    }
    return found
  }

  async function readBlocks(
    blocks: BlockRange,
    destinations: WatchedDestinations,
    head: bigint,
  ): Promise<void> {
    const rereadFrom = blocks.from > maxRereadBlocks ? blocks.from - maxRereadBlocks : 0n
    const transfers = await readTransfers({ from: rereadFrom, to: blocks.to }, destinations)
    const { nativeRecipients } = destinations
    const natives = nativeRecipients.length > 0 ? await native.find(blocks, nativeRecipients) : []
    await examineAll(
      [...transfers.filter((one) => isWatched(one, destinations)), ...natives],
      destinations,
      head,
    )
  }

  function isWatched(
    { token, recipient }: TransferLog,
    destinations: WatchedDestinations,
  ): boolean {
    return destinations.has(
      chains.parseAddress(token, 'token'),
      chains.parseAddress(recipient, 'recipient'),
    )
  }

  async function examineAll(
    found: readonly FoundTransaction[],
    destinations: WatchedDestinations,
    head: bigint,
  ): Promise<void> {
    const queue = [...found]
    const work = async () => {
      for (let one = queue.shift(); one; one = queue.shift())
        await examineOnce(one, destinations, head)
    }
    await Promise.all(Array.from({ length: concurrency }, work))
  }

  async function examineOnce(
    { hash, blockHash }: FoundTransaction,
    destinations: WatchedDestinations,
    head: bigint,
  ): Promise<void> {
    const key = `${hash}${blockHash}`
    if (examinedKeys.has(key)) return
    const examined = await examineTransaction(context, destinations, chainId, hash, head)
    // A reorganization removed it between two reads. It is found again when it is mined again.
    if (examined.kind !== 'mined') return
    hasRecorded ||= examined.recorded.creditedChargeIds.length > 0
    if (examinedKeys.size >= maxExaminedKeys) examinedKeys.clear()
    examinedKeys.add(key)
  }

  /** Moves the saved cursor as far as the node's answers are known to be complete. */
  async function advanceCompleteTo(
    destinations: WatchedDestinations,
    head: bigint,
    state: ScanState | undefined,
  ): Promise<void> {
    if (Date.now() < nextCompletenessAt || nextBlock === undefined || nextBlock <= head) return
    nextCompletenessAt = Date.now() + completenessIntervalMs
    const from = (state?.block ?? -1n) + 1n
    if (destinations.filters.length === 0) {
      // For native currency, reading the blocks is enough.
      await store.saveScanState(chainId, nextBlock - 1n, undefined)
      return
    }
    const to = from + maxCompletenessRange - 1n < head ? from + maxCompletenessRange - 1n : head
    if (from > to) return
    const answers = await Promise.all(
      destinations.filters.map((one) =>
        chains.findCompleteTransfers(chainId, { from, to }, one, state?.witness),
      ),
    )
    const found = answers.flatMap(({ transfers }) => transfers)
    await examineAll(
      found.filter((one) => isWatched(one, destinations)),
      destinations,
      head,
    )
    // Up to where the answers to all filters are complete.
    const [leastComplete] = answers.toSorted((one, other) =>
      Number((one.completeTo ?? -1n) - (other.completeTo ?? -1n)),
    )
    if (leastComplete?.completeTo === undefined) {
      nextCompletenessAt = Date.now() + completenessRetryMs
      if (!isIncomplete)
        log.warn(
          { chainId, from: String(from), missing: leastComplete?.incompleteReason },
          incompleteIndexText,
        )
      isIncomplete = true
      return
    }
    if (isIncomplete)
      log.info(
        { chainId, block: String(leastComplete.completeTo) },
        'The node proves again that its log index is complete.',
      )
    isIncomplete = false
    await store.saveScanState(chainId, leastComplete.completeTo, leastComplete.witness)
    if (leastComplete.completeTo < head - maxCompletenessRange) nextCompletenessAt = 0
  }

  /** Scans the blocks that the operator asked for. The saved cursor also moves back, so that they are checked too. */
  async function rescan(
    destinations: WatchedDestinations,
    head: bigint,
    state: ScanState | undefined,
  ): Promise<void> {
    if (!state?.rescan) return
    const { from } = state.rescan
    const to = state.rescan.to !== undefined && state.rescan.to < head ? state.rescan.to : head
    log.info({ chainId, from: String(from), to: String(to) }, 'scanning again')
    examinedKeys.clear()
    const step = destinations.nativeRecipients.length > 0 ? blocksPerNativeRange : blocksPerRange
    for (let at = from; at <= to; at += step) {
      const end = at + step - 1n < to ? at + step - 1n : to
      await readBlocks({ from: at, to: end }, destinations, head)
    }
    await store.finishRescan(chainId, from)
    nextCompletenessAt = 0
    log.info({ chainId, from: String(from), to: String(to) }, 'scanned again')
  }

  return {
    async scan(destinations, readHead) {
      if (destinations.isEmpty) {
        nextBlock = undefined
        return { isWatching: false, isBehind: false }
      }
      const head = await readHead()
      const state = await store.getScanState(chainId)
      // A chain that became shorter is read again from its end. Without a new block there is nothing to read.
      let from = nextBlock ?? (await findFirstBlock(destinations, head, state))
      if (from > head + 1n) from = head + 1n
      if (head !== lastHead || from <= head) from = await readRanges(from, head, destinations)
      nextBlock = from
      await rescan(destinations, head, state)
      await advanceCompleteTo(destinations, head, await store.getScanState(chainId))
      const isBehind = hasRecorded || from <= head
      hasRecorded = false
      return { isWatching: true, isBehind }
    },
  }

  /** Reads at most a few ranges, and returns the block to continue from. */
  async function readRanges(
    firstBlock: bigint,
    head: bigint,
    destinations: WatchedDestinations,
  ): Promise<bigint> {
    const step = destinations.nativeRecipients.length > 0 ? blocksPerNativeRange : blocksPerRange
    let from = firstBlock
    for (let count = 0; count === 0 || (count < maxRangesPerTurn && from <= head); count += 1) {
      const to = from + step - 1n < head ? from + step - 1n : head
      await readBlocks({ from, to }, destinations, head)
      from = to + 1n
    }
    if (from > head) lastHead = head
    return from
  }
}
