import type { TransferFilter } from './transfer-logs.ts'

/**
 * A subscription to the logs of a chain over the socket of a node. It says when to look at the chain, and nothing that it
 * says is evidence of a payment. It opens itself again when it breaks.
 */
export interface LogSubscription {
  /** Subscribes to the logs of these transfers, and to no other ones. Without filters the socket is closed. */
  watch(filters: readonly TransferFilter[]): void
  /** Asks the node for the number of its newest block, for `onHead`: who answers with new ones follows the chain. */
  askHead(): void
  /** Closes the socket. */
  close(): void
}

/** What a {@link LogSubscription} calls back. A node may call anything at any time. */
export interface LogSubscriptionListener {
  /** From now on the node should tell of every log that was asked for, or does so no longer. */
  onSubscribed(isSubscribed: boolean): void
  onHead(block: bigint): void
  /** The hash, in lower case, of the transaction of a log. */
  onLog(transactionHash: string): void
}
