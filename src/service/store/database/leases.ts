import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { WitnessLog } from '../../domain/chain/transfer-logs.ts'
import type { WatchStore } from '../../domain/watch.ts'
import { anyOf } from './any-of.ts'
import { sendSignal } from './signals.ts'
import type { Tables } from './tables/tables.ts'

/** Creates the part of the store for the watcher: leases, scan progress, destinations and expirable charges. */
export function createWatchStore(db: Kysely<Tables>): WatchStore {
  return {
    async acquireLease(task, owner, durationMs) {
      // By the database's clock: the clocks of processes on several machines may differ.
      const expiresAt = sql<Date>`clock_timestamp() + ${durationMs} * interval '1 millisecond'`
      const row = await db
        .insertInto('leases')
        .values({ task, lease_owner: owner, expires_at: expiresAt })
        .onConflict((conflict) =>
          conflict
            .column('task')
            .doUpdateSet({ lease_owner: owner, expires_at: expiresAt })
            .where((by) =>
              by.or([
                by('leases.lease_owner', '=', owner),
                by('leases.expires_at', '<', sql<Date>`clock_timestamp()`),
                // Of a time before the clock was set back.
                by('leases.expires_at', '>', expiresAt),
              ]),
            ),
        )
        .returning('lease_owner')
        .executeTakeFirst()
      return row !== undefined
    },

    async releaseLeases(owner) {
      await db.deleteFrom('leases').where('lease_owner', '=', owner).execute()
    },

    async getScanState(chainId) {
      const row = await db
        .selectFrom('scan_states')
        .selectAll()
        .where('chain_id', '=', chainId)
        .executeTakeFirst()
      if (!row) return undefined
      return {
        block: row.block === null ? undefined : BigInt(row.block),
        witness: row.witness === null ? undefined : parseWitness(row.witness),
        rescan:
          row.rescan_from === null
            ? undefined
            : {
                from: BigInt(row.rescan_from),
                to: row.rescan_to === null ? undefined : BigInt(row.rescan_to),
              },
      }
    },

    async saveScanState(chainId, block, witness) {
      const values = {
        block: String(block),
        witness:
          witness === undefined
            ? null
            : JSON.stringify({ ...witness, block: String(witness.block) }),
      }
      await db
        .insertInto('scan_states')
        .values({ chain_id: chainId, ...values })
        .onConflict((conflict) =>
          conflict
            .column('chain_id')
            .doUpdateSet(values)
            .where((by) =>
              by.or([
                by('scan_states.block', 'is', null),
                by('scan_states.block', '<=', String(block)),
              ]),
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
        .insertInto('scan_states')
        .values({ chain_id: chainId, ...values })
        .onConflict((conflict) =>
          conflict.column('chain_id').doUpdateSet({
            rescan_from: sql`least(scan_states.rescan_from, excluded.rescan_from)`,
            rescan_to: values.rescan_to,
          }),
        )
        .execute()
      await sendSignal(db, `chain ${chainId}`)
    },

    async finishRescan(chainId, from) {
      const blockBefore = from > 0n ? from - 1n : 0n
      await db
        .updateTable('scan_states')
        .set({
          block: sql`least(coalesce(scan_states.block, ${String(blockBefore)}::bigint), ${String(blockBefore)}::bigint)`,
          witness: sql`case when scan_states.block <= ${String(blockBefore)}::bigint then scan_states.witness end`,
          rescan_from: null,
          rescan_to: null,
        })
        .where('chain_id', '=', chainId)
        // If a rescan from a lower block was requested in the meantime, it is still to be done.
        .where('rescan_from', '=', String(from))
        .execute()
    },

    async listWatchedDestinations(chainId, since) {
      const rows = await db
        .selectFrom('destinations')
        .select(['account_id as accountId', 'recipient', 'token'])
        .select(['oldest_charge_at as oldestChargeAt', 'newest_charge_at as newestChargeAt'])
        .where('chain_id', '=', chainId)
        .where('newest_charge_at', '>=', since)
        .execute()
      return rows
    },

    async markChainsActive(chainIds) {
      if (chainIds.length === 0) return
      // By the database's clock: another process reads it, maybe on another machine.
      const last_active_at = sql<Date>`clock_timestamp()`
      await db
        .insertInto('chain_activity')
        // In one order, so that two processes cannot deadlock.
        .values(
          chainIds.toSorted((a, b) => a - b).map((chain_id) => ({ chain_id, last_active_at })),
        )
        .onConflict((conflict) => conflict.column('chain_id').doUpdateSet({ last_active_at }))
        .execute()
      for (const id of chainIds) await sendSignal(db, `chain ${id}`)
    },

    async getChainActivity(chainId) {
      const { rows } = await sql<ActivityResult>`select
        (select extract(epoch from clock_timestamp() - last_active_at) * 1000
          from chain_activity where chain_id = ${chainId}) as quiet_ms,
        exists (select from destinations
          where chain_id = ${chainId} and expected_until > clock_timestamp()) as is_payment_expected,
        exists (select from scan_states
          where chain_id = ${chainId} and rescan_from is not null) as is_rescan_requested`.execute(
        db,
      )
      const [row] = rows
      return {
        quietMs: row?.quiet_ms == null ? undefined : Math.max(0, Number(row.quiet_ms)),
        isPaymentExpected: row?.is_payment_expected ?? false,
        isRescanRequested: row?.is_rescan_requested ?? false,
      }
    },

    async listExpirableChargeIds(now, behind, limit, except = []) {
      const isDueOn = (by: ExpressionBuilder<Tables, 'charges'>, chainId: number, time: Date) =>
        by.or([
          by('expires_at', '<=', time),
          by.and([
            by('chain_id', '<>', chainId),
            by.not(
              by.exists(
                by
                  .selectFrom('accepted_tokens')
                  .select('accepted_tokens.charge_id')
                  .whereRef('accepted_tokens.charge_id', '=', 'charges.id')
                  .where('accepted_tokens.chain_id', '=', chainId),
              ),
            ),
          ]),
        ])
      const rows = await db
        .selectFrom('charges')
        .select('id')
        .where('status', 'in', ['NEW', 'PENDING', 'FAILED'])
        .where('expires_at', '<=', now)
        .where((by) => by.and([...behind].map(([id, time]) => isDueOn(by, id, time))))
        .$if(except.length > 0, (query) =>
          query.where((by) => by.not(by('id', '=', anyOf(except, 'uuid')))),
        )
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

interface ActivityResult {
  quiet_ms: string | number | null
  is_payment_expected: boolean
  is_rescan_requested: boolean
}

function parseWitness(text: string): WitnessLog {
  const witness = JSON.parse(text) as Omit<WitnessLog, 'block'> & { block: string }
  return { ...witness, block: BigInt(witness.block) }
}
