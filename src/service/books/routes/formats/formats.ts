import type { BookRow, BooksFormat, BooksQuery } from '../../../../api/schemas/books.ts'
import { PayError } from '../../../../errors.ts'
import { createFieldError } from '../../../http/field-error.ts'
import { chooseLanguage } from '../../../texts/language.ts'
import { createClock } from './clock.ts'
import { csvHeader, toCsvLine, toJsonLine } from './csv.ts'
import {
  charts,
  type DatevOptions,
  encodeDatev,
  getPostedAmount,
  toDatevHeader,
  toDatevLine,
} from './datev.ts'
import { getCustoms, toExcelHeader, toExcelLine } from './excel.ts'
import { listColumns, listHeadings, type SheetOptions, toCells } from './sheet.ts'
import { statementHeader, toStatementLine } from './statement.ts'
import { maxWorkbookRows, writeWorkbook } from './xlsx.ts'

/** How an export is written. */
export type BookWriter = {
  /** The ending of the file's name, and what stands before it. */
  extension: string
  name: string
  /** The media type. */
  type: string
} & (
  | { header: string; toLine: (row: BookRow) => string }
  /** Written whole, since it has an end that depends on all rows. */
  | {
      maxRows: number
      write: (
        rows: readonly BookRow[],
      ) => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>
    }
)

const csvType = 'text/csv; charset=utf-8; header=present'

/**
 * Returns how the books of a query are written.
 *
 * @param options `now`: when the file is made; `bookCurrency`: the currency of the account's books
 * @throws PayError `invalid_request` where a format lacks a field
 */
export function createWriter(
  query: BooksQuery,
  { now, bookCurrency }: { now: Date; bookCurrency: string },
): BookWriter {
  const { locale = 'en', time_zone = 'UTC' } = query
  const { texts } = chooseLanguage(locale)
  const clock = createClock(time_zone)
  const options = { texts: texts.books, clock, bookCurrency, ...getCustoms(locale) }
  const csv = { extension: 'csv', name: 'books', type: csvType }
  const writers: Record<BooksFormat, () => BookWriter> = {
    csv: () => ({ ...csv, header: csvHeader, toLine: toCsvLine }),
    jsonl: () => ({
      extension: 'jsonl',
      name: 'books',
      type: 'application/x-ndjson; charset=utf-8',
      header: '',
      toLine: toJsonLine,
    }),
    xlsx: () => ({
      extension: 'xlsx',
      name: 'books',
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      maxRows: maxWorkbookRows,
      write: (rows) =>
        writeWorkbook({
          headings: listHeadings(options),
          widths: listColumns(bookCurrency).map(({ width }) => width),
          rows: rows.map((row) => toCells(row, options)),
        }),
    }),
    excel: () => ({
      ...csv,
      header: toExcelHeader(options),
      toLine: (row) => toExcelLine(row, options),
    }),
    statement: () => ({
      ...csv,
      name: 'statement',
      header: statementHeader,
      toLine: (row) => toStatementLine(row, options),
    }),
    datev: () => createDatevWriter(readDatevOptions(query, options, now)),
  }
  return writers[query.format]()
}

function createDatevWriter(options: DatevOptions & SheetOptions): BookWriter {
  return {
    extension: 'csv',
    // The beginning by which DATEV knows such a file.
    name: 'EXTF_Buchungsstapel',
    type: 'text/csv; charset=windows-1252',
    maxRows: maxWorkbookRows,
    write(rows) {
      // Amounts of another currency would be posted as euros.
      if (rows.some(({ book_currency }) => book_currency !== options.bookCurrency))
        throw new PayError(
          'conflict',
          'The currency of the books has changed meanwhile. Export them again.',
          { retryable: true },
        )
      const [first, ...others] = rows.filter((row) => getPostedAmount(row, options) === null)
      if (first) throw createUnknownError(first, others.length + 1)
      const lines = rows.map((row) => toDatevLine(row, options))
      return encodeDatev(toDatevHeader(options) + lines.join(''))
    },
  }
}

/** Creates the error for rows that cannot be posted, since their value is not known. */
function createUnknownError(first: BookRow, count: number): PayError {
  const isUnpriced = first.usd_amount === null
  const currency = isUnpriced ? 'dollars' : first.book_currency
  const remedy = isUnpriced
    ? `Export one token at a time, by token, without ${first.token}.`
    : 'There is no exchange rate of that time: export the times before and after it.'
  return new PayError(
    'conflict',
    `${count} of the rows have no amount in ${currency}, which a posting needs; the first is ${first.hash}. ${remedy}`,
  )
}

function readDatevOptions(
  query: BooksQuery,
  options: SheetOptions,
  now: Date,
): DatevOptions & SheetOptions {
  const require = (name: 'datev_consultant' | 'datev_client' | 'datev_rate' | 'from' | 'to') =>
    query[name] ?? fail(name, 'is needed for datev')
  const hasOwnValues = options.bookCurrency === 'EUR'
  if (hasOwnValues && query.datev_rate !== undefined)
    fail('datev_rate', 'must be left out: these books are in EUR, and each row has its own value')
  const { chart, accounts } = charts[query.datev_chart ?? 'skr03']
  const first = options.clock(require('from')).date
  const last = options.clock(new Date(Date.parse(require('to')) - 1).toISOString()).date
  const yearStart = findYearStart(first, Number(query.datev_year_month ?? 1))
  if (findYearStart(last, Number(query.datev_year_month ?? 1)) !== yearStart)
    fail('to', 'must be in the same business year as from')
  return {
    ...options,
    consultant: require('datev_consultant'),
    client: require('datev_client'),
    chart,
    accounts: {
      wallet: query.datev_wallet ?? accounts.wallet,
      revenue: query.datev_revenue ?? accounts.revenue,
      unmatched: query.datev_unmatched ?? accounts.unmatched,
      fees: query.datev_fees ?? accounts.fees,
    },
    rate: hasOwnValues ? undefined : require('datev_rate'),
    days: { first, last, yearStart },
    createdAt: now,
  }
}

/** Returns the first day of the business year of a day. */
function findYearStart(day: string, month: number): string {
  const [year = 0, ofDay = 1] = day.split('-').map(Number)
  return `${ofDay < month ? year - 1 : year}-${String(month).padStart(2, '0')}-01`
}

function fail(field: string, message: string): never {
  throw createFieldError(field, message)
}
