import type { PaymentOption } from './payment-option.ts'

/** Returns when a charge or its price must be read again, in Unix milliseconds; Infinity for never. */
export function getRefreshTime({ charge, quote }: PaymentOption): number {
  return Math.min(Date.parse(charge.expires_at ?? '') || Infinity, quote.expiresAt ?? Infinity)
}
