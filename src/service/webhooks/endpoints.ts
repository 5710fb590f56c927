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

/** What a merchant sets when adding an endpoint. */
export interface NewEndpoint extends EndpointFilter {
  url: string
  /** How the merchant calls it; '' for no name. */
  description: string
}

/** The changes to an endpoint; undefined for unchanged fields. */
export interface EndpointChanges {
  description: string | undefined
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
  /** How the merchant calls it; '' for no name. */
  description: string
  isEnabled: boolean
  /** Whether it is the account's webhook of the interface, section 4.5. */
  isDefault: boolean
  createdAt: Date
  /**
   * Of the deliveries that wait: when the first of them failed and why, when the next attempt of one that failed is, and how many
   * wait; undefined where none has failed.
   */
  failing: { since: Date; waiting: number; nextAttemptAt: Date; lastError: string } | undefined
  /** How many deliveries have failed for good and were not asked for again. */
  failed: number
  /** Until when an earlier secret signs too; undefined where none does. */
  earlierSecretUntil: Date | undefined
  /** Its url from a later time on, '' for its removal; undefined where no change is pending. */
  pending: { url: string; effectiveAt: Date } | undefined
}

/** Returns an endpoint as its owner sees it. */
export function toWebhookEndpoint(endpoint: EndpointRecord): WebhookEndpoint {
  const { id, url, description, events, shop, isEnabled, isDefault, createdAt } = endpoint
  const { failing, failed, earlierSecretUntil, pending } = endpoint
  return {
    uuid: id,
    url,
    description,
    events: [...events],
    shop,
    enabled: isEnabled,
    default: isDefault,
    createdAt: createdAt.toISOString(),
    ...(failing && {
      failing: {
        since: failing.since.toISOString(),
        waiting: failing.waiting,
        nextAttemptAt: failing.nextAttemptAt.toISOString(),
        lastError: failing.lastError,
      },
    }),
    failed,
    ...(earlierSecretUntil && { earlierSecretUntil: earlierSecretUntil.toISOString() }),
    ...(pending && {
      pending: { url: pending.url, effective_at: pending.effectiveAt.toISOString() },
    }),
  }
}
