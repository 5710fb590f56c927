import type { Logger } from 'pino'
import type { Chains, Store } from '../domain/ports.ts'
import type { Address } from '../domain/records.ts'
import type { Clock } from './clock.ts'

/** What the watcher's parts need. */
export interface WatcherContext {
  store: Store
  chains: Chains
  log: Logger
  clock: Clock
  /** Blocks for which a credited payment is watched for reorganisations. */
  reorgBlocks: number
  /** Milliseconds for which a place is watched after its newest charge. */
  watchMs: number
  /** ERC-4337 contracts whose events are believed. */
  entryPoints: readonly Address[]
  /** True where the operator lets the first report take money that names nobody. */
  firstReport: boolean
  /** Hears how much waits for somebody's decision, and for the chain. */
  onCounts: (counts: { unmatched: number; reports: number }) => void
}

/** Number of the newest block, read at most once a turn and only when somebody wants it. */
export type Head = () => Promise<bigint>
