import type { Address } from '../chain/types/address.ts'
import type { PaymentRecord, PriceQuote } from '../charges/records.ts'
import type { TimeRange } from '../kernel/pages.ts'

/** Which payments of an account. */
export interface PaymentFilter {
  status: PaymentRecord['status'] | undefined
  chargeId: string | undefined
  /** Lower case. */
  hash: string | undefined
  payer: Address | undefined
  created: TimeRange | undefined
}

/** A payment and the price of its charge, in whose unit its amounts are shown. */
export interface ListedPayment {
  payment: PaymentRecord
  quote: PriceQuote
}
