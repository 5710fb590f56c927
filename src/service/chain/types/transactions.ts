/** A transaction and its receipt, as a chain has them for a hash. */
export interface TransactionLookup {
  chainId: number
  /** Undefined while the chain does not know the hash. */
  transaction: Transaction | undefined
  /** Undefined while the transaction is not mined. */
  receipt: Receipt | undefined
  /** Number of the newest block. */
  head: bigint
}

/** A transaction as a node returns it. */
export interface Transaction {
  hash: string
  from: string
  nonce: number
  /** Undefined when it creates a contract. */
  to: string | undefined
  /** Wei. */
  value: bigint
  input: string
}

/** The receipt of a mined transaction, and the data that is read with it. */
export interface Receipt {
  hasSucceeded: boolean
  block: Block
  /** The block's own timestamp. */
  minedAt: Date
  /** Wei that the sender of the transaction paid the network for it. */
  fee?: bigint | undefined
  /** In their order on the chain. */
  logs: readonly Log[]
  /**
   * Transfers of native currency by calls inside the transaction, in their order, without reverted ones; undefined when
   * the node does not show them, or when they were not asked for.
   */
  internalTransfers: readonly InternalTransfer[] | undefined
  /**
   * Nonce of each Safe that executed something here, after this block; or a later one when the node lacks that state.
   */
  safeNonces?: ReadonlyMap<string, bigint> | undefined
}

/** A log of a receipt. */
export interface Log {
  /** Index of the log in its block; on some chains, in its transaction. */
  index: number
  address: string
  topics: readonly string[]
  data: string
}

/** A transfer of native currency by a call inside a transaction. */
export interface InternalTransfer {
  /** '' when only the recipient's balance shows it. */
  from: string
  to: string
  /** Wei, never 0. */
  value: bigint
  /** Number of the transaction's logs before it; undefined when the node does not show that. */
  logsBefore?: number | undefined
}

/** A block with its transactions: their calldata, and the native currency that they moved. */
export interface BlockWithTransactions {
  hash: string
  parentHash: string
  /** The block's own timestamp. */
  time: Date
  transactions: readonly Transaction[]
}

/** The block in which a transfer was mined. */
export interface Block {
  number: bigint
  hash: string
}

/** A transaction that is not mined: the fields that lead to the one that replaced it. */
export interface PendingTransaction {
  sender: string
  nonce: number
  /** Number of the newest block when it was last seen. */
  seenAtBlock: bigint
}
