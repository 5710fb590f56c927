import type { Address } from '../chain/address.ts'
import type { PaymentRecord, PriceQuote } from '../charges/records.ts'
import type { PageQuery, TimeRange } from '../pages.ts'

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

/** The payments of one account, across its charges. */
export interface PaymentListStore {
  /** A page of an account's payments, newest first; undefined where the cursor names none of its payments. */
  listPayments(
    accountId: string,
    query: PageQuery & { filter: PaymentFilter },
  ): Promise<{ payments: ListedPayment[]; hasMore: boolean } | undefined>
  /** Returns a payment of the account; undefined also for one of another account. */
  getPayment(accountId: string, id: string): Promise<ListedPayment | undefined>
}
