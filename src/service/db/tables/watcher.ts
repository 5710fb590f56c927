import type { Generated } from 'kysely'
import type { WitnessLog } from '../../chain/types/transfer-logs.ts'
import type { Optional, OptionalJson } from './columns.ts'

export interface ChainActivityRow {
  chainId: number
  lastActiveAt: Date
}

export interface ScanStateRow {
  chainId: number
  /** The last block up to which all transfers are known to be found; null before the first. */
  block: Optional<bigint>
  /** Its block as text: JSON's numbers are not exact beyond 2^53. */
  witness: OptionalJson<Omit<WitnessLog, 'block'> & { block: string }>
  rescanFrom: Optional<bigint>
  rescanTo: Optional<bigint>
}

/** A transaction that was found in a block, and could not be read or recorded. */
export interface UnreadTransactionRow {
  chainId: number
  hash: string
  blockNumber: bigint
  blockHash: string
  isTakenBack: Generated<boolean>
  attempts: Generated<number>
  lastError: string
  createdAt: Generated<Date>
  nextAttemptAt: Generated<Date>
}

/** One row. */
export interface DatabaseClockRow {
  onlyRow: Generated<boolean>
  latest: Date
}

export interface LeaseRow {
  task: string
  leaseOwner: string
  expiresAt: Date
}
