import type { WatcherContext } from './context.ts'

/** Failures in a row from which a search is said to stand still, and after how many more its error is saved again. */
const minFailures = 3
const failuresPerSave = 20

/** Saves that the search of a chain stands still, for /readyz of any process, and when it goes on. */
export interface Standstill {
  /** Called with each error that ended a search. */
  report(error: unknown): Promise<void>
  /** Called when a search has succeeded. */
  end(): Promise<void>
}

/** Creates the {@link Standstill} of a chain. What an earlier process has saved ends with the first search. */
export function createStandstill(
  { store, log }: Pick<WatcherContext, 'store' | 'log'>,
  chainId: number,
): Standstill {
  let failures = 0
  let isSaved = true
  return {
    async report(error) {
      failures += 1
      if (failures < minFailures || (failures - minFailures) % failuresPerSave > 0) return
      isSaved = true
      const text = error instanceof Error ? error.message : String(error)
      // Where the database is away as well, the search fails for that reason, and /readyz says so.
      await store
        .recordScanFailure(chainId, text)
        .catch((err: unknown) =>
          log.warn({ err, chainId }, 'It could not be saved that a search fails.'),
        )
    },
    async end() {
      failures = 0
      if (!isSaved) return
      await store.recordScanFailure(chainId, undefined)
      isSaved = false
    },
  }
}
