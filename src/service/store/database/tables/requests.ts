import type { Generated } from 'kysely'

export interface RequestRow {
  id: string
  seq: Generated<string | number>
  account_id: string
  recipient: string
  chain_id: string | number | null
  token: string | null
  token_type: string | null
  decimals: number
  symbol: string
  /** Decimal text in whole units, as it was given; '' for any amount. */
  amount: string
  /** The key by which find-or-create compares requests. */
  match_key: string
  /** There is one such request per account and `match_key`. */
  created_by_find_or_create: boolean
  track_id: string
  reference: string
  created_at: Date
}

export interface AttachmentRow {
  id: string
  request_id: string
  name: string
  type: string
  bytes: Uint8Array
}
