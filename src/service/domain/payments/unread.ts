import type { Block } from '../chain/transactions.ts'
import type { WaitingCounts } from '../watch.ts'

/** Transactions that were found and could not be read. */
export interface UnreadStore {
  /** Saves transactions that are to be read later; one that is saved keeps its attempts. */
  setTransactionsAside(
    chainId: number,
    transactions: readonly Pick<
      UnreadTransactionRecord,
      'hash' | 'block' | 'isTakenBack' | 'error'
    >[],
  ): Promise<void>
  /** Returns unread transactions whose next attempt is due, and counts that attempt. The waits grow, up to an hour. */
  claimUnread(chainId: number, limit: number): Promise<UnreadTransactionRecord[]>
  /** Deletes transactions that were read at last. */
  endUnread(chainId: number, hashes: readonly string[]): Promise<void>
  /** Returns unread transactions of all chains, the oldest first. */
  listUnread(limit: number): Promise<UnreadTransactionRecord[]>
  /**
   * Returns how many webhook events wait for their delivery, to how many endpoints one has failed, and how many charges can be
   * paid.
   */
  countOpen(): Promise<Pick<WaitingCounts, 'webhooks' | 'failingEndpoints' | 'charges'>>
  /** Returns how many transactions are unread that the chain has. */
  countUnread(): Promise<number>
  /** Lets every unread transaction be tried now, and returns how many there are. */
  retryUnread(): Promise<number>
}

/** A transaction that was found in a block, and that could not be read or recorded. */
export interface UnreadTransactionRecord {
  chainId: number
  hash: string
  /** Where it was found. */
  block: Block
  /** Whether a reorganization has replaced that block: it may come back, or the transaction in another one. */
  isTakenBack: boolean
  attempts: number
  /** Why the last attempt failed. */
  error: string
  createdAt: Date
  nextAttemptAt: Date
}
