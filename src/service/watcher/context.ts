import type { Logger } from 'pino'
import type { Chains, FinalityLimits, Store, WaitingCounts } from '../domain/ports.ts'
import type { Address } from '../domain/records.ts'
import type { ChainTime } from './chain-time.ts'
import type { Clock } from './clock.ts'

/** The dependencies and settings that all parts of the watcher share. */
export interface WatcherContext {
  store: Store
  chains: Chains
  log: Logger
  clock: Clock
  chainTime: ChainTime
  /** Number of blocks for which a credited payment is checked for reorganizations. */
  reorgBlocks: number
  /** Milliseconds for which a destination is watched after its newest charge. */
  watchMs: number
  /** ERC-4337 EntryPoints whose events are trusted. */
  entryPoints: readonly Address[]
  /** Whether the operator lets the first report take a transfer without a reference. */
  creditsFirstReport: boolean
  /** US dollars above which a payment is credited only when two nodes of its chain show it, each by itself. */
  quorumAboveUsd: number
  /** US dollars above which a payment also waits for the chain's own finality. */
  finalityAboveUsd: FinalityLimits
  /** Called for each node that does not show a payment that another node shows. */
  onDisagreement: (chainId: number, node: string) => void
  /** Called with whether the last search of a chain has failed; a chain that is not searched here has not. */
  onSearch: (chainId: number, hasFailed: boolean) => void
  /** Called for each transaction that pays somebody else in the name of a charge. */
  onMisdirected: (chainId: number) => void
  /** Called with how much waits. */
  onCounts: (counts: WaitingCounts) => void
}

/** Returns the number of the newest block. It is read at most once a turn, and only when it is needed. */
export type ReadHead = () => Promise<bigint>
