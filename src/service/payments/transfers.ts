import type { Author } from '../accounts/accounts.ts'
import type { Address } from '../chain/types/address.ts'
import type { TokenMetadata, UsdPrice } from '../chain/types/tokens.ts'
import type { Block, PendingTransaction } from '../chain/types/transactions.ts'
import type {
  ChargeRecord,
  DecidedQuote,
  PaymentProof,
  TransferRecord,
} from '../charges/records.ts'
import { splitIntoBatches, splitIntoRounds } from '../kernel/batches.ts'
import type { FxRate } from '../rates/types.ts'

/** Refuses an assignment by throwing. Returns the price in the token, where the charge does not accept it. */
export type AssignmentDecision = (
  charge: ChargeRecord,
  transfer: TransferRecord,
) => DecidedQuote | undefined

/** A mined transaction and its transfers to watched destinations. */
export interface MinedTransaction {
  chainId: number
  hash: string
  block: Block
  /** Corrected to the clock of this service, which also dates the charges. */
  minedAt: Date
  /** The block's own timestamp. */
  blockTime: Date
  /** The dollar prices of its transfers' tokens; undefined where they were not read. */
  usdPrices?: ReadonlyMap<Address, UsdPrice> | undefined
  /** The rates then of the currencies of charges that it names and that had no amount; undefined where they were not read. */
  currencyRates?: ReadonlyMap<string, FxRate> | undefined
  transfers: readonly Transfer[]
  /** The first references of each author of its calldata: hints for the merchant. */
  mentionedReferences: readonly string[]
  /** Whether only the logs of its transfers were read, and not its receipt. @default false */
  isFromLogs?: boolean | undefined
  /** Undefined where it was not read. */
  origin?: TransactionOrigin | undefined
}

/** A mined transaction, and the functions that decide about the credit of its transfers. */
export interface ArrivedTransaction {
  mined: MinedTransaction
  /** Returns the ids of the charges that a transfer may be credited to. */
  listChargeIds: (transfer: Transfer) => readonly string[]
  decideCredit: (transfer: Transfer, charges: ReadonlyMap<string, ChargeRecord>) => CreditDecision
}

/** A mined transaction, or a part of one with many transfers, that is recorded in one transaction of the database. */
export interface TransactionToRecord extends Pick<ArrivedTransaction, 'mined' | 'decideCredit'> {
  /** The transfers of this part. */
  transfers: readonly Transfer[]
  /** Ids of the charges that the transfers of this part may be credited to. */
  chargeIds: readonly string[]
}

/** The signer and the nonce of a transaction: only one transaction with both can be mined. */
export type TransactionOrigin = Pick<PendingTransaction, 'sender' | 'nonce'>

/** A transfer that a transaction makes, with the references that its sender authorized for it. */
export interface Transfer<Amount extends bigint | undefined = bigint | undefined> {
  /**
   * Identifies the transfer in its transaction: the index that the node gives its log; -1 for the value of the transaction
   * itself; for internal transfers of native currency see `coinPositions`.
   */
  position: number
  /** The zero address for native currency. */
  token: Address
  recipient: Address
  /** The account that the money left; '' when the chain does not show it. */
  sender: Address
  /** Base units; undefined where no node shows how much native currency arrived. */
  amount: Amount
  /**
   * Exactly one reference is proof; without one the transfer names no charge; several are ambiguous, and only the first
   * few are listed. Many transfers may share a list.
   */
  references: readonly string[]
  /**
   * The nonce with which the sender authorized it (EIP-3009), by the token's own log; undefined for an ordinary transfer. It
   * is proof where it is the nonce of a charge. Any other names none: see `accepted` in credit.ts.
   */
  authorization?: string | undefined
}

/** Whether a transfer is credited to a charge, or why not. */
export type CreditDecision =
  | { chargeId: string; proof: Exclude<PaymentProof, 'merchant'>; countedAmount: bigint }
  /** The merchant's decision, which the audit log keeps. */
  | {
      chargeId: string
      proof: 'merchant'
      countedAmount: bigint
      author: Author
      /** Where the charge does not accept the token: its price in it. */
      decided?: DecidedQuote | undefined
    }
  /** `reportedChargeId`: the charge to show to the merchant with this transfer. */
  | { reason: string; reportedChargeId?: string | undefined }

/** The outcome of recording one transaction. */
export interface RecordedTransaction {
  /** Ids of charges that were credited something new. */
  creditedChargeIds: readonly string[]
  /** Number of transfers that are new and unmatched. */
  unmatchedCount: number
  /** Number of known transfers that are in another block now. */
  movedCount: number
}

/** A token at a recipient of charges that are paid in others. */
export interface ShownToken extends TokenMetadata {
  chainId: number
  token: Address
  recipient: Address
}

/**
 * Number of transfers that are saved in one transaction of the database. It locks their charges, and an embedded database
 * answers no other query meanwhile.
 */
const maxTransfers = 100

/**
 * Splits transactions into lists, each of which is recorded together: none is too long, and none changes a charge twice. One
 * transaction can pay thousands of charges, so a large one is recorded in parts, the first of them first.
 */
export function splitForRecording(
  transactions: readonly ArrivedTransaction[],
): (readonly TransactionToRecord[])[] {
  const parts = transactions.flatMap(splitTransaction)
  return splitIntoRounds(parts, listChanged).flatMap((round) => [
    ...splitIntoBatches(round, maxTransfers, ({ transfers }) => transfers.length),
  ])
}

function splitTransaction(transaction: ArrivedTransaction): TransactionToRecord[] {
  const { mined, decideCredit, listChargeIds } = transaction
  return [...splitIntoBatches(mined.transfers, maxTransfers)].map((transfers) => ({
    mined,
    transfers,
    chargeIds: [...new Set(transfers.flatMap(listChargeIds))],
    decideCredit,
  }))
}

/** Lists the rows that recording a part of a transaction may change, each once: its charges, and its own transfers. */
export function listChanged({ chargeIds, mined }: TransactionToRecord): readonly string[] {
  return [...new Set(chargeIds), mined.hash]
}
