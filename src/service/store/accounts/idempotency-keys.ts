import type { Insertable, Kysely } from 'kysely'
import { PayError } from '../../../errors.ts'
import type {
  IdempotencyKeyRecord,
  IdempotencyKeyStore,
} from '../../domain/accounts/idempotency-keys.ts'
import { isUniqueViolation } from '../database/errors.ts'
import type { IdempotencyKeyRow } from '../database/tables/accounts.ts'
import type { Tables } from '../database/tables/tables.ts'

/** Creates the part of the store that keeps the responses of repeat-safe calls, by Idempotency-Key. */
export function createIdempotencyKeyStore(db: Kysely<Tables>): IdempotencyKeyStore {
  return {
    async getSavedResponse(accountId, key, requestHash) {
      return await findResponse(db, accountId, { key, requestHash })
    },

    async deleteIdempotencyKeys(before, limit) {
      const old = db
        .selectFrom('idempotency_keys')
        .select(['account_id', 'key'])
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit)
      const { numDeletedRows } = await db
        .deleteFrom('idempotency_keys')
        .where((is) =>
          is(is.refTuple('account_id', 'key'), 'in', old.$asTuple('account_id', 'key')),
        )
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

/**
 * Saves a response and returns undefined; or returns the response of an earlier call with the same key. Waits for a
 * call with that key which is still under way.
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
      .insertInto('idempotency_keys')
      .values(fromIdempotencyKey(creation, idempotencyKey))
      .onConflict((conflict) => conflict.columns(['account_id', 'key']).doNothing())
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
    account_id: creation.accountId,
    key,
    request_hash: requestHash,
    response,
    created_at: creation.createdAt,
  }
}

/** Returns whether an error of the database means that the inserted key exists already. */
export const isKeyTaken = (cause: unknown) => isUniqueViolation(cause, 'idempotency_keys_pkey')

/**
 * Returns the response that was given to a key before, undefined for none.
 *
 * @throws PayError `conflict` when the key was used with another body
 */
export async function findResponse(
  db: Kysely<Tables>,
  accountId: string,
  { key, requestHash }: Pick<IdempotencyKeyRecord, 'key' | 'requestHash'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'response'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (row && row.request_hash !== requestHash) {
    throw new PayError(
      'conflict',
      'This Idempotency-Key was used with another body. Use a new key for another call.',
      { field: 'Idempotency-Key' },
    )
  }
  return row?.response
}
