import type { Kysely, Selectable } from 'kysely'
import type { Attachment } from '../../domain/requests/attachment.ts'
import {
  computeMatchKey,
  type RequestRecord,
  type RequestStore,
} from '../../domain/requests/requests.ts'
import { saveResponse } from '../accounts/idempotency-keys.ts'
import type { RequestRow } from '../database/tables/requests.ts'
import type { Tables } from '../database/tables/tables.ts'

/** Creates the part of the store for payment requests and their attachments. */
export function createRequestStore(db: Kysely<Tables>): RequestStore {
  return {
    async createRequest(request, attachment, idempotencyKey) {
      return await db.transaction().execute(async (tx) => {
        const earlierResponse = idempotencyKey && (await saveResponse(tx, request, idempotencyKey))
        if (earlierResponse !== undefined) return earlierResponse
        await tx
          .insertInto('requests')
          .values({ ...fromRequest(request), createdByFindOrCreate: false })
          .execute()
        if (attachment) await saveAttachment(tx, request.id, attachment)
        return idempotencyKey?.response
      })
    },

    async findOrCreateRequest(request) {
      const existing = await findMatchingRequest(db, request)
      if (existing) return { foundRequest: existing, created: false }
      // Waits for a simultaneous transaction that inserts the same request, and then inserts nothing.
      const row = await db
        .insertInto('requests')
        .values({ ...fromRequest(request), createdByFindOrCreate: true })
        .onConflict((conflict) =>
          conflict
            .columns(['accountId', 'matchKey'])
            .where('createdByFindOrCreate', '=', true)
            .doNothing(),
        )
        .returning('id')
        .executeTakeFirst()
      if (row) return { foundRequest: request, created: true }
      const simultaneousRequest = await findMatchingRequest(db, request)
      if (!simultaneousRequest)
        throw new Error(`The request that was in the way of ${request.id} is gone.`)
      return { foundRequest: simultaneousRequest, created: false }
    },

    async getRequest(accountId, id) {
      const row = await db
        .selectFrom('requests')
        .leftJoin('attachments', 'attachments.requestId', 'requests.id')
        .selectAll('requests')
        .select('attachments.id as attachmentId')
        .where('requests.id', '=', id)
        .where('requests.accountId', '=', accountId)
        .executeTakeFirst()
      return row && toRequest(row, row.attachmentId ?? undefined)
    },

    async getAttachment(id) {
      return await db
        .selectFrom('attachments')
        .select(['id', 'name', 'type', 'bytes'])
        .where('id', '=', id)
        .executeTakeFirst()
    },
  }
}

/**
 * Returns the request that asks the same: the one that find-or-create made, else the oldest that was posted. This is
 * always the same request.
 */
async function findMatchingRequest(
  db: Kysely<Tables>,
  request: RequestRecord,
): Promise<RequestRecord | undefined> {
  const row = await db
    .selectFrom('requests')
    .selectAll()
    .where('accountId', '=', request.accountId)
    .where('matchKey', '=', computeMatchKey(request))
    .orderBy('createdByFindOrCreate', 'desc')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  // The response of find-or-create shows no attachment.
  return row && toRequest(row, undefined)
}

function toRequest(
  { seq, matchKey, createdByFindOrCreate, ...columns }: Selectable<RequestRow>,
  attachmentId: string | undefined,
): RequestRecord {
  return { ...columns, attachmentId }
}

function fromRequest(request: RequestRecord) {
  const { attachmentId, ...columns } = request
  return { ...columns, matchKey: computeMatchKey(request) }
}

async function saveAttachment(
  tx: Kysely<Tables>,
  requestId: string,
  { id, name, type, bytes }: Attachment,
): Promise<void> {
  await tx.insertInto('attachments').values({ id, requestId, name, type, bytes }).execute()
}
