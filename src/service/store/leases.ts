import { type Kysely, sql } from 'kysely'
import type { Store } from '../domain/ports.ts'
import { acceptsOf } from './accepts.ts'
import { toQuote } from './rows.ts'
import type { Tables } from './tables.ts'

type Watching = Pick<
  Store,
  'payable' | 'destinations' | 'expirable' | 'lease' | 'releaseLeases' | 'scanned' | 'saveScanned'
>

/** Who does which task, how far it came, and what there is to watch. */
export function leases(db: Kysely<Tables>): Watching {
  return {
    async lease(task, holder, milliseconds) {
      // The database's clock, not ours: processes on several machines have one time only there.
      const until = sql<Date>`clock_timestamp() + ${milliseconds} * interval '1 millisecond'`
      const row = await db
        .insertInto('leases')
        .values({ task, holder, until })
        .onConflict((conflict) =>
          conflict
            .column('task')
            .doUpdateSet({ holder, until })
            .where((by) =>
              by.or([
                by('leases.holder', '=', holder),
                by('leases.until', '<', sql<Date>`clock_timestamp()`),
              ]),
            ),
        )
        .returning('holder')
        .executeTakeFirst()
      return row !== undefined
    },

    async releaseLeases(holder) {
      await db.deleteFrom('leases').where('holder', '=', holder).execute()
    },

    async scanned(chainId) {
      const row = await db
        .selectFrom('scans')
        .select('block')
        .where('chain_id', '=', chainId)
        .executeTakeFirst()
      return row && BigInt(row.block)
    },

    async saveScanned(chainId, block) {
      await db
        .insertInto('scans')
        .values({ chain_id: chainId, block: String(block) })
        .onConflict((conflict) =>
          conflict
            .column('chain_id')
            .doUpdateSet({ block: sql`greatest(scans.block, excluded.block)` }),
        )
        .execute()
    },

    async payable(chainId, chargeIds) {
      if (chargeIds.length === 0) return []
      const rows = await db.selectFrom('charges').selectAll().where('id', 'in', chargeIds).execute()
      const accepting = rows.filter((row) => row.accepting).map(({ id }) => id)
      const accepts = await acceptsOf(db, accepting)
      return rows.flatMap((row) =>
        [toQuote(row), ...(accepts.get(row.id) ?? [])]
          .filter((quote) => quote.chainId === chainId)
          .map((quote) => ({ id: row.id, quote, chargedAt: row.created_at })),
      )
    },

    async destinations(chainId, since) {
      const places = (table: 'charges' | 'accepts') =>
        db
          .selectFrom(table)
          .select(['recipient', 'token', 'created_at'])
          .where('chain_id', '=', chainId)
          .where('created_at', '>=', since)
      return await db
        .selectFrom(places('charges').unionAll(places('accepts')).as('places'))
        .groupBy(['recipient', 'token'])
        .select(['recipient', 'token'])
        .select((by) => [
          by.fn.min('created_at').as('oldest'),
          by.fn.max('created_at').as('newest'),
        ])
        .execute()
    },

    async expirable(createdBy, limit) {
      const rows = await db
        .selectFrom('charges')
        .select('id')
        .where('status', 'in', ['NEW', 'PENDING', 'FAILED'])
        .where('created_at', '<=', createdBy)
        .where((by) =>
          by.not(
            by.exists(
              by
                .selectFrom('payments')
                .select('payments.id')
                .whereRef('payments.charge_id', '=', 'charges.id')
                .where('payments.status', '=', 'PENDING'),
            ),
          ),
        )
        .orderBy('created_at')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}
