import type { Hono } from 'hono'
import { routes } from '../../../api/routes/routes.ts'
import type { BookRow, BooksQuery } from '../../../api/schemas/books.ts'
import type { MerchantAccount } from '../../accounts/accounts.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import type { ScanStateStore } from '../../db/scan-states.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createFieldError } from '../../http/field-error.ts'
import { createTextFile } from '../../http/text-file.ts'
import { isBooked, iterateMovements, type MovementFilter } from '../books.ts'
import { toBookRow } from '../row.ts'
import type { BookStore } from '../store/books.ts'
import { readConfirmedBlocks } from './confirmed-blocks.ts'
import { createClock } from './formats/clock.ts'
import { type BookWriter, createWriter } from './formats/formats.ts'
import { readRange } from './range.ts'
import { createTurns } from './turns.ts'

/** The stores that these routes use. */
type Stores = BookStore & ModeStore & ScanStateStore

/** Registers GET /books. */
export function registerBookRoutes(app: Hono<Env>, context: EndpointContext<Stores>): void {
  const { chains, log } = context
  const takeTurn = createTurns()

  registerEndpoint(app, context, routes.exportBooks, async ({ account, query }) => {
    const { token, recipient } = query
    const filter = {
      time: readRange(query),
      token: token === undefined ? undefined : chains.parseAddress(token, 'token'),
      recipient: recipient === undefined ? undefined : chains.parseAddress(recipient, 'recipient'),
    }
    const bookCurrency = await context.store.readBookCurrency(account.id)
    const writer = createWriter(query, { now: new Date(), bookCurrency })
    const rows = await iterateRows(context, account, filter)
    const file =
      'write' in writer
        ? createWholeFile(
            await takeTurn(account.id, async () =>
              writer.write(await readAll(rows, writer.maxRows)),
            ),
          )
        : await createTextFile(formatPages(rows, writer), log, 'the books')
    const headers = {
      'content-type': writer.type,
      'content-disposition': `attachment; filename="${getFileName(query, writer)}"`,
    }
    return { status: 200, file, headers }
  })
}

/** Iterates over the rows of the books, page by page. */
async function iterateRows(
  context: EndpointContext<Stores>,
  { id, livemode }: Pick<MerchantAccount, 'id' | 'livemode'>,
  filter: MovementFilter,
): Promise<AsyncGenerator<BookRow[], void, void>> {
  const { store } = context
  const destinations = await store.listBookedDestinations(id)
  const chainIds = new Set(destinations.map(({ chainId }) => chainId))
  const confirmed = await readConfirmedBlocks(context, [...chainIds])
  return iterate()

  async function* iterate() {
    for await (const page of iterateMovements(store, id, 'books', filter))
      yield page
        .filter((movement) => isBooked(movement, confirmed))
        .map((movement) => toBookRow(movement, !livemode))
  }
}

/** Reads rows that are written together. */
async function readAll(
  pages: AsyncGenerator<BookRow[], void, void>,
  maxRows: number,
): Promise<BookRow[]> {
  const rows: BookRow[] = []
  for await (const page of pages) {
    rows.push(...page)
    if (rows.length > maxRows)
      throw createFieldError(
        'format',
        `has room for ${maxRows} rows: name a shorter time by from and to, or use csv`,
      )
  }
  return rows
}

async function* formatPages(
  pages: AsyncGenerator<BookRow[], void, void>,
  { header, toLine }: { header: string; toLine: (row: BookRow) => string },
): AsyncGenerator<string, void, void> {
  let start = header
  for await (const page of pages) {
    const text = start + page.map(toLine).join('')
    start = ''
    if (text !== '') yield text
  }
}

/** Returns a name such as `books-2026-11-01-2026-12-01.csv`. */
function getFileName(
  { from, to, time_zone = 'UTC' }: Pick<BooksQuery, 'from' | 'to' | 'time_zone'>,
  { name, extension }: BookWriter,
): string {
  const clock = createClock(time_zone)
  const days = [from, to].flatMap((time) => (time === undefined ? [] : [clock(time).date]))
  return `${[name, ...days].join('-')}.${extension}`
}

const createWholeFile = (file: Uint8Array<ArrayBuffer>) => new Blob([file]).stream()
