/** Counts the calls of each caller per minute. */
export interface RateLimitCounter {
  /** Counts a call. Returns the milliseconds to wait when the limit is exceeded, else undefined. */
  countCall(caller: string): Promise<number | undefined>
}

/** Creates the counter for one kind of caller. `callsPerMinute` is the limit of each caller; 0 for no limit. */
export type CreateRateLimitCounter = (kind: string, callsPerMinute: number) => RateLimitCounter
