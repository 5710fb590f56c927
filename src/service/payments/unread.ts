import type { Block } from '../chain/types/transactions.ts'

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
