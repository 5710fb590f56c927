import type { ReducedCharge } from '../../api/schemas/charges/charge.ts'

/** The metadata of a charge that a person at the desk has made. */
export const deskMetadata = { made_at: 'desk' } as const

/** Whether a person has asked for a payment at the desk, and nobody has paid it in time. */
export function isOverdue({
  status,
  payment_status,
  metadata,
}: Pick<ReducedCharge, 'status' | 'payment_status' | 'metadata'>): boolean {
  const isOfDesk = metadata?.made_at === deskMetadata.made_at
  return isOfDesk && status === 'EXPIRED' && payment_status === 'unpaid'
}
