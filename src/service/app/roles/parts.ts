import type { Logger } from 'pino'
import type { Address } from '../../chain/types/address.ts'
import type { Metrics } from '../../operate/metrics.ts'
import { canonicalEntryPoints } from '../../payments/proof/operations.ts'
import type { CompleteOptions } from '../settings.ts'
import type { OpenStore } from '../store.ts'

/** The dependencies that all roles of a process share. */
export interface RoleParts {
  options: CompleteOptions
  log: Logger
  /** Instrumented: the metrics count its writes. */
  store: OpenStore
  metrics: Metrics
  onHeartbeat: (loop: string) => void
}

/** A role that does work of its own, apart from answering calls. */
export interface RunningRole {
  /** Looks for new work, of one chain or of all. */
  wake(chainId: number | undefined): void
  /** Ends the work, and resolves when none is left. */
  stop(): Promise<void>
}

/** Returns the ERC-4337 EntryPoints whose events are trusted. */
export function readEntryPoints({
  entryPoints,
}: Pick<CompleteOptions, 'entryPoints'>): readonly Address[] {
  return [...canonicalEntryPoints, ...entryPoints]
}
