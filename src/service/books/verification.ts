import type { Address } from '../chain/types/address.ts'
import type { BookDifference } from './compare.ts'

/** The chain's side of a comparison with an account's books. */
export interface ChainVerification {
  chainId: number
  /** The last block of the comparison: the last one up to which the search of the chain was proved to be complete. */
  toBlock: bigint
  destinations: readonly DestinationVerification[]
  /** Outgoing transfers without a row (money that the merchant moved, and fees); only the first of them. */
  outgoing: readonly OutgoingTransfer[]
}

/** A token at a recipient: its sum in the books, and the change of its balance. */
export interface DestinationVerification {
  token: Address
  symbol: string
  decimals: number
  recipient: Address
  /** The first block of the comparison. */
  fromBlock: bigint
  /** Number of rows in the books that were compared. */
  rows: number
  /** Number of rows in later blocks, which cannot be compared yet. */
  laterRows: number
  /** Base units: the sum of the rows, less those of refunds and their fees. */
  booked: bigint
  /** Other outgoing money; undefined where the chain does not show it. */
  left: bigint | undefined
  /** By how much the balance has changed; undefined where the node keeps no state of these blocks. */
  change: bigint | undefined
}

/** Money that has left a recipient. */
export interface OutgoingTransfer {
  token: Address
  sender: Address
  /** '' for native currency: the transaction has a fee too, and may pay several. */
  recipient: string
  hash: string
  amount: bigint
}

/**
 * How the books compare with the chains: `equal` only when rows were compared; `nothing` when there were neither rows nor
 * transfers.
 */
export type BooksOutcome = 'equal' | 'different' | 'nothing'

/** The books of an account, compared with the chains. */
export interface BooksVerification {
  outcome: BooksOutcome
  chains: readonly ChainVerification[]
  /** The first of them. */
  differences: readonly BookDifference[]
  differenceCount: number
}
