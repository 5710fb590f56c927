import type { Block } from './records.ts'

/** What was read from a chain about a hash. */
export interface Facts {
  chainId: number
  /** Undefined while the chain does not know the hash. */
  transaction: TransactionFacts | undefined
  /** Undefined while it is not mined. */
  receipt: ReceiptFacts | undefined
  /** Number of the newest block. */
  head: bigint
}

export interface TransactionFacts {
  hash: string
  from: string
  nonce: number
  /** Undefined where it creates a contract. */
  to: string | undefined
  /** Wei. */
  value: bigint
  input: string
}

export interface ReceiptFacts {
  succeeded: boolean
  block: Block
  /** By the block's own word. */
  minedAt: Date
  /** In the order of the chain. */
  logs: readonly Log[]
  /**
   * Native currency that calls inside the transaction moved, in their order, those that were reverted left out; undefined
   * where the chain does not tell, or nobody asked.
   */
  coin: readonly CoinMovement[] | undefined
  /** Nonce of each Safe that executed something here, as it stood after the block, or later where the node keeps no state of it. */
  safeNonces?: ReadonlyMap<string, bigint> | undefined
}

export interface Log {
  /** In the block. */
  index: number
  address: string
  topics: readonly string[]
  data: string
}

export interface CoinMovement {
  /** '' where only the recipient's balance tells of it. */
  from: string
  to: string
  /** Wei, never 0. */
  value: bigint
  /** Logs of the transaction that were written before it; undefined where the node does not tell. */
  logsBefore?: number | undefined
}
