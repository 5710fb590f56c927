import type { Generated } from 'kysely'

/** Where an account's webhook events go. */
export interface WebhookEndpointRow {
  id: string
  account_id: string
  url: string
  secret: string
  /** Types of events, separated by spaces; '' for all. */
  event_types: Generated<string>
  /** Only events about charges of this shop; '' for all events of the account. */
  shop: Generated<string>
  is_enabled: Generated<boolean>
  /** Whether it is the account's webhook of the interface, section 4.5. */
  is_default: Generated<boolean>
  /** Whether its last delivery has succeeded. */
  is_answering: Generated<boolean>
  created_at: Generated<Date>
}

/** A secret that was replaced, and signs until its time is over. */
export interface EarlierWebhookSecretRow {
  endpoint_id: string
  secret: string
  expires_at: Date
}

/** A webhook event. */
export interface WebhookEventRow {
  id: string
  /** Increases with every event: the events of one charge are in the order in which they happened. */
  seq: Generated<string | number>
  account_id: string
  /** Null for an unmatched transfer, a notice and a sample. */
  charge_id: string | null
  type: string
  /** JSON as text, without the sequence number. */
  body: string
  /** Its place among the events of its charge and of the charge's refunds; the database gives it. */
  charge_sequence: Generated<number | null>
  created_at: Date
  /** Whether a delivery of it was given up. */
  has_failed: Generated<boolean>
  /** Whether it tells of nothing that has happened: it was asked for, to try a receiver. */
  is_sample: Generated<boolean>
}

/** The delivery of an event to an endpoint, and its outcome. */
export interface WebhookDeliveryRow {
  event_id: string
  endpoint_id: string
  /** Of the event. */
  seq: string | number
  account_id: string
  charge_id: string | null
  event_created_at: Date
  status: Generated<string>
  attempts: Generated<number>
  /** The error of the last attempt; '' for none. */
  last_error: Generated<string>
  next_attempt_at: Generated<Date>
  /** When its first attempt failed; null where none has. */
  failing_since: Date | null
  /** From when on later deliveries of its charge to the endpoint no longer wait for it. */
  yields_at: Date | null
  /** Number of claims so far. A process whose lease has ended does not know the newest number. */
  claim_number: Generated<string | number>
  lease_expires_at: Date | null
  /** Where it is sent, whatever the endpoint's url is by then; null for the endpoint's url. */
  target_url: string | null
  /** Separated by spaces. */
  target_secrets: string | null
}
