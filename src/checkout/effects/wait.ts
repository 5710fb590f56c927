import { computeBackoffMs } from '../../api/backoff.ts'
import { type FailureDetails, PayError } from '../../errors.ts'
import type { Ports } from '../ports/ports.ts'
import type { CheckoutEvent } from '../state.ts'

// Helpers for the polling loops of the checkout. Each loop ends with its screen, when the signal is aborted.

/** Sends an event to the runner. */
export type Dispatch = (event: CheckoutEvent) => void

/** Milliseconds that a loop waits for a read before it continues without it. */
const readPatienceMs = 3000
/** Milliseconds that a wallet has to answer a read. */
const readTimeoutMs = 20_000

/** The result of a call: its value or its error. */
export type SettledCall<T> =
  | { value: T; error?: undefined }
  | { value?: undefined; error: PayError }

/** Waits for a call and returns its value or its error, so that several calls can run in parallel. */
export async function settleCall<T>(work: Promise<T>): Promise<SettledCall<T>> {
  try {
    return { value: await work }
  } catch (cause) {
    return { error: PayError.from(cause, 'service_failed') }
  }
}

/**
 * Creates a function that reads through a wallet without blocking a loop. It returns undefined while a slow read is
 * still running; a later call returns that read's result.
 */
export function readWithoutBlocking<T>(
  ports: Ports,
  signal: AbortSignal,
  read: () => Promise<T>,
): () => Promise<SettledCall<T> | undefined> {
  let pendingRead: Promise<SettledCall<T>> | undefined
  return async () => {
    pendingRead ??= settleCall(readWithTimeout(ports, signal, read))
    const timeout = pause(ports, readPatienceMs, signal).then(() => undefined)
    const answer = await Promise.race([pendingRead, timeout])
    if (answer) pendingRead = undefined
    return answer
  }
}

/**
 * Reads through a wallet with a time limit, because a wallet may never answer.
 *
 * @throws PayError `chain_unreachable` after the limit
 */
async function readWithTimeout<T>(
  ports: Ports,
  signal: AbortSignal,
  read: () => Promise<T>,
): Promise<T> {
  const completion = new AbortController()
  const timeout = pause(ports, readTimeoutMs, AbortSignal.any([signal, completion.signal])).then(
    () => {
      const text = 'Your wallet isn’t responding. Open it and unlock it.'
      const details = { kind: 'wallet_silent' } satisfies FailureDetails
      throw new PayError('chain_unreachable', text, { retryable: true, details })
    },
  )
  try {
    return await Promise.race([read(), timeout])
  } finally {
    completion.abort()
    // Prevents an unhandledrejection event.
    timeout.catch(() => undefined)
  }
}

/**
 * Returns the milliseconds to wait after failures: more after each, and at least as long as the service has asked for.
 *
 * @param failures failures before this one
 */
export function getWaitMs(
  { random }: Ports,
  failures: number,
  maxMs: number,
  error?: PayError,
): number {
  const bounds = { baseMs: 1000, maxMs, jitter: 0.5, random }
  return Math.max(error?.retryAfterMs ?? 0, computeBackoffMs(failures, bounds))
}

/** Aborts a controller, and returns a new one. */
export function renew(controller: AbortController): AbortController {
  controller.abort()
  return new AbortController()
}

/** Waits, and returns false if the wait was aborted. */
export async function pause(
  ports: Ports,
  milliseconds: number,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await ports.sleep(milliseconds, signal)
  } catch (cause) {
    if (!signal.aborted) throw cause
  }
  return !signal.aborted
}
