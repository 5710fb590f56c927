import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { UnsentMessage } from '../messages.ts'

/** Creates the part of the store by which people see what was not sent. */
export function createMailMessageStore(db: Kysely<Tables>) {
  return {
    /** Returns the messages of an account that were not sent, or may not have been, the newest first. */
    async listUnsentMessages(accountId: string, limit: number): Promise<UnsentMessage[]> {
      const rows = await db
        .selectFrom('mailMessages')
        .select(['id', 'kind', 'subjectId', 'recipient', 'status', 'lastError', 'createdAt'])
        .where('accountId', '=', accountId)
        .where('status', 'in', ['FAILED', 'UNKNOWN'])
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows as UnsentMessage[]
    },

    /** Lets a message be sent again that was not sent, or may not have been; returns whether there is one. */
    async sendMessageAgain(accountId: string, id: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('mailMessages')
        .set({
          status: 'WAITING',
          attempts: 0,
          nextAttemptAt: sql<Date>`now()`,
          settledAt: null,
        })
        .where('id', '=', id)
        .where('accountId', '=', accountId)
        .where('status', 'in', ['FAILED', 'UNKNOWN'])
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Returns how many messages wait, and for how many milliseconds the oldest of them has been due. */
    async countWaitingMessages(): Promise<{ count: number; oldestMs: number }> {
      const { rows } = await sql<{ count: number; oldestMs: number }>`
        select count(*)::float8 as count,
          coalesce(extract(epoch from now() - min(created_at)) * 1000, 0)::float8 as oldest_ms
        from mail_messages where status = 'WAITING'`.execute(db)
      return rows[0] ?? { count: 0, oldestMs: 0 }
    },
  }
}

/** Messages as people see them. */
export type MailMessageStore = ReturnType<typeof createMailMessageStore>
