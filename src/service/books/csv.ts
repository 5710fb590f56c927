import { BookRow } from '../../api/schemas/books.ts'

// Comma-separated values after RFC 4180: CRLF after each line, a header first, quotes where needed. Spreadsheets run a cell that
// begins like a formula, and a payer or a buyer may have written it. So such a text gets an apostrophe in front
// (https://owasp.org/www-community/attacks/CSV_Injection). Numbers stay numbers, also negative ones.

/** The columns, in their order: the fields of a row. */
export const bookColumns = Object.keys(BookRow.shape) as (keyof BookRow)[]

/** The fields whose texts are decimal numbers. */
const numbers: ReadonlySet<keyof BookRow> = new Set([
  'price_usd',
  'amount',
  'base_units',
  'counted_amount',
  'usd_price',
  'usd_amount',
  'position',
  'block_number',
])

/** The header. */
export const csvHeader = `${bookColumns.join(',')}\r\n`

/** Returns a row as a line. */
export function toCsvLine(row: BookRow): string {
  return `${bookColumns.map((name) => toCell(row[name], numbers.has(name))).join(',')}\r\n`
}

/**
 * The start of a table for spreadsheets: without it, Excel reads UTF-8 in the local encoding.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3629#section-6
 */
const byteOrderMark = '\uFEFF'

/** The header of a table for spreadsheets. */
export const excelHeader = byteOrderMark + csvHeader

/** Returns a row as a line of a table for spreadsheets, which read its time as one: `2026-11-27 21:00:32`, in UTC. */
export function toExcelLine(row: BookRow): string {
  return toCsvLine({ ...row, time: row.time.slice(0, 19).replace('T', ' ') })
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
  const isSafe = (isNumber && numberPattern.test(text)) || !formulaPattern.test(text)
  const cell = isSafe ? text : `'${text}`
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Returns metadata and lines as JSON; '' where there are none. */
function toJsonCell(value: object): string {
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value)
}
