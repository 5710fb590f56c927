import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { DeskNotice, DeskOutcome, SentForm } from '../desk-forms.ts'

/** The most forms that are kept of a session. It is far more than a person sends in one. */
const maxForms = 1000
/** How long a call may act. One that took longer has ended with its process. */
const longest = sql`interval '2 minutes'`
/** How long a notice stays worth showing. */
const news = sql`interval '5 minutes'`

/** Creates the part of the store for the forms that the sessions of the desk have sent. */
export function createDeskFormStore(db: Kysely<Tables>) {
  return {
    /**
     * Begins a form, or returns its earlier outcome: `begun` for one that may act now; the outcome of one that has acted; `acting`
     * while another call acts; `another` for a key that was sent with other values.
     */
    async beginDeskForm(
      sessionId: string,
      { key, requestHash }: SentForm,
    ): Promise<'begun' | 'acting' | 'another' | DeskOutcome> {
      await forgetOld(db, sessionId)
      const begun = await db
        .insertInto('deskForms')
        .values({ sessionId, key, requestHash })
        .onConflict((conflict) =>
          conflict
            .columns(['sessionId', 'key'])
            .doUpdateSet({ createdAt: sql<Date>`now()` })
            .where('deskForms.path', 'is', null)
            .where('deskForms.requestHash', '=', requestHash)
            .where(sql<boolean>`desk_forms.created_at <= now() - ${longest}`),
        )
        .returning('key')
        .executeTakeFirst()
      if (begun) return 'begun'
      // A repeated form gets the notice again, since the browser shows only its last answer.
      const row = await db
        .updateTable('deskForms')
        .set({ isSaid: sql<boolean>`is_said and request_hash <> ${requestHash}` })
        .where('sessionId', '=', sessionId)
        .where('key', '=', key)
        .returning(['requestHash', 'path', 'notice'])
        .executeTakeFirst()
      // Dropped a moment ago.
      if (!row) return 'acting'
      if (row.requestHash !== requestHash) return 'another'
      return row.path === undefined ? 'acting' : { path: row.path, notice: row.notice }
    },

    /** Saves the outcome of a form. Its page shows the notice once. */
    async finishDeskForm(
      sessionId: string,
      key: string,
      { path, notice, isSaid = false }: DeskOutcome,
    ): Promise<void> {
      await db
        .updateTable('deskForms')
        .set({ path, notice: notice ? JSON.stringify(notice) : null, isSaid })
        .where('sessionId', '=', sessionId)
        .where('key', '=', key)
        .execute()
    },

    /** Forgets a form that did nothing: it may be corrected, and sent again. */
    async dropDeskForm(sessionId: string, key: string): Promise<void> {
      await db
        .deleteFrom('deskForms')
        .where('sessionId', '=', sessionId)
        .where('key', '=', key)
        .execute()
    },

    /** Returns the notice for a page of the desk, and deletes it; undefined for none. */
    async takeDeskNotice(sessionId: string, path: string): Promise<DeskNotice | undefined> {
      const rows = await db
        .updateTable('deskForms')
        .set({ isSaid: true })
        .where('sessionId', '=', sessionId)
        .where('path', '=', path)
        .where('isSaid', '=', false)
        .where('notice', 'is not', null)
        .returning(['notice', 'createdAt', sql<boolean>`created_at > now() - ${news}`.as('isNew')])
        .execute()
      const [newest] = rows
        .filter((row) => row.isNew)
        .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      return newest?.notice
    },
  }
}

/**
 * The forms that a desk session has sent, so that each acts once, by the key that its page gave it. Notices are kept here, where
 * only the session's own forms write, and not in the address of the next page.
 */
export type DeskFormStore = ReturnType<typeof createDeskFormStore>

/**
 * Deletes notices that are no longer worth showing, since one may hold a secret, and the oldest forms beyond the limit of a
 * session.
 */
async function forgetOld(db: Kysely<Tables>, sessionId: string): Promise<void> {
  await db
    .updateTable('deskForms')
    .set({ notice: null })
    .where('sessionId', '=', sessionId)
    .where('notice', 'is not', null)
    .where(sql<boolean>`created_at <= now() - ${news}`)
    .execute()
  const kept = db
    .selectFrom('deskForms')
    .select('createdAt')
    .where('sessionId', '=', sessionId)
    .orderBy('createdAt', 'desc')
    .offset(maxForms)
    .limit(1)
  await db
    .deleteFrom('deskForms')
    .where('sessionId', '=', sessionId)
    .where('createdAt', '<=', kept)
    .execute()
}
