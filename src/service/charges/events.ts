import type { ChargeEvent, ChargeEventType } from '../../api/schemas/webhook.ts'
import type { Brand } from '../accounts/accounts.ts'
import { createId } from '../kernel/id.ts'
import { listedPayments } from './lists/payment-bounds.ts'
import type { ChargeRecord, ChargeUpdate, StatusChange } from './records.ts'
import { toFullCharge } from './replies.ts'

/** The webhook event for each new status of a charge; a status that is missing here sends no event. */
const eventTypeByStatus: Partial<Record<StatusChange['status'], ChargeEventType>> = {
  PENDING: 'charge:pending',
  COMPLETED: 'charge:confirmed',
  FAILED: 'charge:failed',
  EXPIRED: 'charge:expired',
  CANCELLED: 'charge:canceled',
}

/**
 * Returns the type of the event for a change of a charge; undefined when none is sent. A COMPLETED charge that stays so sends
 * `charge:paid_again` when a further payment was completed, and nothing otherwise. A decision that was undone is told only where it
 * had confirmed the charge. A charge that sends unmatched money back is not
 * an order: its refunds send the events.
 */
export function getEventType(
  charge: Pick<ChargeRecord, 'status' | 'returnedHash'>,
  { payment, statusChange, isUndo }: Pick<ChargeUpdate, 'payment' | 'statusChange' | 'isUndo'>,
): ChargeEventType | undefined {
  if (!statusChange || charge.returnedHash !== undefined) return undefined
  if (isUndo)
    return charge.status === 'COMPLETED' && statusChange.status !== 'COMPLETED'
      ? 'charge:unconfirmed'
      : undefined
  if (charge.status !== 'COMPLETED' || statusChange.status !== 'COMPLETED')
    return eventTypeByStatus[statusChange.status]
  return payment?.status === 'COMPLETED' ? 'charge:paid_again' : undefined
}

/**
 * Milliseconds for which `charge:unconfirmed` waits: a person who has undone a decision often decides anew at once, and a store may
 * cancel the order at this event.
 */
export const undoGraceMs = 5 * 60_000

/** The events of a charge that is not paid, which say nothing new while its `charge:unconfirmed` waits. */
const unpaidEvents: readonly ChargeEventType[] = ['charge:pending', 'charge:failed']

/** What a change of a charge makes known. */
export interface ChargeNews {
  /** The events to write now, in this order. */
  types: readonly ChargeEventType[]
  /** Whether `charge:unconfirmed` waits from now on. */
  isHeld: boolean
}

/**
 * Decides what is told of a change of a charge. `charge:unconfirmed` waits before it is written at all, so that nothing which a store
 * can read is taken back: a charge that is paid again meanwhile leaves the store with the `charge:confirmed` that it knows, and any
 * event of another kind is preceded by the one that waits.
 *
 * @param isHeld whether it waits before the change
 */
export function readNews(
  charge: Pick<ChargeRecord, 'status' | 'returnedHash'>,
  update: Pick<ChargeUpdate, 'payment' | 'statusChange' | 'isUndo'>,
  isHeld: boolean,
): ChargeNews {
  const type = getEventType(charge, update)
  if (type === 'charge:unconfirmed') return { types: [], isHeld: true }
  if (!isHeld || type === undefined) return { types: type ? [type] : [], isHeld }
  if (type === 'charge:confirmed') return { types: [], isHeld: false }
  if (unpaidEvents.includes(type)) return { types: [], isHeld: true }
  return { types: ['charge:unconfirmed', type], isHeld: false }
}

/** Creates an event in the form in which it is stored, before it has its number. `charge` is the charge after the change. */
export function createChargeEvent(
  type: ChargeEventType,
  charge: ChargeRecord,
  brand: Brand,
  now: Date,
): Omit<ChargeEvent, 'sequence'> {
  return {
    id: createId(),
    type,
    created_at: now.toISOString(),
    livemode: charge.livemode,
    // Without our own URL, which may have changed by the time the event is sent: see serializeEvent.
    data: toFullCharge(charge, brand, '', { payments: listedPayments }),
  }
}
