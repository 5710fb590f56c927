import type { BlockRange, CompleteTransfers } from '../../chain/types/transfer-logs.ts'
import type { WatcherContext } from '../context.ts'
import { takeRange } from './block-ranges.ts'
import type { ScanCrediting, ScanTarget } from './credit-found.ts'

/** Minimum milliseconds between two checks. */
const checkIntervalMs = 60_000
/** Minimum number of scans between two checks, on chains that are scanned rarely. */
const scansPerCheck = 10
/** Milliseconds until a failed check is repeated. */
const retryMs = 15_000
/** Maximum number of blocks in one range of a check, and of ranges in one scan. */
const maxCheckedBlocks = 2000n
const maxRangesPerCheck = 10

const incompleteIndexText =
  'The node does not prove that its log index is complete. The service reads the range again until it does.'
const completeIndexText = 'The node proves again that its log index is complete.'

/** Reads blocks once more with a proof that nothing is missing; the cursor that is saved. */
export interface CompletenessCheck {
  /**
   * Moves the saved cursor as far as the node proves that its answers are complete, when a check is due.
   *
   * @param nextBlock the fast cursor
   */
  run(target: ScanTarget, nextBlock: bigint, scanIntervalMs: number): Promise<void>
  /** Makes a check due in this scan. */
  makeDue(): void
}

/** Creates the check of one chain. */
export function createCompletenessCheck(
  context: WatcherContext,
  chainId: number,
  crediting: ScanCrediting,
): CompletenessCheck {
  const { store, chains } = context
  /** When the last check began, and from when on a failed or unfinished one continues; by the monotonic clock. */
  let lastCheckAt = -Infinity
  let retryAt = Infinity
  const logIncompleteness = createIncompletenessLog(context, chainId)

  /** Decided in each scan, so that the first payer after a quiet time does not wait for the end of a long interval. */
  function isDue(scanIntervalMs: number): boolean {
    const intervalMs = Math.max(checkIntervalMs, scansPerCheck * scanIntervalMs)
    return performance.now() >= Math.min(lastCheckAt + intervalMs, retryAt)
  }

  /** Checks the first range above the saved cursor, and moves the cursor. Returns it; undefined where it did not move. */
  async function checkRange(target: ScanTarget): Promise<bigint | undefined> {
    const { destinations, head } = target
    const state = await store.getScanState(chainId)
    const range = takeRange((state?.block ?? -1n) + 1n, maxCheckedBlocks, head)
    if (range.from > range.to) return undefined
    const answers = await Promise.all(
      destinations.filters.map((filter) =>
        chains.findCompleteTransfers(chainId, range, filter, state?.witness),
      ),
    )
    const transfers = answers.flatMap(({ transfers }) => transfers)
    await crediting.creditLogs(transfers, target)
    const leastComplete = findLeastComplete(answers)
    logIncompleteness(range, leastComplete)
    if (leastComplete?.completeTo === undefined) {
      retryAt = performance.now() + retryMs
      return undefined
    }
    await store.saveScanState(chainId, leastComplete.completeTo, leastComplete.witness)
    return leastComplete.completeTo
  }

  return {
    async run(target, nextBlock, scanIntervalMs) {
      const { destinations, head } = target
      if (!isDue(scanIntervalMs) || nextBlock <= head) return
      lastCheckAt = performance.now()
      retryAt = Infinity
      if (destinations.filters.length === 0) {
        // Native currency is found in whole blocks, which need no proof.
        await store.saveScanState(chainId, nextBlock - 1n, undefined)
        return
      }
      for (let count = 0; count < maxRangesPerCheck; count += 1) {
        const completeTo = await checkRange(target)
        if (completeTo === undefined) return
        // A node with a small limit completes a part of the range at a time.
        if (completeTo >= head - (chains.getLogRange(chainId) ?? maxCheckedBlocks)) return
      }
      retryAt = 0
    },
    makeDue() {
      retryAt = 0
    },
  }
}

/** Returns the answer that is complete up to the lowest block: up to there the answers to all filters are complete. */
function findLeastComplete(answers: readonly CompleteTransfers[]): CompleteTransfers | undefined {
  const [leastComplete] = answers.toSorted((a, b) =>
    Number((a.completeTo ?? -1n) - (b.completeTo ?? -1n)),
  )
  return leastComplete
}

/** Creates the function that logs when a node stops proving its answers, and when it proves them again. */
function createIncompletenessLog({ log }: Pick<WatcherContext, 'log'>, chainId: number) {
  let isIncomplete = false
  return ({ from }: BlockRange, answer: CompleteTransfers | undefined): void => {
    const { completeTo, incompleteReason: missing } = answer ?? {}
    const wasIncomplete = isIncomplete
    isIncomplete = completeTo === undefined
    if (isIncomplete && !wasIncomplete)
      log.warn({ chainId, from: String(from), missing }, incompleteIndexText)
    if (!isIncomplete && wasIncomplete)
      log.info({ chainId, block: String(completeTo) }, completeIndexText)
  }
}
