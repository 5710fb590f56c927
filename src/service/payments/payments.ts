import type { PaymentRecord, TransferRecord } from '../charges/records.ts'

/** A payment whose block is checked on its chain, with its transfers. */
export interface WatchedPayment {
  payment: PaymentRecord
  transfers: readonly TransferRecord[]
  /** When it was last seen on the chain. */
  seenAt: Date
}
