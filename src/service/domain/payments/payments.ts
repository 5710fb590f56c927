import type { PaymentRecord, TransferRecord } from '../charges/records.ts'

/** The payments whose blocks are checked on their chains, across all charges. */
export interface PaymentStore {
  /** Returns pending payments of one chain whose next check is due, the longest overdue first. */
  listPendingPayments(chainId: number, limit: number): Promise<WatchedPayment[]>
  /** Returns credited payments in this block or later, or in none, whose next check is due. */
  listCreditedPayments(chainId: number, fromBlock: bigint, limit: number): Promise<WatchedPayment[]>
  /** Lets the next check of these payments be due after so many milliseconds. */
  scheduleChecks(paymentIds: readonly string[], delayMs: number): Promise<void>
}

/** A payment whose block is checked on its chain, with its transfers. */
export interface WatchedPayment {
  payment: PaymentRecord
  transfers: readonly TransferRecord[]
  /** When it was last seen on the chain. */
  seenAt: Date
}
