import type { Context } from 'hono'
import { buildCallUrl } from '../../../api/client/call-url.ts'
import { routes } from '../../../api/routes/routes.ts'
import { BookRow, BooksFormat } from '../../../api/schemas/books.ts'
import { PayError } from '../../../errors.ts'
import type { DeskSession } from '../../accounts/desk-sessions.ts'
import type { Env } from '../../http/context.ts'
import { registerAction } from '../act.ts'
import { type Desk, plainPage } from '../desk.ts'
import { readAmount } from '../fields.ts'
import type { DeskLanguage } from '../language.ts'
import { renderBooks } from '../pages/books/books.ts'
import { datevNames } from '../pages/books/download.ts'
import { readPeriod, toRange } from '../pages/books/period.ts'
import { buildPath } from '../paths.ts'
import { registerDownload, registerPage } from '../register.ts'
import { readTimeZone } from '../time-zone.ts'

/** How many rows the page shows. */
const previewed = 10

/** Registers the page of the books, the file that it leads to, and the closing of a month. */
export function registerBookPages(desk: Desk): void {
  registerPage(desk, '/books', 'books', async ({ c, call, session, view }) => {
    const zone = view.zone.name
    const period = readPeriod((name) => c.req.query(name), view.now, zone)
    const range = toRange(period, zone)
    const [summary, rows] = await Promise.all([
      call(routes.summarizeBooks, { query: { ...range, time_zone: zone } }),
      readFirstRows(desk, session, range),
    ])
    return renderBooks(view, { period, summary, rows })
  })

  registerDownload(desk, '/books/file', (c) => {
    const zone = readTimeZone(c).name
    const period = readPeriod((name) => c.req.query(name), new Date(), zone)
    const { language } = plainPage(c, desk.context)
    const query = {
      format: readFormat(c),
      ...toRange(period, zone),
      locale: language.locale,
      time_zone: zone,
      ...readDatev(c, language),
    }
    return buildCallUrl('', routes.exportBooks, { query })
  })

  registerAction(desk, '/books/close', routes.closeBooks, async ({ call, field }) => {
    await call(routes.closeBooks, { body: { closed_before: field('closed_before') } })
    return { path: buildPath('/books'), done: 'doneClosed' }
  })
}

/** Reads the first rows of an export, and ends it. */
async function readFirstRows(
  { api }: Desk,
  deskSession: DeskSession,
  range: { from: string; to: string },
): Promise<BookRow[]> {
  const url = buildCallUrl('http://localhost', routes.exportBooks, {
    query: { ...range, format: 'jsonl' },
  })
  const reply = await api.fetch(new Request(url), { deskSession })
  if (!reply.ok || !reply.body) throw new PayError('service_failed', 'The books could not be read.')
  const rows: BookRow[] = []
  let rest = ''
  for await (const part of reply.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    const wanted = lines.slice(0, previewed - rows.length)
    rows.push(...wanted.map((line) => BookRow.parse(JSON.parse(line))))
    // Leaving the loop ends the export.
    if (rows.length === previewed) break
  }
  return rows
}

/** Reads which file is asked for; for none that there is, the one that costs the least. */
function readFormat(c: Context<Env>): BooksFormat {
  const { success, data } = BooksFormat.safeParse(c.req.query('format'))
  return success ? data : 'csv'
}

/** Reads the fields of a batch of postings: the rate as the person's language writes it, with the decimals that it needs. */
function readDatev(c: Context<Env>, language: DeskLanguage): Record<string, string> {
  const filled = datevNames.flatMap((name) => {
    const typed = (c.req.query(name) ?? '').trim()
    return typed === '' ? [] : [[name, typed] as const]
  })
  const { datev_rate: rate = '', ...fields } = Object.fromEntries(filled)
  return rate === '' ? fields : { ...fields, datev_rate: readAmount(rate, 'datev_rate', language) }
}
