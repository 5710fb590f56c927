import type { Generated } from 'kysely'
import type { PaymentProof } from '../../charges/records.ts'
import type { Optional } from './columns.ts'

export interface BookClosingRow {
  accountId: string
  closedBefore: Date
  closedAt: Generated<Date>
}

export interface BookVerificationRow {
  accountId: string
  verifiedAt: Generated<Date>
  outcome: 'equal' | 'different' | 'nothing'
  rowCount: number
  differenceCount: number
}

/** Written by triggers alone: the rows in the books of a transfer that changed after its time was closed. */
export interface BookEntryRow {
  seq: Generated<number>
  accountId: string
  bookedAt: Date
  chainId: number
  hash: string
  position: number
  /** Whether it takes back an earlier entry. */
  isReversal: boolean
  chargeId: Optional<string>
  countedAmount: Optional<bigint>
  proof: Optional<PaymentProof>
  reason: string
  decidedAt: Optional<Date>
}
