import type { Address } from './address.ts'

/** A range of blocks, both ends included. */
export interface BlockRange {
  from: bigint
  to: bigint
}

/** Which transfers to find: any of these tokens to any of these recipients, from any of these senders where they are given. */
export interface TransferFilter {
  tokens: readonly Address[]
  recipients: readonly Address[]
  senders?: readonly Address[] | undefined
}

/** Which transfers to find: any of these tokens by any of these senders. */
export interface SentFilter {
  tokens: readonly Address[]
  senders: readonly Address[]
}

/** An ERC-20 Transfer log as a node returns it. */
export interface TransferLog {
  hash: string
  blockHash: string
  blockNumber: bigint
  /** Index of the log in its block; on some chains, in its transaction. */
  logIndex: number
  token: Address
  recipient: Address
  sender: Address
  amount: bigint
}

/** A token's log that an account has used the nonce of an authorization (EIP-3009). */
export interface AuthorizationLog {
  /** Of its transaction. */
  hash: string
  nonce: string
}

/** A log that is known without the node's log index. An answer that lacks it is not complete. */
export interface WitnessLog {
  block: bigint
  blockHash: string
  /** Of its transaction. */
  hash: string
  /** Index of the log, in its block or in its transaction. */
  index: number
  address: Address
  topics: readonly string[]
}

/** Transfers of a range, and up to which block they are known to be all. */
export interface CompleteTransfers {
  transfers: readonly TransferLog[]
  /** The last block of the range up to which the transfers are complete; undefined when that is not known. */
  completeTo: bigint | undefined
  /** The witness to pass with the next range. */
  witness: WitnessLog | undefined
  /**
   * Why the range, or its end, is not known to be complete: a known log was not in the answer (`witness`: the index lags or was
   * pruned), no log exists to ask for (`none`), or the node refuses even one block (`refused`).
   */
  incompleteReason: 'witness' | 'none' | 'refused' | undefined
}
