import { createRefusal } from '../kernel/refusals.ts'
import type { ChargeRecord } from './records.ts'

/**
 * Returns when the order of a charge was shipped: before, or now. The merchant asks before it leaves, so a charge whose
 * payment was taken back meanwhile is refused.
 *
 * @throws PayError `conflict` while the charge is not paid
 */
export function shipCharge({ status, shippedAt }: ChargeRecord, now: Date): Date {
  if (shippedAt) return shippedAt
  if (status === 'COMPLETED') return now
  throw createRefusal('not_paid')
}
