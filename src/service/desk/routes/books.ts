import { buildCallUrl } from '../../../api/client/call-url.ts'
import { routes } from '../../../api/routes/routes.ts'
import { renderBooks } from '../pages/books.ts'
import { type Desk, registerDownload, registerPage } from '../respond.ts'

/** Registers the page of the books, and the file that it leads to. */
export function registerBookPages(desk: Desk): void {
  registerPage(desk, '/books', 'books', async ({ view }) => renderBooks(view))

  registerDownload(desk, '/books/file', (c) => {
    const [from, to] = [c.req.query('from'), c.req.query('to')]
    const query = {
      format: c.req.query('format') === 'jsonl' ? 'jsonl' : 'excel',
      ...(from && { from: `${from}T00:00:00Z` }),
      ...(to && { to: `${to}T00:00:00Z` }),
    }
    return buildCallUrl('', routes.exportBooks, { query })
  })
}
