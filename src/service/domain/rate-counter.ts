/** Counts calls of callers in windows of a minute. */
export interface RateCounter {
  /** Counts a call; returns the milliseconds to wait where it is one too many, else undefined. */
  take(caller: string): Promise<number | undefined>
  /** Forgets a caller's calls. */
  forget(caller: string): Promise<void>
}

/** Makes the counter of one kind of callers, each of whom may make so many calls a minute; 0 for any number. */
export type MakeRateCounter = (kind: string, callsPerMinute: number) => RateCounter
