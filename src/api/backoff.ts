/** Bounds of {@link computeBackoffMs}. */
export interface BackoffOptions {
  /** Milliseconds after the first failure. */
  baseMs: number
  /** The longest wait in milliseconds. */
  maxMs: number
  /**
   * The random share of the wait, from 0 (none) to 1 (anything from 0 up), so that many callers do not return at the same moment.
   *
   * @default 0
   */
  jitter?: number
  /** Returns a number from 0 to 1. @default Math.random */
  random?: () => number
}

/**
 * Returns the milliseconds to wait after a number of failures: they double with each one, up to a maximum.
 *
 * @param failures failures before this wait; 0 for the first one
 */
export function computeBackoffMs(
  failures: number,
  { baseMs, maxMs, jitter = 0, random = Math.random }: BackoffOptions,
): number {
  const waitMs = Math.min(maxMs, baseMs * 2 ** failures)
  return waitMs * (1 - jitter + jitter * random())
}
