import { trimEnd } from '../../api/formats.ts'
import type { DeliveryStatus } from '../../api/schemas/events.ts'
import type { WebhookEvent } from '../../api/schemas/webhook.ts'
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
  /** The address for this delivery, even if the endpoint's url has changed since; undefined for the endpoint's url. */
  target: SigningWebhook | undefined
  /** Whether the last delivery to the endpoint had succeeded when this one was claimed. */
  isAnswering: boolean
  /** How many times it was attempted before, by any process. */
  previousAttempts: number
  /** Number of this claim: a process whose lease has expired can no longer change the delivery. */
  claimNumber: number
}

/** The answer of a receiver, as its merchant sees it. */
export interface Answer {
  status: number
  /** Milliseconds from the call to the status. */
  durationMs: number
  /** The beginning of the body, without secrets; '' where it was acknowledged or has none. */
  body: string
}

/** Why an attempt failed. */
export interface DeliveryFailure {
  error: string
  /** Absent where none came. */
  answer?: Answer | undefined
  /** Whether no attempt can succeed: the endpoint was removed. */
  isFinal?: boolean | undefined
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
  /** When the last attempt began; undefined before the first. */
  attemptedAt: Date | undefined
  /** What was answered last; undefined where no answer came. */
  answer: Answer | undefined
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
