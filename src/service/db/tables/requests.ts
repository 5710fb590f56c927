import type { Generated } from 'kysely'
import type { TokenType } from '../../../api/schemas/fields.ts'
import type { Optional } from './columns.ts'

export interface RequestRow {
  id: string
  seq: Generated<number>
  accountId: string
  recipient: string
  chainId: Optional<number>
  token: Optional<string>
  tokenType: Optional<TokenType>
  decimals: number
  symbol: string
  /** Decimal text in whole units, as it was given; '' for any amount. */
  amount: string
  /** The key by which find-or-create compares requests. */
  matchKey: string
  /** There is one such request per account and `match_key`. */
  createdByFindOrCreate: boolean
  trackId: string
  reference: string
  createdAt: Date
}

export interface AttachmentRow {
  id: string
  requestId: string
  name: string
  type: string
  bytes: Uint8Array
}
