import { getChainName } from '../../../../api/chains/chain-names.ts'
import type { BookRow } from '../../../../api/schemas/books.ts'
import { formatFixed, getBookDigits } from '../../fixed.ts'
import { disarm, quoteCell } from './csv.ts'
import type { SheetOptions } from './sheet.ts'

// The books as the statement of a bank account in their currency, which accounting programs import: a day, an amount, with whom,
// and for what.

/**
 * The columns that Xero and QuickBooks name so: https://central.xero.com/s/article/Import-a-CSV-bank-statement. The currency is the
 * last, since some programs know columns by their place.
 */
export const statementHeader = 'Date,Amount,Payee,Description,Reference,Currency\r\n'

/**
 * Returns a row as a line of a statement. One whose value nobody knows is there with zero, and says so: a line that is left out
 * would be missed by nobody.
 */
export function toStatementLine(row: BookRow, options: SheetOptions): string {
  const { date } = options.clock(row.booked_at)
  const payee = row.direction === 'in' ? row.sender : row.recipient
  const { book_amount: value, book_currency: currency } = row
  const amount = value ?? formatFixed(0n, getBookDigits(currency))
  const text = [describeRow(row, options), ...(value === null ? [options.texts.noValue] : [])]
  const cells = [payee, text.join(', '), row.hash].map((cell) => quoteCell(disarm(cell)))
  return `${[date, amount, ...cells, currency].join(',')}\r\n`
}

/** Describes a row in a line: its kind, its order, its amount. */
export function describeRow(row: BookRow, { texts }: Pick<SheetOptions, 'texts'>): string {
  const { kind, entry, order, name, amount, token, chain } = row
  return [
    texts[kind],
    ...(entry === 'correction' ? [texts.correction] : []),
    ...[...new Set([order, name])].filter((text) => text !== ''),
    `${amount ?? '?'} ${token}`,
    getChainName(Number(chain.slice('eip155:'.length))),
  ].join(', ')
}
