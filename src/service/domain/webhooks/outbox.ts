import { trimEnd } from '../../../api/formats.ts'
import type { DeliveryStatus } from '../../../api/schemas/events.ts'
import type { WebhookEvent } from '../../../api/schemas/webhook.ts'
import type { SigningWebhook } from '../accounts/settings.ts'

/** Returns the request body of an event. `publicUrl` is the service's own URL. */
export function serializeEvent(event: WebhookEvent, publicUrl: string): string {
  const { data } = event
  const complete = (link: string) => (link.startsWith('/') ? trimEnd(publicUrl, '/') + link : link)
  if ('hosted_url' in data)
    return JSON.stringify({ ...event, data: { ...data, hosted_url: complete(data.hosted_url) } })
  if ('claimUrl' in data)
    return JSON.stringify({ ...event, data: { ...data, claimUrl: complete(data.claimUrl) } })
  return JSON.stringify(event)
}

export type { DeliveryStatus }

/** A delivery that this process may attempt until its lease ends. */
export interface Delivery {
  event: WebhookEvent
  endpointId: string
  accountId: string
  /** Undefined for an event that is about no charge. */
  chargeId: string | undefined
  /** Where it is sent, whatever the endpoint's url is by now; undefined for the endpoint's url. */
  target: SigningWebhook | undefined
  /** Whether the last delivery to the endpoint had succeeded when this one was claimed. */
  isAnswering: boolean
  /** How many times it was attempted before, by any process. */
  previousAttempts: number
  /** Number of this claim: a process whose lease has expired can no longer change the delivery. */
  claimNumber: number
}

/** Why an attempt failed. */
export interface DeliveryFailure {
  error: string
  /** Whether the receiver has refused this event, and may take the next one. */
  isRefused: boolean
}

/** The delivery of an event to an endpoint, as its owner sees it. */
export interface DeliveryRecord {
  endpointId: string
  status: DeliveryStatus
  attempts: number
  /** The error of the last attempt; '' for none. */
  lastError: string
  /** Undefined when there is no further attempt. */
  nextAttemptAt: Date | undefined
}

/** An event, with its deliveries. */
export interface EventRecord {
  id: string
  type: string
  accountId: string
  /** Its account's. */
  livemode: boolean
  /** Undefined for an event that is about no charge. */
  chargeId: string | undefined
  createdAt: Date
  /** To the endpoints that wanted it when it happened, or when it was delivered again. */
  deliveries: readonly DeliveryRecord[]
}

/** How many deliveries are claimed, and for how long. */
export interface ClaimOptions {
  limit: number
  maxPerEndpoint: number
  maxPerAccount: number
  maxUncertain: number
  leaseMs: number
}

/**
 * The deliveries of webhook events. Each event is saved with its deliveries in the same transaction as the change that it
 * reports. Every method is one transaction and uses the database's clock, since the clocks of two processes may differ.
 */
export interface Outbox {
  /**
   * Claims up to `limit` due deliveries, each for `leaseMs`. One waits for the earlier ones of its charge to the same
   * endpoint, until each of these has arrived, was refused, or has failed for a minute. An endpoint whose last delivery has succeeded has at most `maxPerEndpoint` under way, every other one; and of
   * these others no more than `maxUncertain` are claimed. The endpoints of an account that answer have at most
   * `maxPerAccount`, its others a quarter of that. So neither receivers that hang nor an account with many of them delay
   * others.
   */
  claimDeliveries(options: ClaimOptions): Promise<Delivery[]>
  /**
   * Returns the milliseconds until the next waiting delivery may be due that is not due yet: until its next attempt, or until
   * the lease of the process that attempts it has ended. Undefined where there is none.
   */
  getNextDueMs(): Promise<number | undefined>
  /** Marks a delivery that the receiver acknowledged. The next one of its charge to the endpoint is due at once. */
  markDelivered(delivery: Delivery): Promise<void>
  /**
   * Marks a failed attempt: the next one is after `retryDelayMs`; undefined for no further attempt, 0 for an attempt that
   * this process has ended itself.
   */
  markFailed(
    delivery: Delivery,
    failure: DeliveryFailure,
    retryDelayMs: number | undefined,
  ): Promise<void>
  /** Returns events with a delivery of a status, or any events, newest first; of a type, or of all. */
  listEvents(
    status: DeliveryStatus | undefined,
    limit: number,
    type?: string | undefined,
  ): Promise<EventRecord[]>
  /** Deletes events that are older than this time and were not given up, at most `limit`, and returns how many. */
  deleteEvents(before: Date, limit: number): Promise<number>
  /**
   * Restarts the deliveries of these events, or all that were given up. Returns of how many events, and how many of the ids
   * are of none.
   */
  retryEvents(ids: readonly string[] | 'failed'): Promise<{ count: number; unknown: number }>
}
