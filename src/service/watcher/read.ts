import type {
  Block,
  BlockWithTransactions,
  TransactionLookup,
} from '../chain/types/transactions.ts'
import type { TransferLog } from '../chain/types/transfer-logs.ts'
import { readInParts } from '../kernel/batches.ts'
import type { ReportRecord } from '../payments/reports.ts'
import type { WatcherContext } from './context.ts'
import type { WatchedDestinations } from './watched-destinations.ts'

/** Number of transactions that are read of the node at the same time. */
const concurrency = 8
/**
 * Characters of calldata and logs that are read before they are credited, counting a fixed size for each log without its data.
 * Anyone can send transactions with megabytes of logs that also pay a merchant.
 */
const maxWeight = 4_000_000
const charactersPerLog = 500

/** A transaction that may pay, from a log, a block, a balance or a report. */
export interface FoundTransaction {
  hash: string
  /** The block that it was found in; undefined for one that is known by its hash alone. */
  block?: Block | undefined
  /** That block, where it was read as a whole. */
  wholeBlock?: BlockWithTransactions | undefined
  /** Reports of it that are due. */
  dueReports?: readonly ReportRecord[] | undefined
}

/** Returns the transaction of a log, and its block. */
export function toFoundTransaction({
  hash,
  blockNumber,
  blockHash,
}: TransferLog): FoundTransaction {
  return { hash, block: { number: blockNumber, hash: blockHash } }
}

/** A transaction as its chain has it; or the error, where the node does not give it. */
export interface ReadTransaction {
  found: FoundTransaction
  lookup?: TransactionLookup | undefined
  error?: unknown
}

/** Reads transactions, in parts of bounded size. One that cannot be read does not affect the others. */
export function readTransactions(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  transactions: readonly FoundTransaction[],
  head: bigint,
): AsyncGenerator<readonly ReadTransaction[]> {
  return readInParts(transactions, {
    read: (found) => readTransaction(context, destinations, chainId, found, head),
    weigh: estimateWeight,
    maxWeight,
    concurrency,
  })
}

async function readTransaction(
  { chains }: WatcherContext,
  { nativeRecipients }: WatchedDestinations,
  chainId: number,
  found: FoundTransaction,
  head: bigint,
): Promise<ReadTransaction> {
  const { hash, wholeBlock } = found
  try {
    const lookup = await chains.lookUpTransaction(chainId, hash, head, nativeRecipients, wholeBlock)
    return { found, lookup }
  } catch (error) {
    return { found, error }
  }
}

/** Returns about how many characters of memory a transaction takes. */
function estimateWeight({ lookup }: ReadTransaction): number {
  const { transaction, receipt } = lookup ?? {}
  const logs = receipt?.logs ?? []
  return logs.reduce(
    (sum, { data }) => sum + data.length + charactersPerLog,
    transaction?.input.length ?? 0,
  )
}
