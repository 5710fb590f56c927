import type {
  EventDelivery,
  EventReply,
  ListedEvent,
  RedeliverQuery,
} from '../../api/schemas/events.ts'
import type { WebhookEvent } from '../../api/schemas/webhook.ts'
import type { TimeRange } from '../kernel/pages.ts'
import {
  type DeliveryRecord,
  type DeliveryStatus,
  type EventRecord,
  serializeEvent,
} from './outbox.ts'

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

/**
 * Which deliveries are repeated: those of a status, those that were not delivered, or all, also to endpoints that an event was not
 * sent to before.
 */
export type RedeliveryStatus = NonNullable<RedeliverQuery['status']>

/** Which deliveries are repeated. */
export interface RepeatedDeliveries {
  status: RedeliveryStatus
  /** Only those to this endpoint. */
  endpointId: string | undefined
}

/** Which events are delivered again. */
export interface Redelivery extends RepeatedDeliveries {
  created: TimeRange | undefined
}

/** Returns the statuses of the deliveries that are repeated; undefined for all. */
export function toStatuses(status: RedeliveryStatus): readonly DeliveryStatus[] | undefined {
  if (status === 'ALL') return undefined
  return status === 'UNDELIVERED' ? ['WAITING', 'FAILED'] : [status]
}

/** Returns an event as a list shows it. */
export function toListedEvent(event: EventRecord): ListedEvent {
  return {
    uuid: event.id,
    type: event.type,
    chargeUuid: event.chargeId ?? '',
    createdAt: event.createdAt.toISOString(),
    livemode: event.livemode,
    deliveries: event.deliveries.map(toEventDelivery),
  }
}

function toEventDelivery(delivery: DeliveryRecord): EventDelivery {
  const { endpointId, status, attempts, lastError, attemptedAt, answer, nextAttemptAt } = delivery
  return {
    endpoint: endpointId,
    status,
    attempts,
    lastError,
    lastAttemptAt: attemptedAt?.toISOString() ?? '',
    answerStatus: answer?.status ?? 0,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? '',
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
    deliveries: event.deliveries.map((delivery) => ({
      ...toEventDelivery(delivery),
      answerMs: delivery.answer?.durationMs ?? 0,
      answerBody: delivery.answer?.body ?? '',
    })),
    event: JSON.parse(serializeEvent(body, publicUrl)) as WebhookEvent,
  }
}
