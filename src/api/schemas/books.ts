import * as z from 'zod/mini'
import { LineItem } from './charges/line-item.ts'
import { Address, Hash, Time, Timestamp } from './fields.ts'
import type { QueryValues } from './page-query.ts'

/**
 * The forms of an export: a table (RFC 4180), the same table for programs of spreadsheets (with a byte order mark, and times that
 * they read as times), or a JSON object in each line.
 */
export const BooksFormat = /* @__PURE__ */ z.enum(
  ['csv', 'excel', 'jsonl'],
  'must be csv, excel or jsonl',
)
export type BooksFormat = z.infer<typeof BooksFormat>

/** Query of GET /books: movements of blocks from `from` on and before `to`. */
export const BooksQuery = /* @__PURE__ */ z.object({
  format: BooksFormat,
  from: z.optional(Time),
  to: z.optional(Time),
  token: z.optional(Address),
  recipient: z.optional(Address),
})
export type BooksQuery = QueryValues<typeof BooksQuery>

/**
 * The kind of a movement:
 * - `payment`: a transfer that was credited to a charge, also the part of it that does not count toward the price
 * - `unmatched`: money that arrived where charges are paid, but is not credited to one
 * - `refund`: money of a charge that was sent back
 * - `fee`: the network's fee of a refund, paid by the account that sent it
 */
export const BookKind = /* @__PURE__ */ z.enum(['payment', 'unmatched', 'refund', 'fee'])
export type BookKind = z.infer<typeof BookKind>

/**
 * How the dollars of a row are known: the token is pegged to the dollar, or a price feed has answered for the block. Or why
 * they are not: the token has no feed, or none that answered for the block.
 */
export const UsdSource = /* @__PURE__ */ z.enum(['peg', 'feed', 'none', 'unavailable'])

/** A row of the books: one movement of money, as the chain has it. Texts are `''` where there is none. */
export const BookRow = /* @__PURE__ */ z.object({
  /** The time of the block. */
  time: Timestamp,
  kind: BookKind,
  /** `out` for money that leaves. */
  direction: z.enum(['in', 'out']),
  /** The books contain only confirmed movements. */
  status: z.enum(['confirmed']),
  /** The charge that it is credited to, or refunded of. */
  charge_id: z.string(),
  /** The public reference of the charge. */
  reference: z.string(),
  /** The charge's, as the merchant gave it: the order's number is in it. */
  metadata: z.record(z.string(), z.unknown()),
  /** The name of the item. */
  name: z.string(),
  /** As the merchant gave it. */
  tax_note: z.string(),
  /** As the merchant gave them. */
  line_items: z.array(LineItem),
  /** The price of the charge in US dollars, as the merchant gave it. */
  price_usd: z.string(),
  /** The token's symbol. */
  token: z.string(),
  /** The amount in whole units, negative for outgoing money; null where the chain does not show it. */
  amount: z.nullable(z.string()),
  /** The same in base units. */
  base_units: z.nullable(z.string()),
  /** The part of it that counts toward the price. */
  counted_amount: z.nullable(z.string()),
  /** US dollars for a whole token at the block; null if `usd_source` has none. */
  usd_price: z.nullable(z.string()),
  /** `amount` in US dollars by that price, rounded to the cent. */
  usd_amount: z.nullable(z.string()),
  usd_source: UsdSource,
  /** Of the transaction. */
  hash: Hash,
  /** Which transfer of the transaction: the index of its log; below zero for native currency. */
  position: z.number(),
  block_number: z.string(),
  /** The account that the money came from; `''` where the chain does not show it. */
  sender: z.string(),
  /** `''` for a fee. */
  recipient: z.string(),
  /** CAIP-2, such as `eip155:8453`. */
  chain: z.string(),
  /** CAIP-10. */
  sender_account: z.string(),
  recipient_account: z.string(),
  /** CAIP-19; `''` for a native currency without a number (SLIP-44). */
  asset: z.string(),
  /** The proof of the charge: `reference`, `amount`, `signature`, `merchant` (a decision of yours) or `report`. */
  proof: z.string(),
  /** Why it is credited to no charge; of a refund, your reason. */
  reason: z.string(),
})
export type BookRow = z.infer<typeof BookRow>
