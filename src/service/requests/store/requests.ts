import type { Kysely, Selectable } from 'kysely'
import type { IdempotencyKeyRecord } from '../../accounts/idempotency-keys.ts'
import { saveResponse } from '../../accounts/store/idempotency-keys.ts'
import type { RequestRecord } from '../../charges/request-record.ts'
import type { RequestRow } from '../../db/tables/requests.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { Attachment } from '../attachment.ts'
import { computeMatchKey } from '../requests.ts'

/** Creates the part of the store for payment requests and their attachments. */
export function createRequestStore(db: Kysely<Tables>) {
  return {
    /** Saves a new request, its attachment and the response; otherwise as {@link createCharge}. */
    async createRequest(
      request: RequestRecord,
      attachment: Attachment | undefined,
      idempotencyKey: IdempotencyKeyRecord | undefined,
    ): Promise<string | undefined> {
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

    /**
     * Returns the account's request that asks for the same (`computeMatchKey`), or saves this one. Of simultaneous calls
     * only one saves.
     */
    async findOrCreateRequest(
      request: RequestRecord,
    ): Promise<{ foundRequest: RequestRecord; created: boolean }> {
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
        throw new Error(`The request that conflicted with ${request.id} is gone.`)
      return { foundRequest: simultaneousRequest, created: false }
    },

    /** Returns a request of the account; undefined also for a request of another account. */
    async getRequest(accountId: string, id: string): Promise<RequestRecord | undefined> {
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

    /** Returns an attachment by the unguessable part of its URL. */
    async getAttachment(id: string): Promise<Attachment | undefined> {
      return await db
        .selectFrom('attachments')
        .select(['id', 'name', 'type', 'bytes'])
        .where('id', '=', id)
        .executeTakeFirst()
    },
  }
}

/** Payment requests and their attachments. */
export type RequestStore = ReturnType<typeof createRequestStore>

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
