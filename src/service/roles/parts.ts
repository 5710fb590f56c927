import type { Logger } from 'pino'
import type { Metrics } from '../operate/metrics.ts'
import type { ServiceOptions } from '../options.ts'
import type { OpenStore } from '../store/store.ts'

/** What all roles of a process share. */
export interface RoleParts {
  options: ServiceOptions
  log: Logger
  /** Instrumented: what it writes is counted in the metrics. */
  store: OpenStore
  metrics: Metrics
  onHeartbeat: (loop: string) => void
}

/** A role that has work of its own beside answering calls. */
export interface RunningRole {
  /** Looks for new work, of one chain or of all. */
  wake(chainId: number | undefined): void
  /** Ends the work, and resolves when none is under way any more. */
  stop(): Promise<void>
}

/** Returns whether a transfer that names no charge is credited to the first charge that reports it. */
export function readCreditsFirstReport({ unreferencedTransfers }: ServiceOptions): boolean {
  return unreferencedTransfers === 'first-report'
}

/** Milliseconds for which a recipient is watched after its newest charge. */
export const defaultWatchMs = 90 * 24 * 60 * 60_000
/** Milliseconds until a changed setting takes effect. */
export const defaultSettingsDelayMs = 24 * 60 * 60_000
