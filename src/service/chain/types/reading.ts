/** Whether a chain can be read: `another chain` where its node serves a chain other than the one in CHAIN_RPC_URLS. */
export type ChainHealth = 'ok' | 'unreachable' | 'another chain'

/** What was read of a chain, and when. */
export interface ChainReading {
  health: ChainHealth
  /** The newest block; undefined where it cannot be read. */
  block: bigint | undefined
  /** By `performance.now()`. */
  readAt: number
}
