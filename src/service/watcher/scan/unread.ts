import type { UnreadTransactionRecord } from '../../domain/payments/unread.ts'
import type { Block } from '../../domain/transactions.ts'
import type { ReadHead, WatcherContext } from '../context.ts'
import {
  type ExaminationResult,
  examineTransactions,
  type UnreadTransaction,
} from '../credit/credit-transactions.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'

/** Number of transactions that are tried again in one turn. */
const batchSize = 50

/**
 * Returns why a transaction that was found in a block is to be tried again: nothing that the node, or the database, says
 * of it may keep the others waiting. Undefined where it was recorded, or where its block shows that there is nothing yet.
 */
export function findUnreadReason(
  result: ExaminationResult | UnreadTransaction | undefined,
): string | undefined {
  if (result?.kind === 'mined') return undefined
  if (result?.kind === 'unread')
    return result.error instanceof Error ? result.error.message : String(result.error)
  if (result?.kind === 'waiting')
    return result.hasReceipt ? undefined : 'The node has no receipt of the transaction.'
  return 'The node does not know the transaction.'
}

/** Saves transactions that could not be read, and logs them. */
export async function setTransactionsAside(
  { store, log }: Pick<WatcherContext, 'store' | 'log'>,
  chainId: number,
  transactions: readonly { hash: string; block: Block; error: string }[],
): Promise<void> {
  await store.setTransactionsAside(chainId, transactions)
  for (const { hash, block, error } of transactions)
    log.warn(
      { chainId, hash, block: String(block.number), error },
      'A transaction could not be read. The search goes on, and the service tries this one again.',
    )
}

/** Tries transactions again that could not be read. Returns whether one of them was recorded. */
export async function retryUnread(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  readHead: ReadHead,
): Promise<boolean> {
  const { store, log } = context
  const due = await store.claimUnread(chainId, batchSize)
  if (due.length === 0) return false
  const transactions = due.map(({ hash }) => ({ hash }))
  const examined = await examineTransactions(
    context,
    destinations,
    chainId,
    transactions,
    await readHead(),
  )
  const ended: string[] = []
  let hasRecorded = false
  for (const one of due) {
    const result = examined.get(one.hash)
    const error = findUnreadReason(result)
    if (error !== undefined && !(await isReplaced(context, one))) {
      await store.setTransactionsAside(chainId, [{ ...one, error }])
      continue
    }
    // What waits for more blocks is tried again.
    if (result?.kind === 'waiting') continue
    ended.push(one.hash)
    hasRecorded ||= result?.kind === 'mined'
    log.info({ chainId, hash: one.hash, attempts: one.attempts }, 'read at last')
  }
  await store.endUnread(chainId, ended)
  return hasRecorded
}

/** Returns whether a reorganization has replaced the block that it was found in: it is found again where it is mined. */
async function isReplaced(
  { chains }: WatcherContext,
  { chainId, block }: UnreadTransactionRecord,
): Promise<boolean> {
  const hash = await chains.getBlockHash(chainId, block.number)
  return hash !== undefined && hash !== block.hash
}
