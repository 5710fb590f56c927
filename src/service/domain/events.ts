import type {
  ChargeEvent,
  ChargeEventType,
  UnmatchedEvent,
  WebhookEvent,
} from '../../api/webhook.ts'
import type { Brand, ChargeRecord, Move, UnmatchedRecord } from './records.ts'
import { fullCharge } from './replies.ts'
import { unmatchedPayment } from './unmatched-reply.ts'

/** What a merchant hears when a charge comes to a status; what is missing here is not told. */
const types: Partial<Record<Move['status'], ChargeEventType>> = {
  PENDING: 'charge:pending',
  COMPLETED: 'charge:confirmed',
  FAILED: 'charge:failed',
  EXPIRED: 'charge:expired',
  CANCELLED: 'charge:canceled',
}

/** The event that a move is; undefined for one that nobody is told of. */
export function eventType(move: Move): ChargeEventType | undefined {
  return types[move.status]
}

/** An event at its beginning, as it is kept. `charge` is as the event left it. */
export function newEvent(
  type: ChargeEventType,
  charge: ChargeRecord,
  brand: Brand,
  now: Date,
): ChargeEvent {
  return {
    id: crypto.randomUUID(),
    type,
    created_at: now.toISOString(),
    // Without our address, which may be another by the time it is sent: see eventBody.
    data: fullCharge(charge, brand, ''),
  }
}

/** Tells of money that no charge can claim by proof. */
export function newUnmatchedEvent(transfer: UnmatchedRecord, now: Date): UnmatchedEvent {
  return {
    id: crypto.randomUUID(),
    type: 'payment:unmatched',
    created_at: now.toISOString(),
    data: unmatchedPayment(transfer),
  }
}

/** An event's body as it is sent. `publicUrl` is the service's own address. */
export function eventBody(event: WebhookEvent, publicUrl: string): string {
  if (event.type === 'payment:unmatched') return JSON.stringify(event)
  const { hosted_url: link } = event.data
  const hosted_url = link.startsWith('/') ? publicUrl.replace(/\/+$/, '') + link : link
  return JSON.stringify({ ...event, data: { ...event.data, hosted_url } })
}

/** How the delivery of an event stands. */
export type DeliveryStatus = 'WAITING' | 'DELIVERED' | 'FAILED'

/** An event that this process may deliver until its lease ends. */
export interface Delivery {
  event: WebhookEvent
  accountId: string
  /** Undefined for money that is no charge's. */
  chargeId: string | undefined
  /** How often it was begun before, by any process. */
  tried: number
  /** Names this claim: a process that overslept its lease changes nothing any more. */
  claim: number
}

/** An event as an operator sees it. */
export interface DeliveryRecord {
  id: string
  type: string
  accountId: string
  /** Undefined for money that is no charge's. */
  chargeId: string | undefined
  status: DeliveryStatus
  tries: number
  /** Of the last try: what was wrong; '' for nothing. */
  fault: string
  createdAt: Date
  /** Undefined when it is not tried again. */
  nextAt: Date | undefined
}

/**
 * Events that wait for their delivery. They are written with the change they tell of, in one transaction. Every
 * method is one transaction, and times are the database's: the clocks of two processes may differ.
 */
export interface Outbox {
  /**
   * Takes up to `limit` events that are due, each for `lease` milliseconds. An event waits for the former ones of its
   * charge, and an account has at most `share` on their way: a receiver that hangs does not hold up the others.
   */
  claimEvents(limit: number, share: number, lease: number): Promise<Delivery[]>
  /** The receiver took it. The charge's next event is due at once. */
  eventDelivered(delivery: Delivery): Promise<void>
  /** Not taken: again after `wait` milliseconds, or undefined to give it up. */
  eventFailed(delivery: Delivery, fault: string, wait: number | undefined): Promise<void>
  /** Newest first. */
  events(status: DeliveryStatus | undefined, limit: number): Promise<DeliveryRecord[]>
  /** Forgets events that were delivered and are older than that, `limit` at most; gives how many. */
  forgetEvents(before: Date, limit: number): Promise<number>
  /** Starts the delivery of these, or of all that were given up, anew; gives how many there were. */
  retryEvents(ids: readonly string[] | 'failed'): Promise<number>
}
