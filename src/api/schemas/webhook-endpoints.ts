import * as z from 'zod/mini'
import { webhookEventTypes } from '../event-types.ts'
import { Timestamp, Uuid, WebUrl } from './fields.ts'

const EventTypes = z
  .array(z.enum(webhookEventTypes, `must be one of ${webhookEventTypes.join(', ')}`))
  .check(z.maxLength(webhookEventTypes.length, 'must name each type of event at most once'))

/** The name of a shop: api-keys and endpoints that have the same one belong together. */
export const Shop = z
  .string()
  .check(
    z.regex(
      /^([a-z0-9][a-z0-9_-]{0,31})?$/,
      'must have at most 32 lower-case letters, digits, - or _, and begin with a letter or digit; empty for none',
    ),
  )

/** How its merchant calls an endpoint. */
const Description = z.string().check(z.maxLength(80, 'must have at most 80 characters'))
/** A second endpoint with one url gets each event twice, so it must be meant. */
const AllowSameUrl = z.boolean('must be true or false')

/** Body of POST /webhook-endpoints. */
export const NewWebhookEndpoint = z.object({
  url: WebUrl,
  /** A name for the desk, such as `Warehouse`. */
  description: z.optional(Description),
  /** Types of events; none, or an empty list, for all. */
  events: z.optional(EventTypes),
  /** Only events about charges that api-keys of this shop created. @default all events of the account */
  shop: z.optional(Shop),
  /** Adds it although another endpoint has this url: it gets each event too, with a secret of its own. @default false */
  allow_same_url: z.optional(AllowSameUrl),
})
export type NewWebhookEndpoint = z.infer<typeof NewWebhookEndpoint>

/** Body of POST /webhook-endpoints/:uuid: a missing field changes nothing. */
export const WebhookEndpointUpdate = z.object({
  /** Another url takes effect after a delay, and then has another secret. */
  url: z.optional(WebUrl),
  description: z.optional(Description),
  events: z.optional(EventTypes),
  shop: z.optional(Shop),
  /** While it is off, events are kept and not sent; POST /events/redeliver sends them later. */
  enabled: z.optional(z.boolean('must be true or false')),
  /** Changes the url although another endpoint has it. @default false */
  allow_same_url: z.optional(AllowSameUrl),
})
export type WebhookEndpointUpdate = z.infer<typeof WebhookEndpointUpdate>

const endpointFields = {
  uuid: Uuid,
  url: z.string(),
  /** `''` for no name. */
  description: z.string(),
  /** Empty for all. */
  events: z.array(z.string()),
  /** `''` for all events of the account. */
  shop: z.string(),
  enabled: z.boolean(),
  /** Whether it is the webhook that POST /api-keys/charge-webhook sets. */
  default: z.boolean(),
  createdAt: Timestamp,
  /**
   * There while deliveries to it fail: when the first of those that wait now failed and why, how many wait (1,000 at most), and when
   * the next attempt is.
   */
  failing: z.optional(
    z.object({
      since: Timestamp,
      waiting: z.number(),
      nextAttemptAt: Timestamp,
      lastError: z.string(),
    }),
  ),
  /** How many deliveries have failed for good and were not asked for again, 1,000 at most. */
  failed: z.number(),
  /** There while an earlier secret signs too: until when. */
  earlierSecretUntil: z.optional(Timestamp),
  /** A change of its url that has not taken effect yet; an empty url removes the endpoint. */
  pending: z.optional(z.object({ url: z.string(), effective_at: Timestamp })),
}

/** A webhook endpoint: where events of an account are delivered. */
export const WebhookEndpoint = z.object(endpointFields)
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

/** A webhook endpoint with its signing secret, which is shown only once. */
export const WebhookEndpointWithSecret = z.object({
  ...endpointFields,
  /** Missing where the call has made none. */
  secret: z.optional(z.string()),
})
export type WebhookEndpointWithSecret = z.infer<typeof WebhookEndpointWithSecret>

/** Reply of GET /webhook-endpoints, the oldest first. */
export const WebhookEndpointList = z.object({ data: z.array(WebhookEndpoint) })

/** Reply of POST /webhook-endpoints/:uuid/remove. */
export const WebhookEndpointRemoval = z.object({
  /** When it takes effect; absent when it has. */
  effective_at: z.optional(Timestamp),
})
export type WebhookEndpointRemoval = z.infer<typeof WebhookEndpointRemoval>
