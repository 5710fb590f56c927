import type { Plant } from './plant.ts'

const exported = 'test/service/books/books.test.ts'
const ofOthers =
  'have nothing of another account, also where both are paid at one address that one of them holds'

/** Rules about the books, and about what compares them with the chain. */
export const plants: Plant[] = [
  {
    rule: 'no text of the books is a formula',
    file: 'src/service/books/routes/formats/csv.ts',
    from: 'return formulaPattern.test(text) ?',
    to: 'return text === formulaPattern.source ?',
    test: 'test/service/books/csv.test.ts',
    name: 'has no cell that a spreadsheet runs, in quotes or not',
  },
  {
    rule: 'only what is confirmed is in the books',
    file: 'src/service/books/books.ts',
    from: 'return isConfirmed ?? ',
    to: 'return isConfirmed === false || ',
    test: 'test/service/books/confirmed.test.ts',
  },
  {
    rule: 'the books of an account are its own',
    file: 'src/service/books/store/movements.ts',
    from: '? sql`account_id = $',
    to: '? sql`account_id <> $',
    test: exported,
    name: ofOthers,
  },
  {
    rule: 'a payment is in the books of the account whose charge it pays',
    file: 'src/service/db/migrations/0001/payments/payments.ts',
    from: 'select account_id into new.account_id from charges where id = new.charge_id;',
    to: 'new.account_id := null;',
    test: exported,
    name: ofOthers,
  },
  {
    rule: 'a transfer that no row has is found',
    file: 'src/service/books/compare.ts',
    from: "if (!row) return 'missing'",
    to: 'if (!row) return undefined',
    test: 'test/attack/books.test.ts',
  },
  {
    rule: 'a refund that no row has is found',
    file: 'src/service/books/compare.ts',
    from: '!unfoundHashes.has(transfer.hash)',
    to: 'unfoundHashes.size >= 0',
    test: 'test/attack/books.test.ts',
  },
  {
    rule: 'books of which no row was compared do not equal the chain',
    file: 'src/service/books/routes/verify.ts',
    from: "places.some(({ rows }) => rows > 0) ? 'equal' : 'nothing'",
    to: "places.some(({ rows }) => rows > 0) ? 'equal' : 'equal'",
    test: exported,
    name: 'says no more than the chain tells of a time without blocks',
  },
  {
    rule: 'what leaves is below zero in the books',
    file: 'src/service/books/books.ts',
    from: "direction === 'out' || isReversal ? -1n",
    to: "direction === 'out' && isReversal ? -1n",
    test: 'test/service/books/row.test.ts',
  },
  {
    rule: 'a sum of the books is that of its rows, as each is rounded',
    file: 'src/service/books/store/movements.ts',
    from: 'size} + $',
    to: 'size} + 0 * $',
    test: 'test/service/books/sums.test.ts',
  },
  {
    rule: 'books in euros are posted by the value of each row',
    file: 'src/service/books/routes/formats/datev.ts',
    from: 'rate === undefined ? row.book_amount',
    to: 'rate === undefined ? row.usd_amount',
    test: 'test/service/books/formats.test.ts',
    name: 'posts books in euros by the value of each row, without a rate',
  },
  {
    rule: 'a decision about a closed time leaves its rows as they were',
    file: 'src/service/db/migrations/0001/books.ts',
    from: 'if not old.is_booked_apart and changes_books(old, new) then',
    to: 'if false then',
    test: 'test/service/books/closing.test.ts',
  },
]
