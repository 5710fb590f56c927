import type { BookRow } from '../../../../api/schemas/books.ts'
import { disarm, quoteCell } from './csv.ts'
import { type Cell, listHeadings, type SheetOptions, toCells } from './sheet.ts'

// A table for a double click. A spreadsheet reads it by the customs of its computer: where decimals have a comma, columns are
// separated by a semicolon, and a point would make text or a date of a number. And it takes for a number whatever looks like
// one: 00123 loses its zeros, 1E5 becomes 100000, and 3-4 a day in spring.

/** How tables are written in a country. */
export interface Customs {
  decimal: string
  separator: string
}

/** Returns the customs of a locale (BCP 47). */
export function getCustoms(locale: string): Customs {
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(0.5)
  const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  return { decimal, separator: decimal === ',' ? ';' : ',' }
}

/**
 * The start of the file: without it, Excel reads UTF-8 in the local encoding.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3629#section-6
 */
const byteOrderMark = '\uFEFF'

/** Returns the header of a table for spreadsheets. */
export function toExcelHeader(options: SheetOptions & Customs): string {
  return byteOrderMark + joinCells(listHeadings(options), options)
}

/** Returns a row as a line of a table for spreadsheets. */
export function toExcelLine(row: BookRow, options: SheetOptions & Customs): string {
  return joinCells(
    toCells(row, options).map((cell) => writeCell(cell, options)),
    options,
  )
}

function joinCells(cells: readonly string[], { separator }: Customs): string {
  return `${cells.map((cell) => quoteCell(cell, separator)).join(separator)}\r\n`
}

function writeCell({ kind, value }: Cell, { decimal }: Customs): string {
  if (kind === 'number') return value.replace('.', decimal)
  if (kind !== 'text') return value
  return isMistakable(value) ? `="${value.replaceAll('"', '""')}"` : disarm(value)
}

/** The most characters of a text that a formula can hold: no number or date has as many. */
const maxFormulaText = 255
/** Digits with what numbers, dates, times and amounts have between them, and hexadecimal digits with an exponent's or a 0x. */
const numeric = /^[\s\d.,:/'’()%$€£¥+\-–−xa-f]*$/i
/** A day and a month, in either order, and a year. */
const datelike = /^(\d{1,4}[\s./-]*)?\p{L}{3,10}\.?[\s./-]*(\d{1,4}[\s./-]*){0,2}$/u

/** Would a spreadsheet take a text for a number or a date? A formula that is this text stays one. */
function isMistakable(value: string): boolean {
  if (!/\p{Nd}/u.test(value) || value.length > maxFormulaText) return false
  if (/[\t\r\n]/.test(value)) return false
  const plain = value.normalize('NFKC')
  return numeric.test(plain) || datelike.test(plain)
}
