import type { TransferRecord, TransferStatus } from '../charges/records.ts'
import type { PageQuery } from '../kernel/pages.ts'

/** Which page of unmatched transfers to list. */
export interface ListUnmatchedQuery extends PageQuery {
  status: TransferStatus
  /** Whether to list transfers below a cent or of an unknown token, instead of the rest. */
  isHidden: boolean
  /** Leaves out what is assigned to charges of other shops; undefined for none. */
  shop?: string | undefined
}

/** An unmatched transfer as one account sees it, with the token's decimals and symbol. */
export interface UnmatchedRecord extends TransferRecord {
  /** The account that it is shown to. */
  accountId: string
  decimals: number
  symbol: string
  /** Of the charge that it is assigned to; '' for none. */
  shop: string
  /** Whether it is listed apart while it waits: worth less than a cent, or of an unknown token. */
  isHidden: boolean
  /** The references of this account's own charges. */
  ownReferences: readonly string[]
}
