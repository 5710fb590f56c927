import type { UnmatchedEvent } from '../../api/schemas/webhook.ts'
import { createId } from '../kernel/id.ts'
import { toUnmatchedPayment } from './reply.ts'
import type { UnmatchedRecord } from './unmatched.ts'

/** How many transfers an event shows; it counts them all. */
export const maxUnmatchedOfEvent = 20

/**
 * Creates the event for transfers that could not be credited to a charge by proof; undefined for none.
 *
 * @param count how many there are, of which the first are given
 */
export function createUnmatchedEvent(
  transfers: readonly UnmatchedRecord[],
  count: number,
  livemode: boolean,
  now: Date,
): UnmatchedEvent | undefined {
  const [first, ...rest] = transfers
  if (!first) return undefined
  const event: UnmatchedEvent = {
    id: createId(),
    type: 'payment:unmatched',
    created_at: now.toISOString(),
    livemode,
    data: toUnmatchedPayment(first),
  }
  return count === 1 ? event : addUnmatched(event, rest, count - 1)
}

/** Adds so many transfers to an event that was not sent yet, of which the first are given. */
export function addUnmatched(
  event: UnmatchedEvent,
  transfers: readonly UnmatchedRecord[],
  count: number,
): UnmatchedEvent {
  const { more = { count: 0, payments: [] } } = event
  const payments = [...more.payments, ...transfers.map(toUnmatchedPayment)]
  return {
    ...event,
    more: { count: more.count + count, payments: payments.slice(0, maxUnmatchedOfEvent - 1) },
  }
}
