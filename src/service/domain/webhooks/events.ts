import type {
  ChargeEvent,
  ChargeEventType,
  MisdirectedEvent,
  UnmatchedEvent,
  WalletChangingEvent,
  WebhookChangingEvent,
  WebhookEvent,
} from '../../../api/schemas/webhook.ts'
import {
  describeWallet,
  describeWebhook,
  type PendingChangeRecord,
  type SettingValue,
} from '../accounts/settings.ts'
import { listedPayments } from '../charges/payment-bounds.ts'
import { toFullCharge } from '../charges/replies.ts'
import { createId } from '../id.ts'
import { type MisdirectedRecord, toMisdirectedPayment } from '../payments/misdirected.ts'
import type {
  Brand,
  ChargeRecord,
  ChargeUpdate,
  SigningWebhook,
  StatusChange,
  UnmatchedRecord,
} from '../records.ts'
import { toUnmatchedPayment } from '../unmatched/reply.ts'

/** The webhook event for each new status of a charge; a status that is missing here sends no event. */
const eventTypeByStatus: Partial<Record<StatusChange['status'], ChargeEventType>> = {
  PENDING: 'charge:pending',
  COMPLETED: 'charge:confirmed',
  FAILED: 'charge:failed',
  EXPIRED: 'charge:expired',
  CANCELLED: 'charge:canceled',
}

/**
 * Returns the type of the event for a change of a charge; undefined when none is sent. A charge that is confirmed is not
 * confirmed a second time, unless something else was told between.
 */
export function getEventType(
  charge: Pick<ChargeRecord, 'status'>,
  { payment, statusChange }: Pick<ChargeUpdate, 'payment' | 'statusChange'>,
): ChargeEventType | undefined {
  if (!statusChange) return undefined
  if (charge.status !== 'COMPLETED' || statusChange.status !== 'COMPLETED')
    return eventTypeByStatus[statusChange.status]
  return payment?.status === 'COMPLETED' ? 'charge:paid_again' : undefined
}

/** Creates an event as it is stored. `charge` is the charge after the change. */
export function createChargeEvent(
  type: ChargeEventType,
  charge: ChargeRecord,
  brand: Brand,
  now: Date,
): ChargeEvent {
  return {
    id: createId(),
    type,
    created_at: now.toISOString(),
    // Without our own URL, which may have changed by the time the event is sent: see serializeEvent.
    data: toFullCharge(charge, brand, '', { payments: listedPayments }),
  }
}

/** How many transfers an event shows; it counts them all. */
export const maxUnmatchedOfEvent = 20

/**
 * Creates the event for transfers that could not be credited to a charge by proof; undefined for none.
 *
 * @param count how many there are, of which the first are given
 */
export function createUnmatchedEvent(
  transfers: readonly UnmatchedRecord[],
  count: number,
  now: Date,
): UnmatchedEvent | undefined {
  const [first, ...others] = transfers
  if (!first) return undefined
  const event: UnmatchedEvent = {
    id: createId(),
    type: 'payment:unmatched',
    created_at: now.toISOString(),
    data: toUnmatchedPayment(first),
  }
  return count === 1 ? event : addUnmatched(event, others, count - 1)
}

/** Adds so many transfers to an event that was not sent yet, of which the first are given. */
export function addUnmatched(
  event: UnmatchedEvent,
  transfers: readonly UnmatchedRecord[],
  count: number,
): UnmatchedEvent {
  const { more = { count: 0, payments: [] } } = event
  const payments = [...more.payments, ...transfers.map(toUnmatchedPayment)]
  return {
    ...event,
    more: { count: more.count + count, payments: payments.slice(0, maxUnmatchedOfEvent - 1) },
  }
}

/** Creates the event for a transaction that pays somebody else in the name of a charge. */
export function createMisdirectedEvent(
  record: MisdirectedRecord,
  charge: ChargeRecord,
  now: Date,
): MisdirectedEvent {
  return {
    id: createId(),
    type: 'payment:misdirected',
    created_at: now.toISOString(),
    data: toMisdirectedPayment(record, charge),
  }
}

/** Creates the event for a setting that is about to change. */
export function createChangingEvent(
  { value, author, effectiveAt }: Pick<PendingChangeRecord, 'value' | 'author' | 'effectiveAt'>,
  current: SettingValue,
  now: Date,
): WalletChangingEvent | WebhookChangingEvent {
  const event = { id: createId(), created_at: now.toISOString() }
  const details = { effective_at: effectiveAt.toISOString(), author }
  if (value.setting === 'wallet' && current.setting === 'wallet') {
    const data = {
      ...details,
      from: describeWallet(current.wallet),
      to: describeWallet(value.wallet),
    }
    return { ...event, type: 'wallet.changing', data }
  }
  if (value.setting === 'webhook' && current.setting === 'webhook') {
    const data = { ...details, from: describeWebhook(current.url), to: describeWebhook(value.url) }
    return { ...event, type: 'webhook.changing', data }
  }
  throw new Error('The two values are of different settings.')
}

/** Returns the request body of an event. `publicUrl` is the service's own URL. */
export function serializeEvent(event: WebhookEvent, publicUrl: string): string {
  if (!('hosted_url' in event.data)) return JSON.stringify(event)
  const { hosted_url: link } = event.data
  const hosted_url = link.startsWith('/') ? publicUrl.replace(/\/+$/, '') + link : link
  return JSON.stringify({ ...event, data: { ...event.data, hosted_url } })
}

/** The status of an event's delivery. */
export type DeliveryStatus = 'WAITING' | 'DELIVERED' | 'FAILED'

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
