import type { Kysely, Selectable } from 'kysely'
import type { Store } from '../domain/ports.ts'
import type { Attachment, RequestRecord } from '../domain/records.ts'
import { matchKey } from '../domain/requests.ts'
import { keepRepeat } from './repeats.ts'
import { fromRequest, toRequest } from './rows.ts'
import type { RequestRow, Tables } from './tables.ts'

/** Payment requests and their attachments. */
export function requests(
  db: Kysely<Tables>,
): Pick<Store, 'createRequest' | 'findRequest' | 'request' | 'attachment'> {
  return {
    async createRequest(request, attachment, repeat) {
      return await db.transaction().execute(async (tx) => {
        const before = repeat && (await keepRepeat(tx, request, repeat))
        if (before !== undefined) return before
        await tx
          .insertInto('requests')
          .values({ ...fromRequest(request), found: false })
          .execute()
        if (attachment) await keepAttachment(tx, request.id, attachment)
        return repeat?.reply
      })
    },

    async findRequest(wanted) {
      const before = await matching(db, wanted)
      if (before) return { request: before, created: false }
      // Waits for a simultaneous transaction that makes the same, and then makes nothing.
      const made = await db
        .insertInto('requests')
        .values({ ...fromRequest(wanted), found: true })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'match_key']).where('found', '=', true).doNothing(),
        )
        .returning('id')
        .executeTakeFirst()
      if (made) return { request: wanted, created: true }
      const theirs = await matching(db, wanted)
      if (!theirs) throw new Error(`The request that was in the way of ${wanted.id} is gone.`)
      return { request: theirs, created: false }
    },

    async request(accountId, id) {
      const row = await db
        .selectFrom('requests')
        .leftJoin('attachments', 'attachments.request_id', 'requests.id')
        .selectAll('requests')
        .select('attachments.id as attachment_id')
        .where('requests.id', '=', id)
        .where('requests.account_id', '=', accountId)
        .executeTakeFirst()
      return row && toRequest(row, row.attachment_id ?? undefined)
    },

    async attachment(id) {
      return await db
        .selectFrom('attachments')
        .select(['id', 'name', 'type', 'bytes'])
        .where('id', '=', id)
        .executeTakeFirst()
    },
  }
}

/** That which find-or-create made, if there is one, else the oldest that was posted: always the same one. */
async function matching(
  db: Kysely<Tables>,
  wanted: RequestRecord,
): Promise<RequestRecord | undefined> {
  const row: Selectable<RequestRow> | undefined = await db
    .selectFrom('requests')
    .selectAll()
    .where('account_id', '=', wanted.accountId)
    .where('match_key', '=', matchKey(wanted))
    .orderBy('found', 'desc')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  // What find-or-create answers shows no attachment.
  return row && toRequest(row, undefined)
}

async function keepAttachment(
  tx: Kysely<Tables>,
  requestId: string,
  { id, name, type, bytes }: Attachment,
): Promise<void> {
  await tx
    .insertInto('attachments')
    .values({ id, request_id: requestId, name, type, bytes })
    .execute()
}
