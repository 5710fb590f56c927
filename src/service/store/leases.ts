import { type Kysely, sql } from 'kysely'
import type { Store, Witness } from '../domain/ports.ts'
import type { Tables } from './tables.ts'

type Watching = Pick<
  Store,
  | 'destinations'
  | 'expirable'
  | 'lease'
  | 'releaseLeases'
  | 'scanned'
  | 'saveScanned'
  | 'requestRescan'
  | 'endRescan'
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
        .selectAll()
        .where('chain_id', '=', chainId)
        .executeTakeFirst()
      if (!row) return undefined
      return {
        block: row.block === null ? undefined : BigInt(row.block),
        witness: row.witness === null ? undefined : readWitness(row.witness),
        rescan:
          row.rescan_from === null
            ? undefined
            : {
                from: BigInt(row.rescan_from),
                to: row.rescan_to === null ? undefined : BigInt(row.rescan_to),
              },
      }
    },

    async saveScanned(chainId, block, witness) {
      const values = {
        block: String(block),
        witness:
          witness === undefined
            ? null
            : JSON.stringify({ ...witness, block: String(witness.block) }),
      }
      await db
        .insertInto('scans')
        .values({ chain_id: chainId, ...values })
        .onConflict((conflict) =>
          conflict
            .column('chain_id')
            .doUpdateSet(values)
            .where((by) =>
              by.or([by('scans.block', 'is', null), by('scans.block', '<=', String(block))]),
            ),
        )
        .execute()
    },

    async requestRescan(chainId, from, to) {
      const values = {
        rescan_from: String(from),
        rescan_to: to === undefined ? null : String(to),
      }
      await db
        .insertInto('scans')
        .values({ chain_id: chainId, ...values })
        .onConflict((conflict) =>
          conflict.column('chain_id').doUpdateSet({
            rescan_from: sql`least(scans.rescan_from, excluded.rescan_from)`,
            rescan_to: values.rescan_to,
          }),
        )
        .execute()
    },

    async endRescan(chainId, from) {
      const before = from > 0n ? from - 1n : 0n
      await db
        .updateTable('scans')
        .set({
          block: sql`least(coalesce(scans.block, ${String(before)}::bigint), ${String(before)}::bigint)`,
          witness: sql`case when scans.block <= ${String(before)}::bigint then scans.witness end`,
          rescan_from: null,
          rescan_to: null,
        })
        .where('chain_id', '=', chainId)
        // Asked for anew meanwhile, from further below: that is still to be done.
        .where('rescan_from', '=', String(from))
        .execute()
    },

    async destinations(chainId, since) {
      const rows = await db
        .selectFrom('destinations')
        .select(['account_id as accountId', 'recipient', 'token', 'oldest', 'newest'])
        .where('chain_id', '=', chainId)
        .where('newest', '>=', since)
        .execute()
      return rows
    },

    async expirable(now, limit) {
      const rows = await db
        .selectFrom('charges')
        .select('id')
        .where('status', 'in', ['NEW', 'PENDING', 'FAILED'])
        .where('expires_at', '<=', now)
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
        .orderBy('expires_at')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}

function readWitness(text: string): Witness {
  const read = JSON.parse(text) as Omit<Witness, 'block'> & { block: string }
  return { ...read, block: BigInt(read.block) }
}
