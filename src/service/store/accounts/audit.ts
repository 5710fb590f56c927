import type { Kysely, Selectable } from 'kysely'
import type { Author } from '../../domain/accounts/accounts.ts'
import type { AuditAction, AuditRecord, AuditStore } from '../../domain/accounts/audit.ts'
import { createId } from '../../domain/id.ts'
import type { AuditRow } from '../database/tables/accounts.ts'
import type { Tables } from '../database/tables/tables.ts'

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
    account_id: accountId,
    action,
    old_value: from === undefined ? null : JSON.stringify(from),
    new_value: to === undefined ? null : JSON.stringify(to),
    ...fromAuthor(author),
  }
  await tx.insertInto('audit_log').values(values).execute()
}

/** Returns the columns that hold an author. */
export function fromAuthor(author: Author): { key_id: string | null; request_id: string } {
  return author === 'cli'
    ? { key_id: null, request_id: '' }
    : { key_id: author.keyId, request_id: author.requestId }
}

/** Returns the author that columns hold. */
export function toAuthor(row: { key_id: string | null; request_id: string }): Author {
  return row.key_id === null ? 'cli' : { keyId: row.key_id, requestId: row.request_id }
}

/** Creates the part of the store that lists the audit log. */
export function createAuditStore(db: Kysely<Tables>): AuditStore {
  const selectEntries = (accountId: string) =>
    db
      .selectFrom('audit_log')
      .leftJoin('api_keys', 'api_keys.id', 'audit_log.key_id')
      .selectAll('audit_log')
      .select(['api_keys.prefix', 'api_keys.name'])
      .where('audit_log.account_id', '=', accountId)
  return {
    async listAuditLog(accountId, { limit, cursor }) {
      const isNewer = cursor?.direction === 'newer'
      let query = selectEntries(accountId)
      if (cursor) {
        const cursorRow = await selectEntries(accountId)
          .where('audit_log.id', '=', cursor.id)
          .executeTakeFirst()
        if (!cursorRow) return undefined
        query = query.where('audit_log.seq', isNewer ? '>' : '<', cursorRow.seq)
      }
      const rows = await query
        .orderBy('audit_log.seq', isNewer ? 'asc' : 'desc')
        .limit(limit + 1)
        .execute()
      const page = rows.slice(0, limit)
      if (isNewer) page.reverse()
      return { entries: page.map(toAuditRecord), hasMore: rows.length > limit }
    },

    async listChargeDecisions(accountId, chargeId) {
      // What `describeTransfer` and the actions about charges write.
      const named = `%"chargeUuid":"${chargeId}"%`
      const rows = await selectEntries(accountId)
        .where((by) => by.or([by('new_value', 'like', named), by('old_value', 'like', named)]))
        .where('audit_log.created_at', '>=', (by) =>
          by.selectFrom('charges').select('created_at').where('id', '=', chargeId),
        )
        .orderBy('audit_log.seq')
        .limit(maxDecisions)
        .execute()
      return rows.map(toAuditRecord)
    },
  }
}

function toAuditRecord(
  row: Selectable<AuditRow> & { prefix: string | null; name: string | null },
): AuditRecord {
  const parse = (text: string | null) =>
    text === null ? undefined : (JSON.parse(text) as Record<string, unknown>)
  return {
    id: row.id,
    accountId: row.account_id,
    author: row.prefix ?? 'cli',
    authorName: row.name ?? '',
    // What writeAudit stored.
    action: row.action as AuditAction,
    from: parse(row.old_value),
    to: parse(row.new_value),
    requestId: row.request_id,
    createdAt: row.created_at,
  }
}
