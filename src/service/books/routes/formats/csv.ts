import { BookRow } from '../../../../api/schemas/books.ts'

// Comma-separated values after RFC 4180: CRLF after each line, a header first, quotes where needed. Spreadsheets run a cell that
// begins like a formula, and a payer or a buyer may have written it. So such a text gets an apostrophe in front
// (https://owasp.org/www-community/attacks/CSV_Injection). Numbers stay numbers, also negative ones.

/** The columns, in their order: the fields of a row. */
export const bookColumns = Object.keys(BookRow.shape) as (keyof BookRow)[]

/** The fields whose texts are decimal numbers. */
const numbers: ReadonlySet<keyof BookRow> = new Set([
  'charge_price',
  'charge_price_usd',
  'amount',
  'base_units',
  'counted_amount',
  'usd_price',
  'usd_amount',
  'book_amount',
  'book_rate',
  'position',
  'block_number',
])

/** The header. */
export const csvHeader = `${bookColumns.join(',')}\r\n`

/** Returns a row as a line. */
export function toCsvLine(row: BookRow): string {
  return `${bookColumns.map((name) => toCell(row[name], numbers.has(name))).join(',')}\r\n`
}

/** Returns a row as a line of JSON. */
export function toJsonLine(row: BookRow): string {
  return `${JSON.stringify(row)}\n`
}

/** How a formula begins; the full-width forms of the signs count as well. */
const formulaPattern = /^[=+\-@\t\r\n＝＋－＠]/u
const numberPattern = /^-?\d+(\.\d+)?$/

/** Returns a value as a cell, which no spreadsheet runs. */
export function toCell(value: BookRow[keyof BookRow], isNumber: boolean): string {
  if (value === null) return ''
  const text = typeof value === 'object' ? toJsonCell(value) : String(value)
  return quoteCell(isNumber && numberPattern.test(text) ? text : disarm(text))
}

/** Returns a text that no spreadsheet runs. */
export function disarm(text: string): string {
  return formulaPattern.test(text) ? `'${text}` : text
}

/** Returns a cell, in quotes where its text needs them. */
export function quoteCell(text: string, separator = ','): string {
  const needsQuotes = text.includes(separator) || /["\r\n]/.test(text)
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns metadata and lines as JSON; '' where there are none. */
function toJsonCell(value: object): string {
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value)
}
