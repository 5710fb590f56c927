import type { Kysely } from 'kysely'
import { PayError } from '../../errors.ts'
import type { Repeat, Store } from '../domain/ports.ts'
import type { Tables } from './tables.ts'

/** Creates the part of the store that keeps the responses of repeat-safe calls, by Idempotency-Key. */
export function repeats(db: Kysely<Tables>): Pick<Store, 'repeated' | 'forgetRepeats'> {
  return {
    async repeated(accountId, key, fingerprint) {
      return await sameRepeat(db, accountId, key, fingerprint)
    },

    async forgetRepeats(before, limit) {
      const old = db
        .selectFrom('repeats')
        .select(['account_id', 'key'])
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit)
      const { numDeletedRows } = await db
        .deleteFrom('repeats')
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
export async function keepRepeat(
  tx: Kysely<Tables>,
  made: { accountId: string; createdAt: Date },
  { key, fingerprint, reply }: Repeat,
): Promise<string | undefined> {
  for (;;) {
    const kept = await tx
      .insertInto('repeats')
      .values({ account_id: made.accountId, key, fingerprint, reply, created_at: made.createdAt })
      .onConflict((conflict) => conflict.columns(['account_id', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst()
    if (kept) return undefined
    const before = await sameRepeat(tx, made.accountId, key, fingerprint)
    // Undefined: it was deleted between the two statements, so try to save again. To return here would send a response
    // that is not stored.
    if (before !== undefined) return before
  }
}

/**
 * Returns the response that was given to a key before, undefined for none.
 *
 * @throws PayError `conflict` when the key was used with another body
 */
async function sameRepeat(
  db: Kysely<Tables>,
  accountId: string,
  key: string,
  fingerprint: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('repeats')
    .select(['fingerprint', 'reply'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (row && row.fingerprint !== fingerprint) {
    throw new PayError(
      'conflict',
      'This Idempotency-Key was used with another body: use a fresh key for another creation.',
      { field: 'Idempotency-Key' },
    )
  }
  return row?.reply
}
