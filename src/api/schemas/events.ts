import * as z from 'zod/mini'
import { eventTypes } from '../event-types.ts'
import { Time, Timestamp, Uuid } from './fields.ts'
import { pageQuery, type QueryValues } from './page-query.ts'
import { WebhookEvent } from './webhook.ts'

/** The type of an event, including types that endpoints cannot select. */
export const EventType = /* @__PURE__ */ z.enum(
  eventTypes,
  `must be one of ${eventTypes.join(', ')}`,
)
export type EventType = z.infer<typeof EventType>

/** How far a delivery is: FAILED after its last attempt. */
export const DeliveryStatus = /* @__PURE__ */ z.enum(
  ['WAITING', 'DELIVERED', 'FAILED'],
  'must be WAITING, DELIVERED or FAILED',
)
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

const deliveryFields = {
  /** The uuid of the endpoint. */
  endpoint: Uuid,
  status: DeliveryStatus,
  /** How often it was attempted since the event happened, or since it was last asked for. */
  attempts: z.number(),
  /** Why the last attempt failed; `''` where it did not. */
  lastError: z.string(),
  /** `''` before the first attempt. */
  lastAttemptAt: z.string(),
  /** The status of the last answer; 0 where none came. */
  answerStatus: z.number(),
  /** `''` where there is no further attempt. */
  nextAttemptAt: z.string(),
}
/** The delivery of an event to an endpoint. */
const EventDelivery = /* @__PURE__ */ z.object(deliveryFields)
export type EventDelivery = z.infer<typeof EventDelivery>

/** A delivery with the last answer. */
const AnsweredDelivery = /* @__PURE__ */ z.object({
  ...deliveryFields,
  /** Milliseconds until the last answer came; 0 where none came. */
  answerMs: z.number(),
  /**
   * The beginning of the last answer, at most 2,048 characters, with secrets and e-mail addresses replaced; `''` for an
   * acknowledgement, and for what is no text.
   */
  answerBody: z.string(),
})

const eventFields = {
  uuid: Uuid,
  /** As the event's `type`, such as `charge:confirmed`. */
  type: z.string(),
  /** `''` for an event that is about no charge. */
  chargeUuid: z.string(),
  createdAt: Timestamp,
  /** False in test mode. */
  livemode: z.boolean(),
  /** To each endpoint that wanted it when it happened, or when it was last asked for; empty where none did. */
  deliveries: z.array(EventDelivery),
}

/** A webhook event as the list shows it. Events are deleted after some time, unless their delivery failed for good. */
export const ListedEvent = /* @__PURE__ */ z.object(eventFields)
export type ListedEvent = z.infer<typeof ListedEvent>

/** A webhook event with `event`, the body of the call, and the last answer of each endpoint. */
export const EventReply = /* @__PURE__ */ z.object({
  ...eventFields,
  deliveries: z.array(AnsweredDelivery),
  event: WebhookEvent,
})
export type EventReply = z.infer<typeof EventReply>

/** Query of GET /events; cursors as in GET /charges. */
export const EventListQuery = /* @__PURE__ */ z.object({
  ...pageQuery,
  status: z.optional(DeliveryStatus),
  endpoint: z.optional(Uuid),
  charge: z.optional(Uuid),
  type: z.optional(EventType),
  since: z.optional(Time),
  before: z.optional(Time),
})
export type EventListQuery = QueryValues<typeof EventListQuery>

/** Reply of GET /events, newest first. */
export const EventListReply = /* @__PURE__ */ z.object({
  data: z.array(ListedEvent),
  pagination: z.object({ has_more: z.boolean() }),
})

const redeliveryStatuses = ['UNDELIVERED', 'WAITING', 'DELIVERED', 'FAILED', 'ALL'] as const

/** Query of POST /events/redeliver. */
export const RedeliverQuery = /* @__PURE__ */ z.object({
  /** Needed with DELIVERED and ALL. */
  since: z.optional(Time),
  before: z.optional(Time),
  /** Only to this endpoint. */
  endpoint: z.optional(Uuid),
  /** UNDELIVERED: those that wait and those that have failed for good. @default UNDELIVERED */
  status: z.optional(z.enum(redeliveryStatuses, `must be one of ${redeliveryStatuses.join(', ')}`)),
})
export type RedeliverQuery = QueryValues<typeof RedeliverQuery>

/** Body of POST /events/trigger. */
export const EventTrigger = /* @__PURE__ */ z.object({ type: EventType })
export type EventTrigger = z.infer<typeof EventTrigger>

/** Reply of POST /events/redeliver: how many events will be delivered again, the oldest first. */
export const RedeliverReply = /* @__PURE__ */ z.object({
  count: z.number(),
  /** One call looks at most at 10,000 events: the `since` of the call for the next ones, `''` where there are none. */
  next_since: z.string(),
})
export type RedeliverReply = z.infer<typeof RedeliverReply>
