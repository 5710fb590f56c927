import type { LinkCharge, LinkField } from '../../payment-links/payment-links.ts'
import type { Json, Optional } from './columns.ts'

export interface PaymentLinkRow {
  id: string
  accountId: string
  /** Its account's. */
  livemode: boolean
  /** The last part of its page's URL. */
  code: string
  /** Of the api-key that created it, and so of its charges; '' for none. */
  shop: string
  /** What each of its charges is created with. */
  charge: Json<LinkCharge>
  /** '' for none. */
  imageUrl: string
  suggestedAmounts: Json<string[]>
  minQuantity: number
  maxQuantity: number
  fields: Json<LinkField[]>
  /** '' for none. */
  thankYou: string
  /** Null for as many as want to. */
  maxPayments: Optional<number>
  createdAt: Date
  /** Null for never. */
  expiresAt: Optional<Date>
  /** Null for a link that was not ended. */
  endedAt: Optional<Date>
}
