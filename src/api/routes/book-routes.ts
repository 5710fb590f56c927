import { BookRow, BooksQuery } from '../schemas/books.ts'
import { defineEndpoint } from './route.ts'

/** The books. */
export const bookRoutes = {
  exportBooks: defineEndpoint({
    summary: 'Export the books',
    description:
      'A row for each movement of money on the addresses where your charges are paid: payments, including the part that ' +
      'does not count, and unmatched money; refunds and their network fees as negative amounts. Only confirmed ' +
      'movements, oldest first, in the same order in every export. A row’s time is that of its block; `from` is ' +
      'inclusive and `to` exclusive. As CSV (RFC 4180, UTF-8, CRLF, with a header; a text that a spreadsheet would run ' +
      'begins with an apostrophe), or with one row per line as a JSON object. The file is sent while it is read: if it ' +
      'is cut off, the connection breaks, which HTTP clients report (`curl` exits with 18), so it never looks complete.',
    method: 'GET',
    path: '/books',
    scopes: ['charges:read'],
    query: BooksQuery,
    reply: BookRow,
    fileTypes: ['text/csv', 'application/x-ndjson'],
    successStatuses: [200],
    errorStatuses: [400],
    retryPolicy: 'safe',
  }),
}
