import type { Generated } from 'kysely'
import type { Status } from '../../../api/schemas/payments/payment.ts'
import type { UsdPriceSource } from '../../chain/types/tokens.ts'
import type { PaymentProof, TransferStatus } from '../../charges/records.ts'
import type { ReportRecord } from '../../payments/reports.ts'
import type { Optional } from './columns.ts'

export interface PaymentRow {
  id: string
  seq: Generated<number>
  chargeId: string
  accountId: string
  chainId: number
  hash: string
  token: string
  status: Status
  reason: string
  /** In base units of the payment's token. */
  receivedAmount: bigint
  /** Base units that count towards the price; null for the same as `received_amount`. */
  countedAmount: Optional<bigint>
  /** Base units of the charge's own token; null for the same as `received_amount`. */
  creditedAmount: Optional<bigint>
  payerAddress: string
  blockNumber: Optional<bigint>
  blockHash: Optional<string>
  createdAt: Date
  verifiedAt: Optional<Date>
  /** When the watcher checks it next. */
  nextCheckAt: Date
  /** When it was last seen in a block of the chain. */
  seenAt: Optional<Date>
  proof: PaymentProof
  minedAt: Optional<Date>
}

export interface ArrivalRow {
  chainId: number
  hash: string
  token: string
  recipient: string
  /** Base units; null where no read has shown them. */
  amount: Optional<bigint>
  blockHash: string
  /** The account that has signed the transaction, and its nonce; null where that was not read. */
  signer: Optional<string>
  nonce: Optional<number>
  /** Whether no read has shown more of the transaction than the logs of these transfers. */
  isFromLogs: Generated<boolean>
}

export interface TransferRow {
  id: string
  seq: Generated<number>
  chainId: number
  hash: string
  position: number
  token: string
  recipient: string
  sender: string
  /** Of a signed transfer (EIP-3009), by the token's own log; null for any other. */
  authorizationNonce: Optional<string>
  /** Base units; null where it cannot be read from the chain. */
  amount: Optional<bigint>
  countedAmount: Optional<bigint>
  blockNumber: bigint
  /** Null while no block of the chain has it. */
  blockHash: Optional<string>
  minedAt: Date
  /** The block's own timestamp; `mined_at` is corrected to the service's clock. */
  blockTime: Generated<Date>
  /** US dollars of a whole token at its block; null where that is not known. */
  usdPrice: Optional<string>
  usdSource: UsdPriceSource
  /** The account in whose books it stands; null where charges of several accounts are paid there. */
  accountId: Generated<string>
  status: TransferStatus
  /** Whether it is listed apart while it waits for a decision; a trigger decides. */
  isHidden: Generated<boolean>
  /** When the merchant last decided about it. A trigger writes this and the next. */
  decidedAt: Generated<Date | undefined>
  /** Whether its rows in the books are entries, since its time was closed before it changed. */
  isBookedApart: Generated<boolean>
  proof: Optional<PaymentProof>
  reason: string
  paymentId: Optional<string>
  chargeId: Optional<string>
  /** References of charges in the transaction's calldata, separated by spaces. */
  mentionedReferences: string
  createdAt: Date
}

export interface ReportedTransactionRow {
  id: string
  chargeId: string
  chainId: number
  hash: string
  token: string
  signature: Optional<string>
  status: Generated<ReportRecord['status']>
  reason: Generated<string>
  attempts: Generated<number>
  nextCheckAt: Date
  sender: Optional<string>
  nonce: Optional<number>
  seenAtBlock: Optional<bigint>
  createdAt: Date
  /** The merchant's key that decided; null for a payer's report. */
  assignedBy: Optional<string>
  assignedRequestId: Optional<string>
}

export interface ReservedAmountRow {
  id: string
  chargeId: string
  chainId: number
  token: string
  recipient: string
  /** Base units. */
  owed: bigint
  amount: bigint
  sinceBlock: bigint
  createdAt: Date
  expiresAt: Date
}

export interface DestinationRow {
  chainId: number
  token: string
  recipient: string
  accountId: string
  decimals: number
  symbol: string
  oldestChargeAt: Date
  newestChargeAt: Date
  expectedUntil: Date
}

/** A transaction that names a charge but pays another address. */
export interface MisdirectedPaymentRow {
  id: string
  chargeId: string
  chainId: number
  hash: string
  token: string
  recipient: string
  sender: string
  /** Base units. */
  amount: bigint
  expectedRecipient: string
  blockNumber: bigint
  blockHash: string
  minedAt: Date
  createdAt: Date
}
