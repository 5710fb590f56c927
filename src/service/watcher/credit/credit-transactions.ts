import { readInParts } from '../../domain/batches.ts'
import {
  type AttributedTransaction,
  attributeTransfers,
} from '../../domain/payments/proof/proof.ts'
import type { ReportRecord } from '../../domain/payments/reports.ts'
import type { RecordedTransaction, TransactionOrigin } from '../../domain/payments/transfers.ts'
import type {
  Block,
  BlockWithTransactions,
  PendingTransaction,
  Receipt,
  TransactionLookup,
} from '../../domain/transactions.ts'
import type { WatcherContext } from '../context.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'
import { type MinedExamination, type Recheck, recordTransfers } from './credit-transfers.ts'
import { nothingRecorded } from './record-parts.ts'

/** Number of transactions that are read of the node at the same time. */
const concurrency = 8
/**
 * Characters of calldata and logs that are read before they are examined, and about what a log takes without its data.
 * Anybody can make transactions with megabytes of logs that also pay a merchant.
 */
const maxWeight = 4_000_000
const charactersPerLog = 500

/** A transaction to examine. */
export interface TransactionToExamine {
  hash: string
  /** Reports of it whose check is due. */
  dueReports?: readonly ReportRecord[]
  /** A block that was read and may hold it. */
  block?: BlockWithTransactions | undefined
}

/** The state of a transaction on the chain, and what was recorded of it. */
export type ExaminationResult =
  | { kind: 'unseen' }
  /** `hasReceipt`: it was mined, and what it did is not final. */
  | { kind: 'waiting'; hasReceipt: boolean; trace: PendingTransaction }
  | { kind: 'mined'; block: Block; recorded: RecordedTransaction; recheck?: Recheck | undefined }

/** A transaction that the node does not give, or the database does not take. It says nothing about the others. */
export interface UnreadTransaction {
  kind: 'unread'
  error: unknown
}

/** Examines one transaction, as {@link examineTransactions} does. Rejects where it cannot be read. */
export async function examineTransaction(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  transaction: TransactionToExamine,
  head: bigint,
): Promise<ExaminationResult> {
  const examined = await examineTransactions(context, destinations, chainId, [transaction], head)
  const result = examined.get(transaction.hash) ?? { kind: 'unseen' }
  if (result.kind === 'unread') throw result.error
  return result
}

/**
 * Reads transactions and records all their transfers to watched destinations, for every charge that their senders named,
 * whoever found or reported them. A transaction is read as a whole, so that the order of reports makes no difference.
 * The database is read and written for all of them at once: that many are paid in one block costs little more.
 *
 * @param transactions each of them once
 * @returns the results by hash
 */
export async function examineTransactions(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  transactions: readonly TransactionToExamine[],
  head: bigint,
): Promise<ReadonlyMap<string, ExaminationResult | UnreadTransaction>> {
  const results = new Map<string, ExaminationResult | UnreadTransaction>()
  const parts = readInParts(transactions, {
    read: async (transaction) => ({
      transaction,
      lookup: await lookUp(context, destinations, chainId, transaction, head),
    }),
    weigh: ({ lookup }) => weigh(lookup),
    maxWeight,
    concurrency,
  })
  for await (const part of parts) {
    const examined = await examinePart(context, destinations, chainId, part, head)
    for (const [hash, result] of examined) results.set(hash, result)
  }
  return results
}

/** A transaction and what the node has about it. */
interface ReadTransaction {
  transaction: TransactionToExamine
  lookup: TransactionLookup | UnreadTransaction
}

async function lookUp(
  { chains }: WatcherContext,
  { nativeRecipients }: WatchedDestinations,
  chainId: number,
  { hash, block }: TransactionToExamine,
  head: bigint,
): Promise<TransactionLookup | UnreadTransaction> {
  try {
    return await chains.lookUpTransaction(chainId, hash, head, nativeRecipients, block)
  } catch (error) {
    return { kind: 'unread', error }
  }
}

/** Returns about how many characters of memory a transaction takes. */
function weigh(lookup: TransactionLookup | UnreadTransaction): number {
  if ('kind' in lookup) return 0
  const { transaction, receipt } = lookup
  const logs = receipt?.logs ?? []
  return logs.reduce(
    (sum, { data }) => sum + data.length + charactersPerLog,
    transaction?.input.length ?? 0,
  )
}

/** Examines transactions that are read. */
async function examinePart(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  part: readonly ReadTransaction[],
  head: bigint,
): Promise<ReadonlyMap<string, ExaminationResult | UnreadTransaction>> {
  const states = part.map(({ transaction, lookup }) => ({
    ...transaction,
    state: 'kind' in lookup ? lookup : readState(context, destinations, lookup, head),
  }))
  const minedHashes = states.flatMap(({ hash, state }) => ('receipt' in state ? [hash] : []))
  const stored = await context.store.listReports(chainId, minedHashes)
  const storedByHash = Map.groupBy(stored, ({ hash }) => hash)
  const results = new Map<string, ExaminationResult | UnreadTransaction>()
  const toRecord: MinedExamination[] = []
  const revertedIds: string[] = []
  for (const { hash, dueReports = [], state } of states) {
    if (!('receipt' in state)) {
      results.set(hash, state)
      continue
    }
    // Many reports of one hash can fill the limited list of other reports, but cannot displace one that is due.
    const others = storedByHash.get(hash) ?? []
    const reports = [
      ...dueReports,
      ...others.filter(({ id }) => dueReports.every((one) => one.id !== id)),
    ]
    const { receipt } = state
    if (state.kind === 'succeeded')
      toRecord.push({
        chainId,
        hash,
        receipt,
        attributed: state.attributed,
        origin: state.origin,
        reports,
      })
    else {
      // Nothing moved, so no charge changes: whoever reported it learns of it by the report. Anybody can have a transfer
      // reverted that names a charge.
      revertedIds.push(...reports.filter(isWaiting).map(({ id }) => id))
      results.set(hash, { kind: 'mined', block: receipt.block, recorded: nothingRecorded })
    }
  }
  await context.store.endReports(revertedIds, revertedReason)
  const all = await recordTransfers(context, destinations, chainId, toRecord)
  for (const [{ hash, receipt }, recorded] of all)
    results.set(
      hash,
      recorded.error
        ? { kind: 'unread', error: recorded.error }
        : { kind: 'mined', block: receipt.block, ...recorded },
    )
  return results
}

const revertedReason = 'The transaction was reverted.'
const isWaiting = ({ status }: ReportRecord) => status === 'WAITING'

/** What the chain shows of a transaction: with a receipt, where that is to be recorded. */
type TransactionState =
  | Extract<ExaminationResult, { kind: 'unseen' | 'waiting' }>
  | { kind: 'failed'; receipt: Receipt }
  | {
      kind: 'succeeded'
      receipt: Receipt
      attributed: AttributedTransaction
      origin: TransactionOrigin
    }

function readState(
  context: WatcherContext,
  destinations: WatchedDestinations,
  lookup: TransactionLookup,
  head: bigint,
): TransactionState {
  const { chains } = context
  const { transaction, receipt, chainId } = lookup
  if (!transaction) return { kind: 'unseen' }
  const trace = { sender: transaction.from, nonce: transaction.nonce, seenAtBlock: head }
  if (!receipt) return { kind: 'waiting', hasReceipt: false, trace }
  const confirmations = Number(head - receipt.block.number) + 1
  const isFinal = confirmations >= chains.getConfirmations(chainId)
  // After a reorganization a reverted transaction can succeed.
  if (!receipt.hasSucceeded)
    return isFinal ? { kind: 'failed', receipt } : { kind: 'waiting', hasReceipt: true, trace }
  const { tokens, recipients, nativeRecipients } = destinations
  const watched = { tokens, recipients, expectsNative: nativeRecipients.length > 0 }
  const attributed = attributeTransfers(lookup, watched, context)
  // That it transfers nothing is not final either.
  if (!isFinal && attributed.transfers.length === 0 && !attributed.hasUnknownNativeAmount)
    return { kind: 'waiting', hasReceipt: true, trace }
  const { sender, nonce } = trace
  return { kind: 'succeeded', receipt, attributed, origin: { sender, nonce } }
}
