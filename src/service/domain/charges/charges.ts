import type { Author, Brand, MerchantAccount } from '../accounts/accounts.ts'
import type { IdempotencyKeyRecord } from '../accounts/idempotency-keys.ts'
import type { Address } from '../chain/address.ts'
import type { PageQuery, TimeRange } from '../pages.ts'
import type { SearchTerm } from './lists/search-terms.ts'
import type {
  ChargeBase,
  ChargeRecord,
  ChargeSummary,
  ChargeUpdate,
  RequestHistoryCharge,
  TransferRecord,
} from './records.ts'

/** Charges, and every change of one. */
export interface ChargeStore {
  /**
   * Saves a new charge and, with `idempotencyKey`, the response. Returns the response to send: when an earlier or
   * simultaneous call had the same key, the response of that call, and then nothing is saved.
   *
   * @param brand of the charge's account, for the event
   * @throws PayError `conflict` for another body, and when the account would exceed `watchLimit`
   */
  createCharge(
    newCharge: ChargeRecord,
    brand: Brand,
    idempotencyKey: IdempotencyKeyRecord | undefined,
    watchLimit: WatchLimit,
  ): Promise<string | undefined>
  /** Returns a charge of the account; undefined also for a charge of another account. */
  getCharge(accountId: string, id: string): Promise<ChargeRecord | undefined>
  /** Returns a charge without its payments and timeline; of any account when no account is given. */
  getChargeBase(accountId: string | undefined, id: string): Promise<ChargeBase | undefined>
  /**
   * Locks a charge, calls `decide` with it and the transfers of its payments, and saves the update that `decide`
   * returns; undefined changes nothing. Returns the update that was made; undefined also when there is no such charge.
   */
  updateCharge(
    id: string,
    decide: (
      charge: ChargeRecord,
      transfers: readonly TransferRecord[],
    ) => ChargeUpdate | undefined,
  ): Promise<ChargeUpdate | undefined>
  /** Does the same for many charges in one transaction, and returns the updates that were made, by charge. */
  updateCharges(
    ids: readonly string[],
    decide: (
      charge: ChargeRecord,
      transfers: readonly TransferRecord[],
    ) => ChargeUpdate | undefined,
  ): Promise<ReadonlyMap<string, ChargeUpdate>>
  /**
   * Cancels a charge by the update of `decide`; the audit log records it. Returns the update that was made; undefined
   * when there is nothing to change.
   */
  cancelCharge(
    id: string,
    author: Author,
    decide: (charge: ChargeRecord) => ChargeUpdate | undefined,
  ): Promise<ChargeUpdate | undefined>
  /** Records that the order of a charge was shipped, at the time of `decide`; the audit log has the first time. */
  markShipped(id: string, author: Author, decide: (charge: ChargeRecord) => Date): Promise<void>
  /**
   * Finds charges of all accounts by their ids, by their references, and by the nonces of authorizations that pay them. Of the
   * last also some whose nonce only begins in the same way.
   */
  findCharges(identifiers: {
    ids?: readonly string[]
    references?: readonly string[]
    authorizationNonces?: readonly string[]
  }): Promise<ChargeRecord[]>
}

/** How many destinations of one account may be watched, counting those of charges created since a time. */
export interface WatchLimit {
  max: number
  since: Date
}

/** The part of the store that payment pages may read: the one charge that the URL names. */
export interface PaymentPageStore {
  /** Returns a charge of any account by its id, and the account that it is paid to. */
  getChargeWithAccount(
    id: string,
  ): Promise<{ charge: ChargeRecord; account: MerchantAccount } | undefined>
}

/** Lists of charges. */
export interface ChargeListStore {
  /** A page of an account's charges, newest first; undefined where the cursor names none of its charges. */
  listCharges(accountId: string, query: ListChargesQuery): Promise<ListChargesResult | undefined>
  /** Returns the newest charges that name a request, oldest first. */
  listChargesOfRequest(requestId: string, limit: number): Promise<RequestHistoryCharge[]>
}

/** Which charges to list. All that is given must be true of a charge. */
export interface ChargeFilter {
  status?: ChargeRecord['status'] | undefined
  /** When it was created. */
  created?: TimeRange | undefined
  /** When its payments reached the price. Charges of a range are listed by this time. */
  paid?: TimeRange | undefined
  id?: string | undefined
  reference?: string | undefined
  /** A transaction that was reported for the charge, that paid it, or that paid somebody else in its name. Lower case. */
  hash?: string | undefined
  /** An account that has paid the charge or a part of it. */
  payer?: Address | undefined
  /** In any case. */
  payerEmail?: string | undefined
  /** The price in local currency. */
  amount?: string | undefined
  /** What finds it; see `search-terms.ts`. */
  terms?: readonly SearchTerm[] | undefined
}

/** A page of charges to list. */
export interface ListChargesQuery extends PageQuery {
  filter: ChargeFilter
}

/** How far the charges of a filter are counted, where no counter has their number. */
export const maxCounted = 1000

/** A page of charges. */
export interface ListChargesResult {
  /** Newest first, in either direction of the cursor. */
  charges: ChargeSummary[]
  /** Whether there are more in the direction of the cursor. */
  hasMore: boolean
  /** Number of all charges that the filter lets through; with another filter than status, no more than `maxCounted`. */
  total: number
}
