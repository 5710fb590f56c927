import type { Generated } from 'kysely'

export interface ChainActivityRow {
  chain_id: string | number
  last_active_at: Date
}

export interface ScanStateRow {
  chain_id: string | number
  /** The last block up to which all transfers are known to be found; null before the first. */
  block: string | number | null
  /** JSON of a `WitnessLog`. */
  witness: string | null
  rescan_from: string | number | null
  rescan_to: string | number | null
}

/** A transaction that was found in a block, and could not be read or recorded. */
export interface UnreadTransactionRow {
  chain_id: string | number
  hash: string
  block_number: string | number
  block_hash: string
  is_taken_back: Generated<boolean>
  attempts: Generated<number>
  last_error: string
  created_at: Generated<Date>
  next_attempt_at: Generated<Date>
}

/** One row. */
export interface DatabaseClockRow {
  only_row: Generated<boolean>
  latest: Date
}

export interface LeaseRow {
  task: string
  lease_owner: string
  expires_at: Date
}
