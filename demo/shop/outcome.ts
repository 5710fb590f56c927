import type { ReducedCharge } from '../../src/api/schemas/charges/charge.ts'

/** How far the payment of a charge has come, as the service tells it. */
export type Outcome = 'paid' | 'confirming' | 'partly' | 'unpaid'

/** Reads a charge: its status decides, whatever page a browser has opened. */
export function outcomeOf({ status, payments }: ReducedCharge): Outcome {
  if (status === 'COMPLETED') return 'paid'
  if (payments.some((payment) => payment.status === 'PENDING')) return 'confirming'
  return payments.some((payment) => payment.status === 'COMPLETED') ? 'partly' : 'unpaid'
}
