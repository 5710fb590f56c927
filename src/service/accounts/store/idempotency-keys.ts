import type { Insertable, Kysely } from 'kysely'
import { PayError } from '../../../errors.ts'
import { isUniqueViolation } from '../../db/errors.ts'
import type { IdempotencyKeyRow } from '../../db/tables/accounts.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { IdempotencyKeyRecord } from '../idempotency-keys.ts'

/** Creates the part of the store that keeps the responses of repeat-safe calls, by Idempotency-Key. */
export function createIdempotencyKeyStore(db: Kysely<Tables>) {
  return {
    /**
     * Returns the response that was given to this Idempotency-Key before; undefined for a new key.
     *
     * @param requestHash undefined for whatever call it was
     * @throws PayError `conflict` for another body
     */
    async getSavedResponse(
      accountId: string,
      key: string,
      requestHash?: string,
    ): Promise<string | undefined> {
      return await findResponse(db, accountId, { key, requestHash })
    },

    /** Deletes at most `limit` responses that were given before this time, and returns how many. */
    async deleteIdempotencyKeys(before: Date, limit: number): Promise<number> {
      const old = db
        .selectFrom('idempotencyKeys')
        .select(['accountId', 'key'])
        .where('createdAt', '<', before)
        .orderBy('createdAt')
        .limit(limit)
      const { numDeletedRows } = await db
        .deleteFrom('idempotencyKeys')
        .where((is) => is(is.refTuple('accountId', 'key'), 'in', old.$asTuple('accountId', 'key')))
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

/** The responses of repeat-safe calls. */
export type IdempotencyKeyStore = ReturnType<typeof createIdempotencyKeyStore>

/**
 * Saves a response and returns undefined; or returns the response of an earlier call with the same key. Waits for a call with that
 * key that is still in progress.
 *
 * @throws PayError `conflict` when the key was used with another body
 */
export async function saveResponse(
  tx: Kysely<Tables>,
  creation: { accountId: string; createdAt: Date },
  idempotencyKey: IdempotencyKeyRecord,
): Promise<string | undefined> {
  for (;;) {
    const row = await tx
      .insertInto('idempotencyKeys')
      .values(fromIdempotencyKey(creation, idempotencyKey))
      .onConflict((conflict) => conflict.columns(['accountId', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst()
    if (row) return undefined
    const earlierResponse = await findResponse(tx, creation.accountId, idempotencyKey)
    // Undefined: it was deleted between the two statements, so try to save again. To return here would send a response
    // that is not stored.
    if (earlierResponse !== undefined) return earlierResponse
  }
}

/** Returns the row of a key. */
export function fromIdempotencyKey(
  creation: { accountId: string; createdAt: Date },
  { key, requestHash, response }: IdempotencyKeyRecord,
): Insertable<IdempotencyKeyRow> {
  return {
    accountId: creation.accountId,
    key,
    requestHash,
    response,
    createdAt: creation.createdAt,
  }
}

/** Returns whether an error of the database means that the inserted key exists already. */
export const isKeyTaken = (cause: unknown) => isUniqueViolation(cause, 'idempotency_keys_pkey')

/**
 * Returns the earlier response for a key, undefined for none.
 *
 * @throws PayError `conflict` when the key was used with another body
 */
export async function findResponse(
  db: Kysely<Tables>,
  accountId: string,
  { key, requestHash }: { key: string; requestHash?: string | undefined },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('idempotencyKeys')
    .select(['requestHash', 'response'])
    .where('accountId', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (row && requestHash !== undefined && row.requestHash !== requestHash) {
    throw new PayError(
      'conflict',
      'This Idempotency-Key was used with another body. Use a new key for another call.',
      { field: 'Idempotency-Key' },
    )
  }
  return row?.response
}
