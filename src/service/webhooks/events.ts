import type { EventReply, ListedEvent } from '../../api/schemas/events.ts'
import type { WebhookEvent } from '../../api/schemas/webhook.ts'
import type { TimeRange } from '../kernel/pages.ts'
import { type DeliveryStatus, type EventRecord, serializeEvent } from './outbox.ts'

/** The most events that one call delivers again. */
export const maxRedelivered = 10_000

/** Which events of an account. */
export interface EventFilter {
  /** Those with a delivery of this status. */
  status: DeliveryStatus | undefined
  /** Those with a delivery to this endpoint, and of the status if there is one. */
  endpointId: string | undefined
  chargeId: string | undefined
  type: string | undefined
  created: TimeRange | undefined
}

/** Which deliveries are repeated: those of a status, or all, also to endpoints that an event was not sent to before. */
export type RedeliveryStatus = 'DELIVERED' | 'FAILED' | 'ALL'

/** Which events are delivered again. */
export interface Redelivery {
  created: TimeRange | undefined
  status: RedeliveryStatus
}

/** Returns an event as a list shows it. */
export function toListedEvent(event: EventRecord): ListedEvent {
  return {
    uuid: event.id,
    type: event.type,
    chargeUuid: event.chargeId ?? '',
    createdAt: event.createdAt.toISOString(),
    livemode: event.livemode,
    deliveries: event.deliveries.map(
      ({ endpointId, status, attempts, lastError, nextAttemptAt }) => ({
        endpoint: endpointId,
        status,
        attempts,
        lastError,
        nextAttemptAt: nextAttemptAt?.toISOString() ?? '',
      }),
    ),
  }
}

/** Returns an event with its body as its receiver gets it. */
export function toEventReply(
  event: EventRecord,
  body: WebhookEvent,
  publicUrl: string,
): EventReply {
  return {
    ...toListedEvent(event),
    event: JSON.parse(serializeEvent(body, publicUrl)) as WebhookEvent,
  }
}
