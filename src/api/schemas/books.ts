import * as z from 'zod/mini'
import { LineItem } from './charges/line-item.ts'
import { Address, Hash, Time, Timestamp } from './fields.ts'
import type { QueryValues } from './page-query.ts'

/**
 * The forms of an export:
 * - `csv`: every field, for a program (RFC 4180)
 * - `jsonl`: the same, a JSON object in each line
 * - `xlsx`: a workbook for people, with headings in a language, dates in a time zone, and at most 20,000 rows
 * - `excel`: the same as a table for a double click, with the separators of a country
 * - `statement`: the statement of a bank account in the currency of the books, which accounting programs import
 * - `datev`: a batch of postings for DATEV, with at most 20,000 rows
 */
export const BooksFormat = /* @__PURE__ */ z.enum(
  ['csv', 'jsonl', 'xlsx', 'excel', 'statement', 'datev'],
  'must be csv, jsonl, xlsx, excel, statement or datev',
)
export type BooksFormat = z.infer<typeof BooksFormat>

/** A language, with a country where separators differ by it (BCP 47). */
const Locale = /* @__PURE__ */ z
  .string()
  .check(z.maxLength(35), z.refine(isLocale, 'must be a language tag, such as "de-CH"'))

function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}

/** A time zone by its IANA name. */
const TimeZone = /* @__PURE__ */ z
  .string()
  .check(z.maxLength(64), z.refine(isTimeZone, 'must be a time zone, such as "Europe/Berlin"'))

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

/** An account of a chart of accounts. */
const AccountNumber = /* @__PURE__ */ z
  .string()
  .check(z.regex(/^\d{4}$/, 'must be an account of four digits, such as "1360"'))

/** The times of the books: from one on, and before another. */
const range = { from: z.optional(Time), to: z.optional(Time) }

/**
 * Query of GET /books: what is booked from `from` on and before `to`. The rest depends on `format`: `xlsx`, `excel`, `statement` and
 * `datev` are written in the language of `locale`, with the days of `time_zone`; `datev` needs the fields that begin with it.
 */
export const BooksQuery = /* @__PURE__ */ z.object({
  format: BooksFormat,
  ...range,
  token: z.optional(Address),
  recipient: z.optional(Address),
  /** @default 'en' */
  locale: z.optional(Locale),
  /** @default 'UTC' */
  time_zone: z.optional(TimeZone),
  /** The number of your tax adviser at DATEV, and yours with them. */
  datev_consultant: z.optional(
    z.string().check(z.regex(/^\d{4,7}$/, 'must be 4 to 7 digits, such as "29098"')),
  ),
  datev_client: z.optional(
    z.string().check(z.regex(/^[1-9]\d{0,4}$/, 'must be 1 to 5 digits, such as "55003"')),
  ),
  /** The chart of accounts, from which the accounts come that you do not name. @default 'skr03' */
  datev_chart: z.optional(z.enum(['skr03', 'skr04'], 'must be skr03 or skr04')),
  datev_wallet: z.optional(AccountNumber),
  datev_revenue: z.optional(AccountNumber),
  datev_unmatched: z.optional(AccountNumber),
  datev_fees: z.optional(AccountNumber),
  /** US dollars for a euro: the rate that the tax office publishes for the month. Books in EUR need none, and it is refused. */
  datev_rate: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[1-9]\d{0,3}\.\d{2,6}$/,
          'must be US dollars for a euro with 2 to 6 decimals, such as "1.0853"',
        ),
      ),
  ),
  /** The month in which the business year begins. @default '1' */
  datev_year_month: z.optional(
    z.string().check(z.regex(/^([1-9]|1[0-2])$/, 'must be a month from 1 to 12')),
  ),
})
export type BooksQuery = QueryValues<typeof BooksQuery>

/**
 * The kind of a movement:
 * - `payment`: a transfer that was credited to a charge, also the part of it that does not count toward the price
 * - `unmatched`: money that arrived where charges are paid, but is not credited to one
 * - `returned`: money that pays no order and goes back to its sender: its arrival, and with a negative amount its return
 * - `refund`: money of a charge that was sent back
 * - `fee`: the network's fee of a refund, paid by the account that sent it
 */
export const BookKind = /* @__PURE__ */ z.enum([
  'payment',
  'unmatched',
  'returned',
  'refund',
  'fee',
])
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
  /** Where the row stands: the time of the block, or of the decision that changed it after that time was closed. */
  booked_at: Timestamp,
  kind: BookKind,
  /**
   * `correction` for the rows of a decision about a closed time: the one that takes back the earlier row, with its amounts
   * negated, and the new one. `movement` for any other.
   */
  entry: z.enum(['movement', 'correction']),
  /** `out` for money that leaves. */
  direction: z.enum(['in', 'out']),
  /** The books contain only confirmed movements. */
  status: z.enum(['confirmed']),
  /** The charge that it is credited to, or refunded of. */
  charge_id: z.string(),
  /** The public reference of the charge. */
  reference: z.string(),
  /** The order's number: the entry of the metadata that is named like one, such as `order` or `order_id`. */
  order: z.string(),
  /** The charge's, as the merchant gave it. */
  metadata: z.record(z.string(), z.unknown()),
  /** The name of the item. */
  name: z.string(),
  /** As the merchant gave it. */
  tax_note: z.string(),
  /** As the merchant gave them. */
  line_items: z.array(LineItem),
  /** The price of the whole charge, on each of its payments: a sum of this column counts it more than once. */
  charge_price: z.string(),
  /** The currency of that price, by ISO 4217. */
  charge_currency: z.string(),
  /** The same price where it is in US dollars. */
  charge_price_usd: z.string(),
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
  /** The currency in which the account's books count money (ISO 4217). */
  book_currency: z.string(),
  /** `amount` in that currency by the rates of the block's time, rounded to its last place; null where one is not known. */
  book_amount: z.nullable(z.string()),
  /** US dollars for one unit of it then; null for US dollars, and where none is kept of that time. */
  book_rate: z.nullable(z.string()),
  /** The source of that rate, and when the source says that it was so. */
  book_rate_source: z.string(),
  book_rate_at: z.string(),
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
  /** When you decided to which charge it belongs; `''` where a proof has decided. */
  decided_at: z.string(),
  /** Whether it is play money of a test account. */
  test: z.boolean(),
})
export type BookRow = z.infer<typeof BookRow>

/** Query of GET /books/summary: the same rows as GET /books, added up. */
export const BooksSummaryQuery = /* @__PURE__ */ z.object({
  ...range,
  /** In which its days begin. @default 'UTC' */
  time_zone: z.optional(TimeZone),
})

/** What a part of the books adds up to. */
const BookSum = /* @__PURE__ */ z.object({
  kind: BookKind,
  /** Number of rows. */
  count: z.number(),
  /** US dollars of the rows whose dollars are known: below zero where more has left. */
  usd_amount: z.string(),
  /** Rows whose dollars are not known. */
  unknown_count: z.number(),
  /** The sum of their `book_amount`, in the currency of the books, of the rows whose value in it is known. */
  book_amount: z.string(),
  /** Rows whose value in it is not known: those whose dollars are not known, and those without a rate of their time. */
  book_unknown_count: z.number(),
})

/** When the books were last compared with the chains, and what it found. */
export const LastVerification = /* @__PURE__ */ z.object({
  verified_at: Timestamp,
  outcome: z.enum(['equal', 'different', 'nothing']),
  /** Rows that were compared. */
  row_count: z.number(),
  difference_count: z.number(),
})

/** The sums of the books. */
export const BooksSummary = /* @__PURE__ */ z.object({
  /** The currency in which the account's books count money (ISO 4217). */
  book_currency: z.string(),
  /** By kind and token. */
  totals: z.array(
    z.extend(BookSum, {
      chain: z.string(),
      token_address: z.string(),
      token: z.string(),
      /** In whole units, with a sign; null where a row's is not known. */
      amount: z.nullable(z.string()),
    }),
  ),
  /** By kind and day, oldest first. */
  days: z.array(z.extend(BookSum, { day: z.string() })),
  /** Up to when the books are closed; null while they are not. */
  closed_before: z.nullable(Timestamp),
  last_verification: z.nullable(LastVerification),
})
export type BooksSummary = z.infer<typeof BooksSummary>

/** Body of POST /books/closings. */
export const NewBookClosing = /* @__PURE__ */ z.object({ closed_before: Time })

/** A closing of the books. */
export const BookClosing = /* @__PURE__ */ z.object({
  /** Rows that are booked earlier never change again. */
  closed_before: Timestamp,
  closed_at: Timestamp,
})
