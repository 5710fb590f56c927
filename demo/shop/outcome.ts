import { parseAmount } from '../../src/amount.ts'
import type { ReducedCharge } from '../../src/api/charge.ts'

/** How far the payment of a charge has come, as the service tells it. */
export type Outcome = 'paid' | 'confirming' | 'partly' | 'unpaid'

/** Reads a charge: what its confirmed payments come to decides, whatever page a browser has opened. */
export function outcomeOf({ payments, pricing }: ReducedCharge): Outcome {
  const confirmed = payments
    .filter(({ status }) => status === 'COMPLETED')
    .reduce((sum, payment) => sum + units(payment.paidAmountInRequestedToken), 0n)
  if (confirmed >= units(pricing.settlement.amount)) return 'paid'
  if (payments.some(({ status }) => status === 'NEW' || status === 'PENDING')) return 'confirming'
  return confirmed > 0n ? 'partly' : 'unpaid'
}

/** In the smallest part that any money of the shop has. */
function units(amount: string): bigint {
  return parseAmount(amount, 18)
}
