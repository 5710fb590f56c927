import { getChainName } from '../../../../api/chains/chain-names.ts'
import type { BookRow } from '../../../../api/schemas/books.ts'
import type { ServiceTexts } from '../../../texts/en.ts'
import type { Clock } from './clock.ts'

// The books as a person reads them in a spreadsheet: fewer columns than a program gets, with headings in the reader's language. How
// a cell is written is up to the kind of file.

/** A cell by its kind: a spreadsheet must not take a text for a number, nor a number for a text. */
export type Cell =
  | { kind: 'text'; value: string }
  /** Decimal text, with a point. */
  | { kind: 'number'; value: string }
  /** `2026-11-27`. */
  | { kind: 'date'; value: string }
  /** `21:00:32`. */
  | { kind: 'time'; value: string }

/** What the cells of a table are written by. */
export interface SheetOptions {
  texts: ServiceTexts['books']
  /** The reader's clock, for dates and times. */
  clock: Clock
  /** The currency of the account's books. */
  bookCurrency: string
}

interface Column {
  /** The name of its text, or what stands in every language. */
  heading: keyof ServiceTexts['books'] | { code: string }
  /** In characters. */
  width: number
  toCell(row: BookRow, options: SheetOptions): Cell
}

const text = (value: string): Cell => ({ kind: 'text', value })
const number = (value: string | null): Cell =>
  value === null || value === '' ? text('') : { kind: 'number', value }
const ofText = (
  heading: keyof ServiceTexts['books'],
  width: number,
  name: keyof BookRow,
): Column => ({
  heading,
  width,
  toCell: (row) => text(String(row[name] ?? '')),
})
const ofNumber = (
  heading: Column['heading'],
  name: 'amount' | 'usd_amount' | 'usd_price' | 'book_amount' | 'book_rate',
): Column => ({
  heading,
  width: 14,
  toCell: (row: BookRow) => number(row[name]),
})

/** The columns of books in a currency, in their order. The date and time are those of the block. */
export const listColumns = (bookCurrency: string): readonly Column[] => [
  {
    heading: 'date',
    width: 11,
    toCell: ({ time }, { clock }) => ({ kind: 'date', value: clock(time).date }),
  },
  {
    heading: 'time',
    width: 9,
    toCell: ({ time }, { clock }) => ({ kind: 'time', value: clock(time).time }),
  },
  {
    heading: 'bookedOn',
    width: 11,
    toCell: ({ booked_at }, { clock }) => ({ kind: 'date', value: clock(booked_at).date }),
  },
  { heading: 'kind', width: 13, toCell: ({ kind }, { texts }) => text(texts[kind]) },
  {
    heading: 'correction',
    width: 11,
    toCell: ({ entry }, { texts }) => text(entry === 'correction' ? texts.yes : ''),
  },
  ofText('order', 14, 'order'),
  ofText('name', 24, 'name'),
  ofNumber('amount', 'amount'),
  ofText('token', 8, 'token'),
  {
    heading: 'network',
    width: 12,
    toCell: ({ chain }) => text(getChainName(Number(chain.slice('eip155:'.length)))),
  },
  ofNumber('dollars', 'usd_amount'),
  ofNumber('dollarPrice', 'usd_price'),
  ...listBookColumns(bookCurrency),
  ofText('from', 16, 'sender'),
  ofText('to', 16, 'recipient'),
  ofText('transaction', 16, 'hash'),
  ofText('charge', 16, 'charge_id'),
  ofText('taxNote', 20, 'tax_note'),
  ofText('reason', 24, 'reason'),
  {
    heading: 'decidedOn',
    width: 11,
    toCell: ({ decided_at }, { clock }) =>
      decided_at === '' ? text('') : { kind: 'date', value: clock(decided_at).date },
  },
  {
    heading: 'test',
    width: 6,
    toCell: ({ test }, { texts }) => text(test ? texts.yes : ''),
  },
]

/** The value in the currency of the books, and the rate of the block's time; nothing where that is the dollar. */
function listBookColumns(currency: string): Column[] {
  if (currency === 'USD') return []
  return [
    ofNumber({ code: currency }, 'book_amount'),
    ofNumber({ code: `${currency}/USD` }, 'book_rate'),
    ofText('rateSource', 24, 'book_rate_source'),
  ]
}

/** Returns the headings of the columns. */
export function listHeadings({ texts, bookCurrency }: SheetOptions): string[] {
  return listColumns(bookCurrency).map(({ heading }) =>
    typeof heading === 'string' ? texts[heading] : heading.code,
  )
}

/** Returns a row's cells. */
export function toCells(row: BookRow, options: SheetOptions): Cell[] {
  return listColumns(options.bookCurrency).map(({ toCell }) => toCell(row, options))
}
