import type { DeliveryStatus } from '../../../api/schemas/events.ts'
import type { WebhookEvent } from '../../../api/schemas/webhook.ts'
import type { SigningWebhook } from '../accounts/settings.ts'

/** Returns the request body of an event. `publicUrl` is the service's own URL. */
export function serializeEvent(event: WebhookEvent, publicUrl: string): string {
  if (!('hosted_url' in event.data)) return JSON.stringify(event)
  const { hosted_url: link } = event.data
  const hosted_url = link.startsWith('/') ? publicUrl.replace(/\/+$/, '') + link : link
  return JSON.stringify({ ...event, data: { ...event.data, hosted_url } })
}

export type { DeliveryStatus }

/** An event that this process may deliver until its lease ends. */
export interface Delivery {
  event: WebhookEvent
  accountId: string
  /** Undefined for an event that is about no charge. */
  chargeId: string | undefined
  /** Where it is sent, whatever the account's webhook is by now; undefined for the account's webhook. */
  target: SigningWebhook | undefined
  /** Whether the last delivery to the account's receiver had succeeded when this one was claimed. */
  isAnswering: boolean
  /** How many times a delivery was attempted before, by any process. */
  previousAttempts: number
  /** Number of this claim: a process whose lease has expired can no longer change the event. */
  claimNumber: number
}

/** An event as an operator sees it. */
export interface DeliveryRecord {
  id: string
  type: string
  accountId: string
  /** Undefined for an event that is about no charge. */
  chargeId: string | undefined
  status: DeliveryStatus
  attempts: number
  /** The error of the last attempt; '' for none. */
  lastError: string
  createdAt: Date
  /** Undefined when there is no further attempt. */
  nextAttemptAt: Date | undefined
}

/**
 * The webhook events that wait for delivery. Each is saved in the same transaction as the change that it reports. Every
 * method is one transaction and uses the database's clock, since the clocks of two processes may differ.
 */
export interface Outbox {
  /**
   * Claims up to `limit` due events, each for `leaseMs`. An event waits for the earlier ones of its charge. An account
   * whose last delivery has succeeded has at most `maxPerAccount` in delivery, every other account one; and of these
   * others no more than `maxUncertain` are claimed. So receivers that hang do not delay those that answer.
   */
  claimEvents(options: {
    limit: number
    maxPerAccount: number
    maxUncertain: number
    leaseMs: number
  }): Promise<Delivery[]>
  /**
   * Returns the milliseconds until the next waiting event may be due that is not due yet: until its next attempt, or until
   * the lease of the process that delivers it has ended. Undefined where there is none.
   */
  getNextDueMs(): Promise<number | undefined>
  /** Marks an event that the receiver acknowledged. The charge's next event is due at once. */
  markDelivered(delivery: Delivery): Promise<void>
  /** Marks a failed attempt: the next one is after `retryDelayMs`; undefined for no further attempt. */
  markFailed(delivery: Delivery, error: string, retryDelayMs: number | undefined): Promise<void>
  /** Returns events of a status, or of any, newest first. */
  listEvents(status: DeliveryStatus | undefined, limit: number): Promise<DeliveryRecord[]>
  /** Deletes delivered events that are older than this time, at most `limit`, and returns how many. */
  deleteEvents(before: Date, limit: number): Promise<number>
  /** Restarts the delivery of these events, or of all that failed for good, and returns how many there were. */
  retryEvents(ids: readonly string[] | 'failed'): Promise<number>
}
