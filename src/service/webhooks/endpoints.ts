import type { WebhookEndpoint } from '../../api/schemas/webhook-endpoints.ts'

/** The most endpoints of an account. Each event is delivered to every one that wants it. */
export const maxEndpoints = 16

/** The part of the account's events that an endpoint receives. */
export interface EndpointFilter {
  /** Types of events; empty for all. */
  events: readonly string[]
  /** Only events about charges of this shop; '' for all events of the account. */
  shop: string
}

/** The changes to an endpoint; undefined for unchanged fields. */
export interface EndpointChanges {
  /** Takes effect after the delay, with another secret; '' removes the endpoint. */
  url: string | undefined
  events: readonly string[] | undefined
  shop: string | undefined
  isEnabled: boolean | undefined
}

/** An endpoint to which an account's events are delivered. */
export interface EndpointRecord extends EndpointFilter {
  id: string
  url: string
  isEnabled: boolean
  /** Whether it is the account's webhook of the interface, section 4.5. */
  isDefault: boolean
  createdAt: Date
  /** When the first of the deliveries failed that wait now, and how many wait; undefined where none has failed. */
  failing: { since: Date; waiting: number } | undefined
  /** Its url from a later time on, '' for its removal; undefined where no change is pending. */
  pending: { url: string; effectiveAt: Date } | undefined
}

/** Returns an endpoint as its owner sees it. */
export function toWebhookEndpoint(endpoint: EndpointRecord): WebhookEndpoint {
  const { id, url, events, shop, isEnabled, isDefault, createdAt, failing, pending } = endpoint
  return {
    uuid: id,
    url,
    events: [...events],
    shop,
    enabled: isEnabled,
    default: isDefault,
    createdAt: createdAt.toISOString(),
    ...(failing && {
      failing: { since: failing.since.toISOString(), waiting: failing.waiting },
    }),
    ...(pending && {
      pending: { url: pending.url, effective_at: pending.effectiveAt.toISOString() },
    }),
  }
}
