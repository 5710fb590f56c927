import type { Block } from '../../chain/types/transactions.ts'
import type { UnreadTransactionRecord } from '../../payments/unread.ts'
import type { ReadHead, WatcherContext } from '../context.ts'
import { creditTransactions, type TransactionOutcome } from '../credit/credit-transactions.ts'
import type { WatchedDestinations } from '../watched-destinations.ts'

/** Number of transactions that are tried again in one poll. */
const batchSize = 50

/**
 * Returns why a transaction that was found in a block is to be read again. Undefined where it was recorded, or where its
 * block shows that there is nothing yet.
 */
export function findUnreadReason(outcome: TransactionOutcome | undefined): string | undefined {
  if (outcome?.kind === 'mined') return undefined
  if (outcome?.kind === 'unread')
    return outcome.error instanceof Error ? outcome.error.message : String(outcome.error)
  if (outcome?.kind === 'waiting')
    return outcome.hasReceipt ? undefined : 'The node has no receipt of the transaction.'
  return 'The node does not know the transaction.'
}

/** Saves transactions that could not be read, and logs them. */
export async function setTransactionsAside(
  { store, log }: Pick<WatcherContext, 'store' | 'log'>,
  chainId: number,
  transactions: readonly { hash: string; block: Block; error: string }[],
): Promise<void> {
  const toRead = transactions.map((transaction) => ({ ...transaction, isTakenBack: false }))
  await store.setTransactionsAside(chainId, toRead)
  for (const { hash, block, error } of transactions)
    log.warn(
      { chainId, hash, block: String(block.number), error },
      'A transaction could not be read. The search goes on, and the service tries this one again.',
    )
}

/**
 * Tries transactions again that could not be read. One whose block was replaced is looked for as long as a reorganization can
 * bring that block back, since whoever has read a block does not read it twice. Returns whether one of them was recorded.
 */
export async function retryUnread(
  context: WatcherContext,
  destinations: WatchedDestinations,
  chainId: number,
  readHead: ReadHead,
): Promise<boolean> {
  const { store, log, reorgBlocks } = context
  const due = await store.claimUnread(chainId, batchSize)
  if (due.length === 0) return false
  const transactions = due.map(({ hash }) => ({ hash }))
  const head = await readHead()
  const outcomes = await creditTransactions(context, destinations, chainId, transactions, head)
  const ended: string[] = []
  let hasRecorded = false
  for (const unread of due) {
    const { hash, attempts, block } = unread
    const outcome = outcomes.get(hash)
    const error = findUnreadReason(outcome)
    const isTakenBack = error !== undefined && (await isReplaced(context, unread))
    if (error !== undefined && !(isTakenBack && head - block.number > reorgBlocks)) {
      await store.setTransactionsAside(chainId, [{ ...unread, error, isTakenBack }])
      continue
    }
    // What waits for more blocks is tried again.
    if (outcome?.kind === 'waiting' && !isTakenBack) continue
    ended.push(hash)
    hasRecorded ||= outcome?.kind === 'mined'
    if (!isTakenBack) log.info({ chainId, hash, attempts }, 'read at last')
  }
  await store.endUnread(chainId, ended)
  return hasRecorded
}

/** Returns whether a reorganization has replaced the block that it was found in. */
async function isReplaced(
  { chains }: WatcherContext,
  { chainId, block }: UnreadTransactionRecord,
): Promise<boolean> {
  const hash = await chains.getBlockHash(chainId, block.number)
  return hash !== undefined && hash !== block.hash
}
