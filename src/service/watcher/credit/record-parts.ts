import { setImmediate } from 'node:timers/promises'
import { batchWithFallback, type Outcome } from '../../kernel/batches.ts'
import {
  type ArrivedTransaction,
  type RecordedTransaction,
  splitForRecording,
} from '../../payments/transfers.ts'
import type { WatcherContext } from '../context.ts'

/** The result for a transaction of which nothing was recorded. */
export const nothingRecorded: RecordedTransaction = {
  creditedChargeIds: [],
  unmatchedCount: 0,
  movedCount: 0,
}

/**
 * Records transactions in parts, each in a transaction of the database, so that no lock is held for long. Each decision sees its
 * charges as the earlier ones have left them. A process that ends between two parts repeats them all, which does not change the
 * recorded ones.
 *
 * @returns the outcome of each transaction, by hash. One that the database refuses does not block the others
 */
export async function recordInParts(
  { store }: Pick<WatcherContext, 'store'>,
  transactions: readonly ArrivedTransaction[],
): Promise<ReadonlyMap<string, Outcome<RecordedTransaction>>> {
  const outcomes = new Map<string, Outcome<RecordedTransaction>>()
  for (const parts of splitForRecording(transactions)) {
    const recorded = await batchWithFallback(parts, store.recordTransactions)
    for (const [index, outcome] of recorded.entries()) {
      const hash = parts[index]?.mined.hash ?? ''
      outcomes.set(hash, addOutcome(outcomes.get(hash), outcome))
    }
    // An embedded database works in this thread: calls that came meanwhile are answered between two parts.
    await setImmediate()
  }
  return outcomes
}

/** Adds the outcome of one part to that of the earlier ones. */
function addOutcome(
  earlier: Outcome<RecordedTransaction> | undefined,
  part: Outcome<RecordedTransaction>,
): Outcome<RecordedTransaction> {
  if (!earlier?.result || !part.result) return earlier?.error ? earlier : part
  const { creditedChargeIds, unmatchedCount, movedCount } = earlier.result
  return {
    result: {
      creditedChargeIds: [...new Set([...creditedChargeIds, ...part.result.creditedChargeIds])],
      unmatchedCount: unmatchedCount + part.result.unmatchedCount,
      movedCount: movedCount + part.result.movedCount,
    },
  }
}
