import { type Kysely, sql } from 'kysely'
import type { Author } from '../../accounts/accounts.ts'
import type { AuditAction } from '../../accounts/audit.ts'
import { writeAudit } from '../../accounts/store/audit.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { transact } from '../../db/transact.ts'
import type { UnsentMessage } from '../messages.ts'

/** Creates the part of the store by which people see what was not sent. */
export function createMailMessageStore(db: Kysely<Tables>) {
  return {
    /** Returns the messages of an account that were not sent, or may not have been, the newest first. */
    async listUnsentMessages(
      accountId: string,
      limit: number,
    ): Promise<{ messages: UnsentMessage[]; hasMore: boolean }> {
      const rows = await db
        .selectFrom('mailMessages')
        .select(['id', 'kind', 'subjectId', 'recipient', 'status', 'lastError', 'createdAt'])
        .where('accountId', '=', accountId)
        .where('status', 'in', ['FAILED', 'UNKNOWN'])
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit + 1)
        .execute()
      return { messages: rows.slice(0, limit) as UnsentMessage[], hasMore: rows.length > limit }
    },

    /**
     * Lets a message that was not sent, or may not have been, be sent again or takes it off the list; the audit log records it. Returns
     * whether there is one.
     */
    async decideUnsent(
      accountId: string,
      id: string,
      author: Author,
      action: Extract<AuditAction, `mail.${string}`>,
    ): Promise<boolean> {
      return await transact(db, async (tx) => {
        const message = await tx
          .updateTable('mailMessages')
          .set(action === 'mail.ignored' ? { status: 'IGNORED' } : waiting)
          .where('id', '=', id)
          .where('accountId', '=', accountId)
          .where('status', 'in', ['FAILED', 'UNKNOWN'])
          .returning(['kind', 'subjectId'])
          .executeTakeFirst()
        if (!message) return false
        // Without the address, which is personal, and which the log would keep for longer than the message.
        const { kind, subjectId: subject } = message
        await writeAudit(tx, accountId, author, { action, to: { message: id, kind, subject } })
        return true
      })
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

/** A message that is sent anew, as often as one that was never tried. */
const waiting = {
  status: 'WAITING',
  attempts: 0,
  nextAttemptAt: sql<Date>`now()`,
  settledAt: null,
} as const

/** Messages as people see them. */
export type MailMessageStore = ReturnType<typeof createMailMessageStore>
