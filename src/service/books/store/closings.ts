import { type Kysely, sql } from 'kysely'
import type { Author } from '../../accounts/accounts.ts'
import { writeAudit } from '../../accounts/store/audit.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { transact } from '../../db/transact.ts'
import type { BookVerification, ClosingOutcome, ConfirmedBlocks, MovementFilter } from '../books.ts'
import { getBookDigits } from '../fixed.ts'
import { selectBookCurrency } from './books.ts'
import { type SumRow, selectSums, selectUnconfirmed } from './movements.ts'

/** Creates the part of the store for sums of the books, their closings, and the last comparison with the chains. */
export function createBookClosingStore(db: Kysely<Tables>) {
  return {
    /** Returns the sums of an account's booked movements, by kind, token and day of a time zone, and the currency of its books. */
    async readBookSums(
      accountId: string,
      filter: MovementFilter,
      confirmed: ConfirmedBlocks,
      timeZone: string,
    ): Promise<{ bookCurrency: string; rows: SumRow[] }> {
      return await readSnapshot(db, async (tx) => {
        const bookCurrency = await selectBookCurrency(tx, accountId)
        const digits = getBookDigits(bookCurrency)
        const { rows } = await selectSums(accountId, filter, confirmed, timeZone, digits).execute(
          tx,
        )
        return { bookCurrency, rows }
      })
    },

    /** Returns up to when an account's books are closed, and when that was done; undefined while they are not. */
    async findBookClosing(
      accountId: string,
    ): Promise<{ closedBefore: Date; closedAt: Date } | undefined> {
      return await selectClosing(db, accountId)
    },

    /**
     * Closes an account's books up to a time, unless a movement of that time is not confirmed. The audit log records it. Whoever
     * changes a movement meanwhile has either finished, or knows of the closing.
     */
    async closeBooks(
      accountId: string,
      closedBefore: Date,
      confirmed: ConfirmedBlocks,
      author: Author,
    ): Promise<ClosingOutcome> {
      return await transact(db, async (tx) => {
        await sql`select lock_books(${accountId})`.execute(tx)
        const last = await selectClosing(tx, accountId)
        if (last && last.closedBefore >= closedBefore) return { closing: last }
        const time = { since: last?.closedBefore, before: closedBefore }
        const { rows } = await selectUnconfirmed(accountId, { time }, confirmed).execute(tx)
        const unconfirmed = rows[0]?.count ?? 0
        if (unconfirmed > 0) return { unconfirmed }
        const closing = await tx
          .insertInto('bookClosings')
          .values({ accountId, closedBefore })
          .returning(['closedBefore', 'closedAt'])
          .executeTakeFirstOrThrow()
        const to = { closedBefore: closedBefore.toISOString() }
        await writeAudit(tx, accountId, author, { action: 'books.closed', to })
        return { closing }
      })
    },

    /**
     * Sets the currency in which an account's books count money. Returns whether it is so: what is closed keeps its currency.
     * The audit log records a change.
     */
    async setBookCurrency(
      accountId: string,
      bookCurrency: string,
      author: Author,
    ): Promise<boolean> {
      return await transact(db, async (tx) => {
        await sql`select lock_books(${accountId})`.execute(tx)
        if (await selectClosing(tx, accountId)) return false
        const before = await selectBookCurrency(tx, accountId)
        if (before === bookCurrency) return true
        await tx.updateTable('accounts').set({ bookCurrency }).where('id', '=', accountId).execute()
        await writeAudit(tx, accountId, author, {
          action: 'books.currency',
          from: { currency: before },
          to: { currency: bookCurrency },
        })
        return true
      })
    },

    /** Keeps the outcome of a comparison with the chains. */
    async saveBookVerification(
      accountId: string,
      verification: Omit<BookVerification, 'verifiedAt'>,
    ): Promise<void> {
      await db
        .insertInto('bookVerifications')
        .values({ accountId, ...verification })
        .onConflict((conflict) =>
          conflict
            .column('accountId')
            .doUpdateSet({ ...verification, verifiedAt: sql<Date>`now()` }),
        )
        .execute()
    },

    /** Returns the last comparison with the chains; undefined before the first. */
    async findBookVerification(accountId: string): Promise<BookVerification | undefined> {
      return await db
        .selectFrom('bookVerifications')
        .select(['verifiedAt', 'outcome', 'rowCount', 'differenceCount'])
        .where('accountId', '=', accountId)
        .executeTakeFirst()
    },
  }
}

/** Sums of the books, their closings, and the last comparison with the chains. */
export type BookClosingStore = ReturnType<typeof createBookClosingStore>

async function selectClosing(db: Kysely<Tables>, accountId: string) {
  return await db
    .selectFrom('bookClosings')
    .select(['closedBefore', 'closedAt'])
    .where('accountId', '=', accountId)
    .orderBy('closedBefore', 'desc')
    .limit(1)
    .executeTakeFirst()
}
