/** Counts the calls of each caller per minute. */
export interface RateCounter {
  /** Counts a call. Returns the milliseconds to wait when the limit is exceeded, else undefined. */
  take(caller: string): Promise<number | undefined>
  /** Resets the count of a caller. */
  forget(caller: string): Promise<void>
}

/** Creates the counter for one kind of caller. `callsPerMinute` is the limit of each caller; 0 for no limit. */
export type MakeRateCounter = (kind: string, callsPerMinute: number) => RateCounter
