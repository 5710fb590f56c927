import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { DeskNotice, DeskOutcome, SentForm } from '../desk-forms.ts'

/** The most forms that are kept of a session. It is far more than a person sends in one. */
const maxForms = 1000
/** How long a call may act. One that took longer has ended with its process. */
const longest = sql`interval '2 minutes'`
/** How long it is worth saying what was just done. */
const news = sql`interval '5 minutes'`

/** Creates the part of the store for the forms that the sessions of the desk have sent. */
export function createDeskFormStore(db: Kysely<Tables>) {
  return {
    /**
     * Begins a form, or says what became of it before: `begun` for one that is to act now; its outcome; `acting` while another
     * call acts; `another` for a key that came with other values.
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
      // What was said is said again: whoever sends a form twice sees the second answer.
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

    /** Keeps what a form has done. Its notice is then shown once, on its page. */
    async finishDeskForm(
      sessionId: string,
      key: string,
      { path, notice }: DeskOutcome,
    ): Promise<void> {
      await db
        .updateTable('deskForms')
        .set({ path, notice: notice ? JSON.stringify(notice) : null })
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

    /** Returns what is to be said on a page below the desk, and forgets it; undefined for nothing. */
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
 * The forms that a session of the desk has sent, so that each acts once: by the key that its page gave it. What was done is
 * kept here, where nobody but the session's own forms writes, and not in the address of the next page.
 */
export type DeskFormStore = ReturnType<typeof createDeskFormStore>

/** Keeps no notice longer than it is worth saying, since one may hold a secret; and so many forms of a session. */
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
