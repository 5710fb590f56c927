import { type Kysely, sql } from 'kysely'
import type { DeskFormStore, DeskNotice } from '../../domain/accounts/desk-forms.ts'
import type { Tables } from '../database/tables/tables.ts'

/** The most forms that are kept of a session. It is far more than a person sends in one. */
const maxForms = 1000
/** How long a call may act. One that took longer has ended with its process. */
const longest = sql`interval '2 minutes'`
/** How long it is worth saying what was just done. */
const news = sql`interval '5 minutes'`

/** Creates the part of the store for the forms that the sessions of the desk have sent. */
export function createDeskFormStore(db: Kysely<Tables>): DeskFormStore {
  return {
    async beginDeskForm(sessionId, { key, requestHash }) {
      await forgetOld(db, sessionId)
      const begun = await db
        .insertInto('desk_forms')
        .values({ session_id: sessionId, key, request_hash: requestHash })
        .onConflict((conflict) =>
          conflict
            .columns(['session_id', 'key'])
            .doUpdateSet({ created_at: sql<Date>`now()` })
            .where('desk_forms.path', 'is', null)
            .where('desk_forms.request_hash', '=', requestHash)
            .where(sql<boolean>`desk_forms.created_at <= now() - ${longest}`),
        )
        .returning('key')
        .executeTakeFirst()
      if (begun) return 'begun'
      // What was said is said again: whoever sends a form twice sees the second answer.
      const row = await db
        .updateTable('desk_forms')
        .set({ is_said: sql<boolean>`is_said and request_hash <> ${requestHash}` })
        .where('session_id', '=', sessionId)
        .where('key', '=', key)
        .returning(['request_hash', 'path', 'notice'])
        .executeTakeFirst()
      // Dropped a moment ago.
      if (!row) return 'acting'
      if (row.request_hash !== requestHash) return 'another'
      return row.path === null ? 'acting' : { path: row.path, notice: parseNotice(row.notice) }
    },

    async finishDeskForm(sessionId, key, { path, notice }) {
      await db
        .updateTable('desk_forms')
        .set({ path, notice: notice ? JSON.stringify(notice) : null })
        .where('session_id', '=', sessionId)
        .where('key', '=', key)
        .execute()
    },

    async dropDeskForm(sessionId, key) {
      await db
        .deleteFrom('desk_forms')
        .where('session_id', '=', sessionId)
        .where('key', '=', key)
        .execute()
    },

    async takeDeskNotice(sessionId, path) {
      const rows = await db
        .updateTable('desk_forms')
        .set({ is_said: true })
        .where('session_id', '=', sessionId)
        .where('path', '=', path)
        .where('is_said', '=', false)
        .where('notice', 'is not', null)
        .returning([
          'notice',
          'created_at',
          sql<boolean>`created_at > now() - ${news}`.as('is_new'),
        ])
        .execute()
      const [newest] = rows
        .filter((row) => row.is_new)
        .sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
      return newest && parseNotice(newest.notice)
    },
  }
}

const parseNotice = (text: string | null) =>
  text === null ? undefined : (JSON.parse(text) as DeskNotice)

/** Keeps no notice longer than it is worth saying, since one may hold a secret; and so many forms of a session. */
async function forgetOld(db: Kysely<Tables>, sessionId: string): Promise<void> {
  await db
    .updateTable('desk_forms')
    .set({ notice: null })
    .where('session_id', '=', sessionId)
    .where('notice', 'is not', null)
    .where(sql<boolean>`created_at <= now() - ${news}`)
    .execute()
  const kept = db
    .selectFrom('desk_forms')
    .select('created_at')
    .where('session_id', '=', sessionId)
    .orderBy('created_at', 'desc')
    .offset(maxForms)
    .limit(1)
  await db
    .deleteFrom('desk_forms')
    .where('session_id', '=', sessionId)
    .where('created_at', '<=', kept)
    .execute()
}
