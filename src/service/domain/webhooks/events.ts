import type { EventReply, ListedEvent } from '../../../api/schemas/events.ts'
import type { WebhookEvent } from '../../../api/schemas/webhook.ts'
import type { PageQuery, TimeRange } from '../pages.ts'
import { type DeliveryRecord, type DeliveryStatus, serializeEvent } from './outbox.ts'

/** The most events that one call delivers again. */
export const maxRedelivered = 10_000

/** Which events of an account. */
export interface EventFilter {
  status: DeliveryStatus | undefined
  chargeId: string | undefined
  created: TimeRange | undefined
}

/** The events of one account, as its merchant sees them. */
export interface EventStore {
  /** A page of an account's events, newest first; undefined where the cursor names none of its events. */
  listAccountEvents(
    accountId: string,
    query: PageQuery & { filter: EventFilter },
  ): Promise<{ events: DeliveryRecord[]; hasMore: boolean } | undefined>
  /** Returns an event of the account with its body; undefined also for one of another account. */
  getAccountEvent(
    accountId: string,
    id: string,
  ): Promise<{ event: DeliveryRecord; body: WebhookEvent } | undefined>
  /** Starts the delivery of an event again; false for one of another account, and for one that is on its way. */
  redeliverEvent(accountId: string, id: string): Promise<boolean>
  /**
   * Starts the delivery of events of the account again: of those that are not due already, the oldest first. Returns how
   * many, and whether there are more.
   */
  redeliverEvents(
    accountId: string,
    filter: EventFilter,
    limit: number,
  ): Promise<{ count: number; hasMore: boolean }>
}

/** Returns an event as a list shows it. */
export function toListedEvent(event: DeliveryRecord): ListedEvent {
  return {
    uuid: event.id,
    type: event.type,
    chargeUuid: event.chargeId ?? '',
    status: event.status,
    attempts: event.attempts,
    lastError: event.lastError,
    createdAt: event.createdAt.toISOString(),
    nextAttemptAt: event.nextAttemptAt?.toISOString() ?? '',
  }
}

/** Returns an event with its body as its receiver gets it. */
export function toEventReply(
  event: DeliveryRecord,
  body: WebhookEvent,
  publicUrl: string,
): EventReply {
  return {
    ...toListedEvent(event),
    event: JSON.parse(serializeEvent(body, publicUrl)) as WebhookEvent,
  }
}
