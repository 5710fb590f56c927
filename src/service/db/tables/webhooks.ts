import type { Generated } from 'kysely'
import type { Optional } from './columns.ts'

/** Where an account's webhook events go. */
export interface WebhookEndpointRow {
  id: string
  accountId: string
  url: string
  secret: string
  /** How the merchant calls it; '' for no name. */
  description: Generated<string>
  /** Types of events, separated by spaces; '' for all. */
  eventTypes: Generated<string>
  /** Only events about charges of this shop; '' for all events of the account. */
  shop: Generated<string>
  isEnabled: Generated<boolean>
  /** Whether it is the account's webhook of the interface, section 4.5. */
  isDefault: Generated<boolean>
  /** Whether its last delivery has succeeded. */
  isAnswering: Generated<boolean>
  createdAt: Generated<Date>
}

/** What a removed endpoint was called. */
export interface RemovedWebhookEndpointRow {
  id: string
  accountId: string
  description: string
  url: string
  removedAt: Generated<Date>
}

/** A secret that was replaced, and signs until its time is over. */
export interface EarlierWebhookSecretRow {
  endpointId: string
  secret: string
  expiresAt: Date
}

/** A webhook event. */
export interface WebhookEventRow {
  id: string
  /** Increases with every event: the events of one charge are in the order in which they happened. */
  seq: Generated<number>
  accountId: string
  /** Null for an unmatched transfer, a notice and a sample. */
  chargeId: Optional<string>
  type: string
  /** JSON as text, without the sequence number. */
  body: string
  /** Its place among the events of its charge and of the charge's refunds; the database gives it. */
  chargeSequence: Optional<number>
  createdAt: Date
  /** Whether a delivery of it has failed for good. */
  hasFailed: Generated<boolean>
  /** Whether it is a sample, which reports nothing that has happened and was requested to try a receiver. */
  isSample: Generated<boolean>
}

/** The delivery of an event to an endpoint, and its outcome. */
export interface WebhookDeliveryRow {
  eventId: string
  endpointId: string
  /** Of the event. */
  seq: number
  accountId: string
  chargeId: Optional<string>
  eventCreatedAt: Date
  status: Generated<string>
  attempts: Generated<number>
  /** The error of the last attempt; '' for none. */
  lastError: Generated<string>
  nextAttemptAt: Generated<Date>
  /** When the last attempt began. */
  attemptedAt: Optional<Date>
  /** The status of the last answer; null where none came. */
  answerStatus: Optional<number>
  /** Milliseconds until the last answer came. */
  answerMs: Optional<number>
  /** The beginning of the last answer's body, without secrets; '' for none. */
  answerBody: Generated<string>
  /** Since when it fails; null where no attempt has failed since it was last delivered or given up. */
  failingSince: Optional<Date>
  /**
   * From when on later deliveries of its charge to the endpoint no longer wait for it; null where it has not failed since it was last
   * asked for.
   */
  yieldsAt: Optional<Date>
  /** Number of claims so far. A process whose lease has ended does not know the newest number. */
  claimNumber: Generated<number>
  leaseExpiresAt: Optional<Date>
  /** The address for this delivery, even if the endpoint's url changes; null for the endpoint's url. */
  targetUrl: Optional<string>
  /** Separated by spaces. */
  targetSecrets: Optional<string>
}
