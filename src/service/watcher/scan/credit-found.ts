import type { Block } from '../../chain/types/transactions.ts'
import type { TransferLog } from '../../chain/types/transfer-logs.ts'
import { splitIntoBatches } from '../../kernel/batches.ts'
import type { WatcherContext } from '../context.ts'
import { creditTransactions, type TransactionOutcome } from '../credit/credit-transactions.ts'
import { recordUnmatchedTransfers } from '../credit/unmatched-transfers.ts'
import { type FoundTransaction, toFoundTransaction } from '../read.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'
import { findUnreadReason, setTransactionsAside } from './unread.ts'

/** Number of transactions that are credited together: their transfers are saved in one transaction of the database. */
const creditBatchSize = 100
/** Number of credited transactions that are remembered. */
const maxRecentKeys = 10_000

/** The destinations of one scan, and the newest block that it reads. */
export interface ScanTarget {
  destinations: WatchedDestinations
  head: bigint
}

/** Credits the payments that scans find, each of them once although scans read the same blocks several times. */
export interface ScanCrediting {
  /** Credits the transactions of logs that can pay a charge, and records the other transfers as unmatched. */
  creditLogs(logs: readonly TransferLog[], target: ScanTarget): Promise<void>
  /** Credits transactions. One that cannot be read is set aside, and does not keep the others from being credited. */
  creditTransactions(found: readonly FoundTransaction[], target: ScanTarget): Promise<void>
  /** Forgets what was credited, so that blocks that are read again are credited again. */
  forget(): void
  /** Returns whether a charge was credited since the last call. */
  takeHasCredited(): boolean
}

/** Creates the crediting of one chain's scans. */
export function createScanCrediting(context: WatcherContext, chainId: number): ScanCrediting {
  const credited = createRecentKeys()
  let hasCredited = false

  async function creditBatch(
    byHash: readonly (readonly [hash: string, found: readonly FoundTransaction[]])[],
    { destinations, head }: ScanTarget,
  ): Promise<UnreadTransaction[]> {
    const transactions = byHash.flatMap(([, found]) => found.slice(0, 1))
    const outcomes = await creditTransactions(context, destinations, chainId, transactions, head)
    const unread: UnreadTransaction[] = []
    for (const [hash, found] of byHash) {
      const outcome = outcomes.get(hash)
      const error = findUnreadReason(outcome)
      const block = found[0]?.block
      if (block && error !== undefined) unread.push({ hash, block, error })
      hasCredited ||= isCredited(outcome)
      // A transaction that waits for more blocks is not remembered: it is read again with the next block.
      if (outcome?.kind === 'mined' || error !== undefined)
        for (const transaction of found) credited.add(toKey(transaction))
    }
    return unread
  }

  async function creditUnseen(
    found: readonly FoundTransaction[],
    target: ScanTarget,
  ): Promise<void> {
    const unseen = found.filter((transaction) => !credited.has(toKey(transaction)))
    const byHash = [...Map.groupBy(unseen, ({ hash }) => hash)]
    const aside: UnreadTransaction[] = []
    for (const batch of splitIntoBatches(byHash, creditBatchSize))
      aside.push(...(await creditBatch(batch, target)))
    // The scan goes on without them, since a node may never return one of them.
    await setTransactionsAside(context, chainId, aside)
  }

  return {
    async creditLogs(logs, target) {
      const { destinations } = target
      const unseen = logs
        .filter((log) => isWatched(context, log, destinations))
        .filter((log) => !credited.has(toKey(toFoundTransaction(log))))
        .filter((log) => !credited.has(toLogKey(log)))
      const toRead = await recordUnmatchedTransfers(context, destinations, chainId, unseen)
      const keysToRead = new Set(toRead.map(toKey))
      // Remembered by log, because the answer to another filter may show more logs of the same transaction.
      for (const log of unseen)
        if (!keysToRead.has(toKey(toFoundTransaction(log)))) credited.add(toLogKey(log))
      await creditUnseen(toRead, target)
    },
    creditTransactions: creditUnseen,
    forget: credited.clear,
    takeHasCredited() {
      const result = hasCredited
      hasCredited = false
      return result
    },
  }
}

/** A transaction that the node did not return. */
interface UnreadTransaction {
  hash: string
  block: Block
  error: string
}

function isCredited(outcome: TransactionOutcome | undefined): boolean {
  return outcome?.kind === 'mined' && outcome.recorded.creditedChargeIds.length > 0
}

function isWatched(
  { chains }: WatcherContext,
  { token, recipient }: TransferLog,
  destinations: WatchedDestinations,
): boolean {
  return destinations.has(
    chains.parseAddress(token, 'token'),
    chains.parseAddress(recipient, 'recipient'),
  )
}

/** Creates a set that forgets its oldest keys. */
function createRecentKeys() {
  const keys = new Set<string>()
  return {
    has: (key: string) => keys.has(key),
    add(key: string): void {
      keys.add(key)
      const [oldest] = keys
      if (oldest !== undefined && keys.size > maxRecentKeys) keys.delete(oldest)
    },
    clear: () => keys.clear(),
  }
}

const toKey = ({ hash, block }: FoundTransaction) => `${hash}${block?.hash}`
const toLogKey = (log: TransferLog) => `${toKey(toFoundTransaction(log))}:${log.logIndex}`
