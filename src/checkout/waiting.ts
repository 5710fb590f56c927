import { PayError } from '../errors.ts'
import type { Ports } from './ports.ts'
import type { Event } from './state.ts'

// What the loops of a checkout have in common. Each does one thing until it is answered, and ends with its screen: the
// signal.

export type Send = (event: Event) => void

/** Milliseconds that a loop waits for what is read before it goes on. */
const patience = 3000
/** Milliseconds for a wallet to answer what is read through it. */
const readLimit = 20_000

/** How a call ended. */
export type Settled<T> = { value: T; error?: undefined } | { value?: undefined; error: PayError }

/** How a call ended, of several that are under way at once. */
export async function settled<T>(work: Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await work }
  } catch (cause) {
    return { error: PayError.from(cause, 'service_failed') }
  }
}

/**
 * Makes a reader through a wallet that keeps a loop going: a read that takes long is left to go on, and what it says is
 * heard at a later call. Undefined until then.
 */
export function unhurried<T>(
  ports: Ports,
  signal: AbortSignal,
  read: () => Promise<T>,
): () => Promise<Settled<T> | undefined> {
  let reading: Promise<Settled<T>> | undefined
  return async () => {
    reading ??= settled(limited(ports, signal, read))
    const late = pause(ports, patience, signal).then(() => undefined)
    const answer = await Promise.race([reading, late])
    if (answer) reading = undefined
    return answer
  }
}

/** What is read through a wallet, which may never answer. */
async function limited<T>(ports: Ports, signal: AbortSignal, read: () => Promise<T>): Promise<T> {
  const done = new AbortController()
  const limit = pause(ports, readLimit, AbortSignal.any([signal, done.signal])).then(() => {
    throw new PayError('chain_unreachable', 'The wallet does not answer.', { retryable: true })
  })
  try {
    return await Promise.race([read(), limit])
  } finally {
    done.abort()
    // Lost or won, nobody else hears of it.
    limit.catch(() => undefined)
  }
}

/** False when the wait was broken off. */
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
