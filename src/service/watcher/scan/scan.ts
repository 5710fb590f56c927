import type { Block } from '../../chain/types/transactions.ts'
import type { BlockRange, TransferLog } from '../../chain/types/transfer-logs.ts'
import type { ScanState } from '../../chain/types/watch.ts'
import { splitIntoBatches } from '../../kernel/batches.ts'
import type { ReadHead, WatcherContext } from '../context.ts'
import { creditTransactions } from '../credit/credit-transactions.ts'
import { recordUnmatchedTransfers } from '../credit/unmatched-transfers.ts'
import { type FoundTransaction, toFoundTransaction } from '../read.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'
import { createNativeFinder, maxRereadBlocks } from './native-transfers.ts'
import { findUnreadReason, setTransactionsAside } from './unread.ts'

/** Blocks per range. */
export const blocksPerRange = 500n
/** Blocks per range where whole blocks are read, and ranges per scan: then payments are confirmed before it continues. */
const blocksPerNativeRange = 25n
const maxRangesPerScan = 10
/** Number of transactions that are credited together: their transfers are saved in one transaction of the database. */
const creditBatchSize = 100
/** Number of credited transactions that are remembered. */
const maxCreditedKeys = 10_000
/**
 * Milliseconds between two completeness checks where somebody waits, and at least so many scans elsewhere; and until a
 * failed check is repeated.
 */
const completenessIntervalMs = 60_000
const scansPerCompletenessCheck = 10
const completenessRetryMs = 15_000
/** Maximum number of blocks in one completeness check. */
const maxCompletenessRange = 2000n

const incompleteIndexText =
  'The node does not prove that its log index is complete. The service reads the range again until it does.'

/**
 * Finds transfers that were not reported, with two cursors. The fast cursor reads up to the newest block in each scan,
 * so that a payment is found at once. It is not trusted: a node whose log index lags behind or was pruned returns no
 * logs for blocks that it has not indexed. An empty answer therefore proves nothing, however often blocks are read
 * again. A log that is already known does, when it is in the same answer, because log indexes have no holes. So the
 * second cursor, which is the one that is saved, moves only over ranges whose answer contained a witness at both ends.
 */
export interface Scanner {
  /**
   * Continues where any process stopped.
   *
   * @param scanIntervalMs milliseconds until the next call, about
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
  /** Whether there is more to read at once. */
  isBehind: boolean
  /** Whether it credited something: then that is to be confirmed at once. */
  hasRecorded: boolean
}

/** Creates the scanner of one chain. */
export function createScanner(context: WatcherContext, chainId: number): Scanner {
  const { store, chains, log } = context
  const native = createNativeFinder(context, chainId)
  const creditedKeys = new Set<string>()
  /** The next block to read for the first time; undefined while there is nothing to watch. */
  let nextBlock: bigint | undefined
  let lastHead: bigint | undefined
  /** When the last completeness check was, and from when a failed one is repeated, by the monotonic clock. */
  let lastCompletedAt = -Infinity
  let retryCompletenessAt = Infinity
  let isIncomplete = false
  /** Whether the current scan recorded something: then the next poll starts at once. */
  let hasRecorded = false
  /** The last block that was read under a small limit of the node, and its hash then. */
  let lastRead: { number: bigint; hash: string | undefined } | undefined

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
    const from = await findRereadStart(blocks)
    const transfers = await readTransfers({ from, to: blocks.to }, destinations)
    await rememberLastRead(blocks)
    const { nativeRecipients } = destinations
    const natives = nativeRecipients.length > 0 ? await native.find(blocks, nativeRecipients) : []
    await creditLogs(transfers, destinations, head)
    await creditAll(natives, destinations, head)
  }

  /** Credits the transactions of logs that can pay a charge, and records the other ones as unmatched. */
  async function creditLogs(
    transfers: readonly TransferLog[],
    destinations: WatchedDestinations,
    head: bigint,
  ): Promise<void> {
    const unseen = transfers.filter(
      (log) =>
        isWatched(log, destinations) &&
        !creditedKeys.has(toKey(toFoundTransaction(log))) &&
        !creditedKeys.has(toLogKey(log)),
    )
    const toRead = await recordUnmatchedTransfers(context, destinations, chainId, unseen)
    const keysToRead = new Set(toRead.map(toKey))
    // By log, because the answer for another filter may show more of the same transaction later.
    for (const log of unseen)
      if (!keysToRead.has(toKey(toFoundTransaction(log)))) rememberCredited(toLogKey(log))
    await creditAll(toRead, destinations, head)
  }

  /**
   * Returns where to start so that blocks are read again that a reorganization may have replaced. They cost nothing while
   * they fit into the same call. Behind a small limit of the node they would cost several: there the last block is asked
   * for its hash, which determines all blocks below it.
   */
  async function findRereadStart({ from, to }: BlockRange): Promise<bigint> {
    const start = from > maxRereadBlocks ? from - maxRereadBlocks : 0n
    if (!needsSeveralCalls({ from: start, to }) || lastRead?.number !== from - 1n) return start
    const hash = await chains.getBlockHash(chainId, lastRead.number)
    return hash !== undefined && hash === lastRead.hash ? from : start
  }

  async function rememberLastRead({ from, to }: BlockRange): Promise<void> {
    const isLimited = needsSeveralCalls({ from: from - maxRereadBlocks, to })
    lastRead = isLimited ? { number: to, hash: await chains.getBlockHash(chainId, to) } : undefined
  }

  function needsSeveralCalls({ from, to }: BlockRange): boolean {
    const most = chains.getLogRange(chainId)
    return most !== undefined && to - from >= most
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

  async function creditAll(
    found: readonly FoundTransaction[],
    destinations: WatchedDestinations,
    head: bigint,
  ): Promise<void> {
    const unseen = found.filter((transaction) => !creditedKeys.has(toKey(transaction)))
    const byHash = [...Map.groupBy(unseen, ({ hash }) => hash)]
    const aside: { hash: string; block: Block; error: string }[] = []
    for (const batch of splitIntoBatches(byHash, creditBatchSize)) {
      const transactions = batch.flatMap(([, group]) => group.slice(0, 1))
      const outcomes = await creditTransactions(context, destinations, chainId, transactions, head)
      for (const [hash, group] of batch) {
        const outcome = outcomes.get(hash)
        const error = findUnreadReason(outcome)
        const block = group[0]?.block
        if (block && error !== undefined) aside.push({ hash, block, error })
        if (outcome?.kind === 'mined') hasRecorded ||= outcome.recorded.creditedChargeIds.length > 0
        // One that waits for more blocks is read again with the next of them.
        if (outcome?.kind === 'mined' || error !== undefined)
          for (const transaction of group) rememberCredited(toKey(transaction))
      }
    }
    // The search goes on: a node may never give one of them.
    await setTransactionsAside(context, chainId, aside)
  }

  function rememberCredited(key: string): void {
    creditedKeys.add(key)
    const [oldest] = creditedKeys
    if (oldest !== undefined && creditedKeys.size > maxCreditedKeys) creditedKeys.delete(oldest)
  }

  /** Moves the saved cursor as far as the node's answers are known to be complete, range after range. */
  async function advanceCompleteTo(
    destinations: WatchedDestinations,
    head: bigint,
    scanIntervalMs: number,
  ): Promise<void> {
    if (!isCompletenessDue(scanIntervalMs) || nextBlock === undefined || nextBlock <= head) return
    lastCompletedAt = performance.now()
    retryCompletenessAt = Infinity
    if (destinations.filters.length === 0) {
      // For native currency, reading the blocks is enough.
      await store.saveScanState(chainId, nextBlock - 1n, undefined)
      return
    }
    for (let count = 0; count < maxRangesPerScan; count += 1) {
      const completeTo = await completeRange(destinations, head)
      if (completeTo === undefined) return
      // A node with a small limit completes a part of the range at a time.
      if (completeTo >= head - (chains.getLogRange(chainId) ?? maxCompletenessRange)) return
    }
    retryCompletenessAt = 0
  }

  /** Decided at each scan, so that a first waiter does not wait for the end of a quiet time's long interval. */
  function isCompletenessDue(scanIntervalMs: number): boolean {
    const intervalMs = Math.max(completenessIntervalMs, scansPerCompletenessCheck * scanIntervalMs)
    return performance.now() >= Math.min(lastCompletedAt + intervalMs, retryCompletenessAt)
  }

  /**
   * Reads the first range above the saved cursor with a proof that its logs are complete, and moves the cursor. Returns
   * the cursor then; undefined where it did not move.
   */
  async function completeRange(
    destinations: WatchedDestinations,
    head: bigint,
  ): Promise<bigint | undefined> {
    const state = await store.getScanState(chainId)
    const from = (state?.block ?? -1n) + 1n
    const to = from + maxCompletenessRange - 1n < head ? from + maxCompletenessRange - 1n : head
    if (from > to) return undefined
    const answers = await Promise.all(
      destinations.filters.map((filter) =>
        chains.findCompleteTransfers(chainId, { from, to }, filter, state?.witness),
      ),
    )
    const found = answers.flatMap(({ transfers }) => transfers)
    await creditLogs(found, destinations, head)
    // Up to where the answers to all filters are complete.
    const [leastComplete] = answers.toSorted((a, b) =>
      Number((a.completeTo ?? -1n) - (b.completeTo ?? -1n)),
    )
    if (leastComplete?.completeTo === undefined) {
      retryCompletenessAt = performance.now() + completenessRetryMs
      if (!isIncomplete)
        log.warn(
          { chainId, from: String(from), missing: leastComplete?.incompleteReason },
          incompleteIndexText,
        )
      isIncomplete = true
      return undefined
    }
    if (isIncomplete)
      log.info(
        { chainId, block: String(leastComplete.completeTo) },
        'The node proves again that its log index is complete.',
      )
    isIncomplete = false
    await store.saveScanState(chainId, leastComplete.completeTo, leastComplete.witness)
    return leastComplete.completeTo
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
    creditedKeys.clear()
    const step = destinations.nativeRecipients.length > 0 ? blocksPerNativeRange : blocksPerRange
    for (let at = from; at <= to; at += step) {
      const end = at + step - 1n < to ? at + step - 1n : to
      await readBlocks({ from: at, to: end }, destinations, head)
    }
    await store.finishRescan(chainId, from)
    retryCompletenessAt = 0
    log.info({ chainId, from: String(from), to: String(to) }, 'scanned again')
  }

  return {
    async scan(destinations, readHead, scanIntervalMs) {
      if (destinations.isEmpty) {
        nextBlock = undefined
        return { isWatching: false, isBehind: false, hasRecorded: false }
      }
      const head = await readHead()
      const state = await store.getScanState(chainId)
      // A chain that became shorter is read again from its end. Without a new block there is nothing to read.
      let from = nextBlock ?? (await findFirstBlock(destinations, head, state))
      if (from > head + 1n) from = head + 1n
      if (head !== lastHead || from <= head) from = await readRanges(from, head, destinations)
      nextBlock = from
      await rescan(destinations, head, state)
      await advanceCompleteTo(destinations, head, scanIntervalMs)
      const progress = {
        isWatching: true,
        isBehind: from <= head,
        hasRecorded,
      }
      hasRecorded = false
      return progress
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
    for (let count = 0; count === 0 || (count < maxRangesPerScan && from <= head); count += 1) {
      const to = from + step - 1n < head ? from + step - 1n : head
      await readBlocks({ from, to }, destinations, head)
      from = to + 1n
    }
    if (from > head) lastHead = head
    return from
  }
}

const toKey = ({ hash, block }: FoundTransaction) => `${hash}${block?.hash}`
const toLogKey = (log: TransferLog) => `${toKey(toFoundTransaction(log))}:${log.logIndex}`
