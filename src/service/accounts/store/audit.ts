import { type Kysely, type Selectable, sql } from 'kysely'
import type { AuditRow } from '../../db/tables/accounts.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { createId } from '../../kernel/id.ts'
import type { PageQuery } from '../../kernel/pages.ts'
import type { Author } from '../accounts.ts'
import type { AuditAction, AuditRecord, ListAuditResult } from '../audit.ts'

/** How many decisions about one charge are shown. */
const maxDecisions = 100

/** A change for the audit log: the values before and after, without secrets. */
export interface AuditChange {
  action: AuditAction
  from?: object | undefined
  to?: object | undefined
}

/** Writes an entry of the audit log, in the transaction of the change that it records. */
export async function writeAudit(
  tx: Kysely<Tables>,
  accountId: string,
  author: Author,
  { action, from, to }: AuditChange,
): Promise<void> {
  const values = {
    id: createId(),
    accountId,
    action,
    oldValue: from && JSON.stringify(from),
    newValue: to && JSON.stringify(to),
    ...fromAuthor(author),
  }
  await tx.insertInto('auditLog').values(values).execute()
}

/**
 * Writes an entry of the operator's in the audit log of every account, in the transaction of the change that it records: for what concerns
 * them all.
 */
export async function writeAuditOfAll(tx: Kysely<Tables>, { action, from, to }: AuditChange) {
  const [oldValue, newValue] = [from, to].map((value) => value && JSON.stringify(value))
  await sql`insert into audit_log (id, account_id, action, old_value, new_value, request_id)
    select gen_random_uuid(), id, ${action}, ${oldValue ?? null}::json, ${newValue ?? null}::json, '' from accounts`.execute(
    tx,
  )
}

/** Returns the columns that hold an author. */
export function fromAuthor(author: Author): { keyId: string | undefined; requestId: string } {
  return author === 'cli'
    ? { keyId: undefined, requestId: '' }
    : { keyId: author.keyId, requestId: author.requestId }
}

/** Returns the author that columns hold. */
export function toAuthor(row: { keyId: string | undefined; requestId: string }): Author {
  return row.keyId === undefined ? 'cli' : { keyId: row.keyId, requestId: row.requestId }
}

/** Creates the part of the store that lists the audit log. */
export function createAuditStore(db: Kysely<Tables>) {
  const selectEntries = (accountId: string) =>
    db
      .selectFrom('auditLog')
      .leftJoin('apiKeys', 'apiKeys.id', 'auditLog.keyId')
      .selectAll('auditLog')
      .select(['apiKeys.prefix', 'apiKeys.name'])
      .where('auditLog.accountId', '=', accountId)
  return {
    /** Returns a page of an account's audit log, newest first; undefined where the cursor names none of its entries. */
    async listAuditLog(
      accountId: string,
      { limit, cursor }: PageQuery,
    ): Promise<ListAuditResult | undefined> {
      const isNewer = cursor?.direction === 'newer'
      let query = selectEntries(accountId)
      if (cursor) {
        const cursorRow = await selectEntries(accountId)
          .where('auditLog.id', '=', cursor.id)
          .executeTakeFirst()
        if (!cursorRow) return undefined
        query = query.where('auditLog.seq', isNewer ? '>' : '<', cursorRow.seq)
      }
      const rows = await query
        .orderBy('auditLog.seq', isNewer ? 'asc' : 'desc')
        .limit(limit + 1)
        .execute()
      const page = rows.slice(0, limit)
      if (isNewer) page.reverse()
      return { entries: page.map(toAuditRecord), hasMore: rows.length > limit }
    },

    /** Returns the decisions about a charge and its money, oldest first. */
    async listChargeDecisions(accountId: string, chargeId: string): Promise<AuditRecord[]> {
      // What `describeTransfer` and the actions about charges write.
      const isNamed = (column: 'newValue' | 'oldValue') =>
        sql<boolean>`${sql.ref(column)}::text like ${`%"chargeUuid":"${chargeId}"%`}`
      const rows = await selectEntries(accountId)
        .where((by) => by.or([isNamed('newValue'), isNamed('oldValue')]))
        .where('auditLog.createdAt', '>=', (by) =>
          by.selectFrom('charges').select('createdAt').where('id', '=', chargeId),
        )
        .orderBy('auditLog.seq')
        .limit(maxDecisions)
        .execute()
      return rows.map(toAuditRecord)
    },
  }
}

/** The audit logs of accounts. */
export type AuditStore = ReturnType<typeof createAuditStore>

function toAuditRecord(
  row: Selectable<AuditRow> & { prefix?: string | null; name?: string | null },
): AuditRecord {
  return {
    id: row.id,
    accountId: row.accountId,
    author: row.prefix ?? 'cli',
    authorName: row.name ?? '',
    action: row.action,
    from: row.oldValue,
    to: row.newValue,
    requestId: row.requestId,
    createdAt: row.createdAt,
  }
}
