import { getChainName } from '../../../../api/chains/chain-names.ts'
import type { BookRow } from '../../../../api/schemas/books.ts'
import { disarm, quoteCell } from './csv.ts'
import type { SheetOptions } from './sheet.ts'

// The books as the statement of a bank account in US dollars, which accounting programs import: a day, an amount, with whom, and
// for what.

/** The columns that Xero and QuickBooks name so: https://central.xero.com/s/article/Import-a-CSV-bank-statement */
export const statementHeader = 'Date,Amount,Payee,Description,Reference\r\n'

/**
 * Returns a row as a line of a statement. One whose dollars nobody knows is there with 0.00, and says so: a line that is left out
 * would be missed by nobody.
 */
export function toStatementLine(row: BookRow, options: SheetOptions): string {
  const { date } = options.clock(row.booked_at)
  const payee = row.direction === 'in' ? row.sender : row.recipient
  const cells = [payee, describeRow(row, options), row.hash].map((text) => quoteCell(disarm(text)))
  return `${[date, row.usd_amount ?? '0.00', ...cells].join(',')}\r\n`
}

/** Describes a row in a line: its kind, its order, its amount. */
export function describeRow(row: BookRow, { texts }: Pick<SheetOptions, 'texts'>): string {
  const { kind, entry, order, name, amount, token, chain, usd_amount } = row
  return [
    texts[kind],
    ...(entry === 'correction' ? [texts.correction] : []),
    ...[...new Set([order, name])].filter((text) => text !== ''),
    `${amount ?? '?'} ${token}`,
    getChainName(Number(chain.slice('eip155:'.length))),
    ...(usd_amount === null ? [texts.noDollars] : []),
  ].join(', ')
}
