import type { Address } from './address.ts'
import type { WitnessLog } from './transfer-logs.ts'

/** A recipient of one account and a token that may arrive there. */
export interface WatchedDestination {
  accountId: string
  recipient: Address
  token: Address
  /** When the oldest and the newest charge with this recipient and token were created. */
  oldestChargeAt: Date
  newestChargeAt: Date
}

/** How far a chain was scanned. */
export interface ScanState {
  /** The last block up to which all transfers are known; undefined before the first. */
  block: bigint | undefined
  /** The known log at the lower end of the next range; undefined when there is none. */
  witness: WitnessLog | undefined
  /** Blocks that the operator asked to scan again. */
  rescan: { from: bigint; to: bigint | undefined } | undefined
}

/** The activity of a chain. */
export interface ChainActivity {
  /** Milliseconds since a charge was asked for that can be paid there; undefined for never. */
  quietMs: number | undefined
  /** Whether charges were created that have not expired. Some of them may have been paid. */
  isPaymentExpected: boolean
  /** Whether the operator has asked to scan blocks again. */
  isRescanRequested: boolean
}

/** How much work waits. */
export interface WaitingCounts {
  /** Transfers that wait for a decision. */
  unmatched: number
  /** Reported transactions that wait for the chain. */
  reports: number
  /** Transactions that were found and could not be read. */
  unread: number
  /** Webhook events that wait for their delivery. */
  webhooks: number
  /** Webhook endpoints to which a delivery has failed that waits. */
  failingEndpoints: number
  /** Refunds whose wallet was asked more than an hour ago, and whose transfer is not known. */
  refunds: number
  /** Charges that can be paid. */
  charges: number
}
