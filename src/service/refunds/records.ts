import type { RefundStatus } from '../../api/schemas/payments/refund.ts'
import type { Address } from '../chain/types/address.ts'
import type { BookedPrice } from '../chain/types/tokens.ts'
import type { Block, PendingTransaction } from '../chain/types/transactions.ts'
import type { ChargeRecord } from '../charges/records.ts'

/** A refund of a charge, as the service keeps it. It holds no money: the merchant's wallet sends it. */
export interface RefundRecord {
  id: string
  accountId: string
  chargeId: string
  /** Its charge's. */
  livemode: boolean
  /** Its charge's: whose api-key created the charge; '' for none. */
  shop: string
  /** Names it in calldata; see `computeReference`. */
  reference: string
  status: RefundStatus
  chainId: number
  /** The zero address for the chain's native currency. */
  token: Address
  decimals: number
  symbol: string
  /** Base units. */
  amount: bigint
  /** The merchant's own text; '' for none. */
  reason: string
  /** The address it goes to; undefined until it is named. */
  recipient: Address | undefined
  /** Undefined for an address that is neither proven nor approved. */
  recipientProof: RecipientProof | undefined
  /** How often an address was named with the refund's link, by a payer's signature and without one. */
  namings: { signed: number; unsigned: number }
  /** The transfer that a wallet was asked for; undefined before, and after it is known that there will be none. */
  attempt: RefundAttempt | undefined
  /**
   * The nonce that the last released wallet was asked to use. The same account is asked for the same nonce again, so that only one
   * of the two transfers can be mined.
   */
  released: { account: Address; nonce: number } | undefined
  /** The transfer's transaction, as it was reported or found, in lower case; undefined before. */
  hash: string | undefined
  /** The transfer on the chain; undefined before it was mined. */
  transfer: RefundTransfer | undefined
  /** Why the last attempt has failed; '' where none has. */
  failure: string
  /** Transfers that may be this refund's; the merchant has to decide about them before a wallet is asked, or asked again. */
  unclear: readonly UnclearTransfer[]
  /** Transactions that the merchant has marked as not being this refund, in lower case. */
  dismissed: readonly string[]
  /** How far the chain was searched for an earlier transfer before a wallet is asked; undefined before. */
  searched: { account: Address; to: bigint } | undefined
  createdAt: Date
}

/** A transfer that may be a refund's, but does not name it. */
export interface UnclearTransfer {
  hash: string
  /** Base units of the refund's token. */
  amount: bigint
  sender: Address
  recipient: Address
  /** The number of its block. */
  block: bigint
}

/** The reason why a refund may go to its address. */
export type RecipientProof =
  | { kind: 'signature'; signer: Address }
  /** The merchant, who has asked the payer. */
  | { kind: 'merchant' }

/** A wallet that was asked for the transfer of a refund. */
export interface RefundAttempt {
  /** Chosen by the caller, which repeats a call with it if the answer was lost. */
  id: string
  account: Address
  /** The next nonce of the account when the wallet was asked; undefined for a contract, whose own nonce proves nothing. */
  nonce: number | undefined
  /** The nonce that the wallet was asked to use, after the account's waiting transactions: `nonce` or a higher one. */
  askedNonce: number | undefined
  /** The newest block when the wallet was asked. */
  fromBlock: bigint
  startedAt: Date
  /** Up to which block the transfer was looked for; undefined before the first time. */
  searchedTo: bigint | undefined
  /** Of native currency: which of the account's own transactions is looked at next. */
  searchedNonce: number | undefined
  /** The account's transaction of this refund, as it was last seen, waiting or mined; undefined before. */
  seen: PendingTransaction | undefined
  /** Whether the merchant has confirmed that the reported transaction is the refund, although it does not name it. */
  isAccepted: boolean
  /** The merchant's statement that the wallet sent nothing; undefined before it. */
  release: RefundRelease | undefined
}

/** The merchant's statement that a wallet sent nothing. The service accepts it once the chain has proven it. */
export interface RefundRelease {
  at: Date
  /** The newest block that a node showed then. */
  block: bigint
  /** The block up to which the nodes have proven that there is no transfer; undefined before. */
  provenTo: bigint | undefined
  /** The missing proof, as a sentence for the merchant. */
  waitsFor: string
}

/** The transfer of a refund as the chain has it. */
export interface RefundTransfer {
  /** As `position` of ChainTransfer in payments/proof/proof.ts. */
  position: number
  /** Base units. */
  amount: bigint
  block: Block
  minedAt: Date
  /** The account that has sent it. */
  sender: Address
  /** The block's own timestamp, for the books. `minedAt` is corrected to the service's clock. */
  blockTime: Date
  /** Of the token, at the block. */
  price: BookedPrice
  /**
   * The fee that the sender paid for the transaction; undefined when another account paid it, or when another refund of the
   * transaction has it.
   */
  fee: NetworkFee | undefined
}

/** The network's fee of a transaction, in native currency. */
export interface NetworkFee {
  /** Wei. */
  amount: bigint
  symbol: string
  /** Of the native currency, at the block. */
  price: BookedPrice
}

/** A refund with the data that decides about it, under the lock of its charge. */
export interface LockedRefund {
  refund: RefundRecord
  charge: ChargeRecord
  /** All refunds of the charge, with this one. */
  refunds: readonly RefundRecord[]
}

/** The change of a refund, as the audit log and the webhooks name it. */
export type RefundStep =
  | 'named'
  | 'approved'
  | 'canceled'
  | 'signing'
  | 'reported'
  | 'released'
  | 'dismissed'
  /** Its transfer was on the chain before a wallet was asked. */
  | 'found'
  | 'pending'
  | 'confirmed'
  /** The chain has taken its transfer back. */
  | 'reopened'
  | 'failed'

/** A change of a refund. */
export interface RefundUpdate {
  refund: RefundRecord
  /** Undefined when the change sends no event. */
  step: RefundStep | undefined
}
