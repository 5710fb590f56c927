import { setTimeout as sleep } from 'node:timers/promises'
import type { OutcomeKind } from '../outcome.ts'

/** The state of a charge's payment, with the charge when a call is answered with it. */
export type Outcome<Paid> =
  | { kind: 'paid'; charge: Paid }
  | { kind: 'payable'; charge: Paid }
  | { kind: Exclude<OutcomeKind, 'paid' | 'payable'> }

/** Milliseconds between two readings of a charge that calls wait for. */
const pollIntervalMs = 500
/** The most calls that wait in this process. */
const maxWaiting = 1000
/** The most calls that wait for one charge, so that its clients cannot keep the payers of others from waiting. */
const maxWaitingForCharge = 20

/** Waits for the outcomes of charges. Calls that wait for the same charge share its readings. */
export interface Outcomes<Paid> {
  /**
   * Returns the outcome of a charge as soon as it is certain; `unknown` after the timeout, or when the service stops.
   *
   * @param timeoutMs how long to wait at most
   */
  wait(id: string, timeoutMs: number): Promise<Outcome<Paid>>
}

/**
 * Creates the shared poller of charge outcomes.
 *
 * @param read reads the present outcome
 * @param stopping aborts every wait
 */
export function createOutcomes<Paid>(
  read: (id: string) => Promise<Outcome<Paid>>,
  stopping: AbortSignal,
): Outcomes<Paid> {
  const polls = new Map<string, { outcome: Promise<Outcome<Paid>>; waiting: number }>()
  let waiting = 0

  async function poll(id: string): Promise<Outcome<Paid>> {
    await Promise.resolve()
    try {
      while ((polls.get(id)?.waiting ?? 0) > 0) {
        await sleep(pollIntervalMs, undefined, { signal: stopping })
        const outcome = await read(id)
        if (outcome.kind !== 'unknown') return outcome
      }
    } catch (cause) {
      if (!stopping.aborted) throw cause
    } finally {
      polls.delete(id)
    }
    return { kind: 'unknown' }
  }

  return {
    async wait(id, timeoutMs) {
      const outcome = await read(id)
      let entry = polls.get(id)
      const isFull = waiting >= maxWaiting || (entry?.waiting ?? 0) >= maxWaitingForCharge
      if (outcome.kind !== 'unknown' || timeoutMs <= 0 || isFull) return outcome
      if (!entry) {
        entry = { waiting: 0, outcome: poll(id) }
        // Each of those who wait for it sees the error.
        entry.outcome.catch(() => undefined)
        polls.set(id, entry)
      }
      const timer = new AbortController()
      entry.waiting += 1
      waiting += 1
      try {
        const timeout = sleep(timeoutMs, { kind: 'unknown' } as const, {
          signal: timer.signal,
        }).catch(() => ({ kind: 'unknown' }) as const)
        return await Promise.race([entry.outcome, timeout])
      } finally {
        timer.abort()
        entry.waiting -= 1
        waiting -= 1
      }
    },
  }
}
