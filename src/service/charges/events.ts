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
 * `charge:paid_again` when a further payment was completed, and nothing otherwise. A charge that sends unmatched money back is not
 * an order: its refunds send the events.
 */
export function getEventType(
  charge: Pick<ChargeRecord, 'status' | 'returnedHash'>,
  { payment, statusChange }: Pick<ChargeUpdate, 'payment' | 'statusChange'>,
): ChargeEventType | undefined {
  if (!statusChange || charge.returnedHash !== undefined) return undefined
  if (charge.status !== 'COMPLETED' || statusChange.status !== 'COMPLETED')
    return eventTypeByStatus[statusChange.status]
  return payment?.status === 'COMPLETED' ? 'charge:paid_again' : undefined
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
