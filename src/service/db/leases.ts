import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { WitnessLog } from '../chain/types/transfer-logs.ts'
import type { ChainActivity, ScanState, WatchedDestination } from '../chain/types/watch.ts'
import { anyOf } from './any-of.ts'
import { sendSignal } from './signals.ts'
import type { Tables } from './tables/tables.ts'

/** Creates the part of the store for the watcher: leases, scan progress, destinations and expirable charges. */
export function createWatchStore(db: Kysely<Tables>) {
  return {
    /**
     * Acquires or renews the lease of a task, for a duration by the database's clock. Returns false while another owner
     * has it.
     */
    async acquireLease(task: string, owner: string, durationMs: number): Promise<boolean> {
      // By the database's clock: the clocks of processes on several machines may differ.
      const expiresAt = sql<Date>`clock_timestamp() + ${durationMs} * interval '1 millisecond'`
      const row = await db
        .insertInto('leases')
        .values({ task, leaseOwner: owner, expiresAt })
        .onConflict((conflict) =>
          conflict
            .column('task')
            .doUpdateSet({ leaseOwner: owner, expiresAt })
            .where((by) =>
              by.or([
                by('leases.leaseOwner', '=', owner),
                by('leases.expiresAt', '<', sql<Date>`clock_timestamp()`),
                // Of a time before the clock was set back.
                by('leases.expiresAt', '>', expiresAt),
              ]),
            ),
        )
        .returning('leaseOwner')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Releases all leases of an owner. */
    async releaseLeases(owner: string): Promise<void> {
      await db.deleteFrom('leases').where('leaseOwner', '=', owner).execute()
    },

    /** Returns up to which block a chain's transfers are known to be complete; undefined before the first scan. */
    async getScanState(chainId: number): Promise<ScanState | undefined> {
      const row = await db
        .selectFrom('scanStates')
        .selectAll()
        .where('chainId', '=', chainId)
        .executeTakeFirst()
      if (!row) return undefined
      return {
        block: row.block,
        witness: row.witness && { ...row.witness, block: BigInt(row.witness.block) },
        rescan:
          row.rescanFrom === undefined
            ? undefined
            : {
                from: row.rescanFrom,
                to: row.rescanTo,
              },
      }
    },

    /** Saves the last complete block. It never moves back. */
    async saveScanState(
      chainId: number,
      block: bigint,
      witness: WitnessLog | undefined,
    ): Promise<void> {
      const values = {
        block,
        witness:
          witness === undefined
            ? null
            : JSON.stringify({ ...witness, block: String(witness.block) }),
      }
      await db
        .insertInto('scanStates')
        .values({ chainId, ...values })
        .onConflict((conflict) =>
          conflict
            .column('chainId')
            .doUpdateSet(values)
            .where((by) =>
              by.or([by('scanStates.block', 'is', null), by('scanStates.block', '<=', block)]),
            ),
        )
        .execute()
    },

    /**
     * Requests another scan of these blocks by the process that has the chain's lease. `to` undefined: up to the newest.
     */
    async requestRescan(chainId: number, from: bigint, to: bigint | undefined): Promise<void> {
      const values = {
        rescanFrom: from,
        rescanTo: to ?? null,
      }
      await db
        .insertInto('scanStates')
        .values({ chainId, ...values })
        .onConflict((conflict) =>
          conflict.column('chainId').doUpdateSet({
            rescanFrom: sql`least(scan_states.rescan_from, excluded.rescan_from)`,
            rescanTo: values.rescanTo,
          }),
        )
        .execute()
      await sendSignal(db, `chain ${chainId}`)
    },

    /** Ends a requested rescan. The last complete block moves back to before `from` when it was later. */
    async finishRescan(chainId: number, from: bigint): Promise<void> {
      const blockBefore = from > 0n ? from - 1n : 0n
      await db
        .updateTable('scanStates')
        .set({
          block: sql`least(coalesce(scan_states.block, ${blockBefore}::numeric), ${blockBefore}::numeric)`,
          witness: sql`case when scan_states.block <= ${blockBefore}::numeric then scan_states.witness end`,
          rescanFrom: null,
          rescanTo: null,
        })
        .where('chainId', '=', chainId)
        // If a rescan from a lower block was requested in the meantime, it is still to be done.
        .where('rescanFrom', '=', from)
        .execute()
    },

    /** Returns where payments of charges created since then may arrive, for every token they accept. */
    async listWatchedDestinations(chainId: number, since: Date): Promise<WatchedDestination[]> {
      const rows = await db
        .selectFrom('destinations')
        .select(['accountId', 'recipient', 'token', 'oldestChargeAt', 'newestChargeAt'])
        .where('chainId', '=', chainId)
        .where('newestChargeAt', '>=', since)
        .execute()
      return rows
    },

    /** Marks chains as active: somebody asked for a charge that can be paid there. */
    async markChainsActive(chainIds: readonly number[]): Promise<void> {
      if (chainIds.length === 0) return
      // By the database's clock: another process reads it, maybe on another machine.
      const lastActiveAt = sql<Date>`clock_timestamp()`
      await db
        .insertInto('chainActivity')
        // In one order, so that two processes cannot deadlock.
        .values(chainIds.toSorted((a, b) => a - b).map((chainId) => ({ chainId, lastActiveAt })))
        .onConflict((conflict) => conflict.column('chainId').doUpdateSet({ lastActiveAt }))
        .execute()
      for (const id of chainIds) await sendSignal(db, `chain ${id}`)
    },

    /** Returns the activity of a chain, which decides how often it is scanned. */
    async getChainActivity(chainId: number): Promise<ChainActivity> {
      const { rows } = await sql<ActivityResult>`select
        (select extract(epoch from clock_timestamp() - last_active_at)::float8 * 1000
          from chain_activity where chain_id = ${chainId}) as quiet_ms,
        exists (select from destinations
          where chain_id = ${chainId} and expected_until > clock_timestamp()) as is_payment_expected,
        exists (select from scan_states
          where chain_id = ${chainId} and rescan_from is not null) as is_rescan_requested`.execute(
        db,
      )
      const [row] = rows
      return {
        quietMs: row?.quietMs === undefined ? undefined : Math.max(0, row.quietMs),
        isPaymentExpected: row?.isPaymentExpected ?? false,
        isRescanRequested: row?.isRescanRequested ?? false,
      }
    },

    /**
     * Returns the ids of charges that are due to expire by this time and have no pending payment.
     *
     * @param behind chains whose time is earlier, with it: what can be paid there is due by that
     * @param except ids that are left out
     */
    async listExpirableChargeIds(
      now: Date,
      behind: ReadonlyMap<number, Date>,
      limit: number,
      except: readonly string[] = [],
    ): Promise<string[]> {
      const isDueOn = (by: ExpressionBuilder<Tables, 'charges'>, chainId: number, time: Date) =>
        by.or([
          by('expiresAt', '<=', time),
          by.and([
            by('chainId', '<>', chainId),
            by.not(
              by.exists(
                by
                  .selectFrom('acceptedTokens')
                  .select('acceptedTokens.chargeId')
                  .whereRef('acceptedTokens.chargeId', '=', 'charges.id')
                  .where('acceptedTokens.chainId', '=', chainId),
              ),
            ),
          ]),
        ])
      const rows = await db
        .selectFrom('charges')
        .select('id')
        .where('status', 'in', ['NEW', 'PENDING', 'FAILED'])
        .where('expiresAt', '<=', now)
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
                .whereRef('payments.chargeId', '=', 'charges.id')
                .where('payments.status', '=', 'PENDING'),
            ),
          ),
        )
        .orderBy('expiresAt')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}

/** The watcher's progress on each chain, and the leases of its tasks. */
export type WatchStore = ReturnType<typeof createWatchStore>

interface ActivityResult {
  quietMs: number | undefined
  isPaymentExpected: boolean
  isRescanRequested: boolean
}
