import type { ChargePaymentStatus } from '../../api/schemas/charges/charge.ts'
import type { Address } from '../chain/types/address.ts'
import type { PageQuery, TimeRange } from '../kernel/pages.ts'
import type { SearchTerm } from './lists/search-terms.ts'
import type { ChargeRecord, ChargeSummary } from './records.ts'

/** How many destinations of one account may be watched, counting those of charges created since a time. */
export interface WatchLimit {
  max: number
  since: Date
}

/** Which charges to list: those that match all given filters. */
export interface ChargeFilter {
  status?: ChargeRecord['status'] | undefined
  /** How its money stands against its price. */
  paymentStatus?: ChargePaymentStatus | undefined
  /** When it was created. */
  created?: TimeRange | undefined
  /** When its payments reached the price. Charges of a range are listed by this time. */
  paid?: TimeRange | undefined
  id?: string | undefined
  reference?: string | undefined
  /** A transaction that was reported for the charge, that paid it, or that named the charge but paid another address. Lower case. */
  hash?: string | undefined
  /** An account that has paid the charge or a part of it. */
  payer?: Address | undefined
  /** In any case. */
  payerEmail?: string | undefined
  /** The price in local currency. */
  amount?: string | undefined
  /** Whether the price is in US dollars. The charges of another currency have a term of their own. */
  isInDollars?: true | undefined
  /** Whether it sends unmatched money back. */
  isReturned?: boolean | undefined
  /** The search terms; see `search-terms.ts`. */
  terms?: readonly SearchTerm[] | undefined
}

/** A page of charges to list. */
export interface ListChargesQuery extends PageQuery {
  filter: ChargeFilter
}

/** The highest number to which the charges of a filter are counted if no counter has their number. */
export const maxCounted = 1000

/** A page of charges. */
export interface ListChargesResult {
  /** In the order of the list, in either direction of the cursor. */
  charges: ChargeSummary[]
  /** Whether there are more in the direction of the cursor. */
  hasMore: boolean
  /** Number of all charges that the filter lets through; with another filter than status, no more than `maxCounted`. */
  total: number
}
