import { type Kysely, sql } from 'kysely'
import type { ChainActivity } from '../chain/types/watch.ts'
import { sendSignal } from './signals.ts'
import type { Tables } from './tables/tables.ts'

interface ActivityResult {
  quietMs: number | undefined
  isPaymentExpected: boolean
  isRescanRequested: boolean
}

/** Creates the part of the store for the activity of chains. */
export function createChainActivityStore(db: Kysely<Tables>) {
  return {
    /** Marks chains as active: a charge that can be paid there was requested. */
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
  }
}

/** When each chain was last asked for, and whether a payment is expected there. */
export type ChainActivityStore = ReturnType<typeof createChainActivityStore>
