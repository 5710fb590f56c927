import type { Kysely } from 'kysely'
import { PayError } from '../../errors.ts'
import type { Repeat, Store } from '../domain/ports.ts'
import type { Tables } from './tables.ts'

/** Answers kept for callers who repeat themselves. */
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
 * Keeps an answer, and gives undefined; or gives the answer of an earlier call with the same key, also of one that is
 * under way: that is waited for. Rejects with PayError `conflict` when it was for another body.
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
    // None: it was forgotten between the two statements. Taken for ours, nothing would be kept of what is answered.
    if (before !== undefined) return before
  }
}

/** The answer given to a key before. Rejects with PayError `conflict` when it was for another body. */
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
