import type { Hono } from 'hono'
import { routes } from '../../../api/routes/routes.ts'
import type { BooksFormat } from '../../../api/schemas/books.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import type { ScanStateStore } from '../../db/scan-states.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createTextFile } from '../../http/text-file.ts'
import { isBooked, iterateMovements } from '../books.ts'
import { csvHeader, excelHeader, toCsvLine, toExcelLine, toJsonLine } from '../csv.ts'
import { toBookRow } from '../row.ts'
import type { BookStore } from '../store/books.ts'
import { readConfirmedBlocks } from './confirmed-blocks.ts'
import { readRange } from './range.ts'

/** The stores that these routes use. */
type Stores = BookStore & ModeStore & ScanStateStore

const csv = { extension: 'csv', type: 'text/csv; charset=utf-8; header=present' }
const formats = {
  csv: { ...csv, header: csvHeader, toLine: toCsvLine },
  excel: { ...csv, header: excelHeader, toLine: toExcelLine },
  jsonl: {
    extension: 'jsonl',
    type: 'application/x-ndjson; charset=utf-8',
    header: '',
    toLine: toJsonLine,
  },
} as const satisfies Record<BooksFormat, unknown>

/** Registers GET /books. */
export function registerBookRoutes(app: Hono<Env>, context: EndpointContext<Stores>): void {
  const { store, chains, log } = context

  registerEndpoint(app, context, routes.exportBooks, async ({ account, query }) => {
    const { token, recipient, format } = query
    const filter = {
      time: readRange(query),
      token: token === undefined ? undefined : chains.parseAddress(token, 'token'),
      recipient: recipient === undefined ? undefined : chains.parseAddress(recipient, 'recipient'),
    }
    const destinations = await store.listBookedDestinations(account.id)
    const chainIds = new Set(destinations.map(({ chainId }) => chainId))
    const confirmed = await readConfirmedBlocks(context, [...chainIds])
    const { type, header, toLine } = formats[format]
    const pages = iterateMovements(store, account.id, filter)
    return {
      status: 200,
      file: await createTextFile(formatPages(), log, 'the books'),
      headers: {
        'content-type': type,
        'content-disposition': `attachment; filename="${getFileName(query)}"`,
      },
    }

    async function* formatPages(): AsyncGenerator<string, void, void> {
      let start: string = header
      for await (const page of pages) {
        const booked = page.filter((movement) => isBooked(movement, confirmed))
        const text = start + booked.map((movement) => toLine(toBookRow(movement))).join('')
        start = ''
        if (text !== '') yield text
      }
    }
  })
}

/** Returns a name such as `books-2026-11-01-2026-12-01.csv`. */
function getFileName({
  from,
  to,
  format,
}: {
  from?: string | undefined
  to?: string | undefined
  format: BooksFormat
}): string {
  const days = [from, to].flatMap((time) =>
    time === undefined ? [] : [new Date(time).toISOString().slice(0, 10)],
  )
  return `${['books', ...days].join('-')}.${formats[format].extension}`
}
