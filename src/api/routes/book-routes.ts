import {
  BookClosing,
  BookRow,
  BooksQuery,
  BooksSummary,
  BooksSummaryQuery,
  NewBookClosing,
} from '../schemas/books.ts'
import { defineEndpoint } from './route.ts'

/** The books. */
export const bookRoutes = {
  exportBooks: defineEndpoint({
    summary: 'Export the books',
    description:
      'A row for each movement of money on the addresses where your charges are paid: payments, including the part that ' +
      'does not count, and unmatched money; money that is returned; refunds and their network fees as negative amounts. ' +
      'Only confirmed movements, oldest first, in the same order in every export. A row is booked at the time of its ' +
      'block. A decision about a time that is closed is booked when it was made, as two rows: one takes the earlier row ' +
      'back, one has the new kind. `from` is inclusive and `to` exclusive. As CSV (RFC 4180, UTF-8, CRLF, with a header; ' +
      'a text that a spreadsheet would run begins with an apostrophe), or with one row per line as a JSON object; for ' +
      'people as a workbook, or as a table with the separators of a country; for accounting programs as a bank statement ' +
      'or a batch of postings for DATEV. Except for the workbook and DATEV, the file is sent while it is read: if it is ' +
      'cut off, the connection breaks, which HTTP clients report (`curl` exits with 18), so it never looks complete.',
    method: 'GET',
    path: '/books',
    scopes: ['charges:read'],
    query: BooksQuery,
    reply: BookRow,
    fileTypes: [
      'text/csv',
      'application/x-ndjson',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ],
    successStatuses: [200],
    errorStatuses: [400, 409],
    retryPolicy: 'safe',
  }),
  summarizeBooks: defineEndpoint({
    summary: 'Add up the books',
    description:
      'The sums of the rows that GET /books has for the same time: by kind and token, and by kind and day, in US ' +
      'dollars and in the currency of the books. A sum is that of the rows as they are rounded. Also up to when the ' +
      'books are closed, and the last comparison with the chains.',
    method: 'GET',
    path: '/books/summary',
    scopes: ['charges:read'],
    query: BooksSummaryQuery,
    reply: BooksSummary,
    successStatuses: [200],
    errorStatuses: [400],
    retryPolicy: 'safe',
  }),
  closeBooks: defineEndpoint({
    summary: 'Close the books up to a time',
    description:
      'From then on the rows of that time never change: a later decision about one of them is booked when it is made, as ' +
      'rows of its own, and so is money of that time that is found later. It cannot be undone. 409 while a block or a ' +
      'movement of that time is not confirmed. A time that is closed already changes nothing.',
    method: 'POST',
    path: '/books/closings',
    scopes: ['settings'],
    body: NewBookClosing,
    reply: BookClosing,
    successStatuses: [200],
    errorStatuses: [400, 409],
    retryPolicy: 'safe',
  }),
}
