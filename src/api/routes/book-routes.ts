import { BookRow, BooksQuery } from '../schemas/books.ts'
import { defineEndpoint } from './route.ts'

/** The books. */
export const bookRoutes = {
  exportBooks: defineEndpoint({
    summary: 'Export the books',
    description:
      'A row for each movement of money on the addresses where your charges are paid: payments, also the part of them that ' +
      'does not count, unmatched money, and below zero refunds and the network’s fees of these. Only what is confirmed, the oldest first, each row at the same place whenever it is ' +
      'exported. A row belongs to a time by that of its block, `from` included and `to` not. As CSV (RFC 4180, UTF-8, CRLF, with ' +
      'a header; a text that a spreadsheet would run begins with an apostrophe), or with an object as a row in each line. The ' +
      'file is sent while it is read: one that is cut off ends with a broken connection, which HTTP clients report (`curl` exits ' +
      'with 18), and never like a whole one.',
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
