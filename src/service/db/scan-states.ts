import { type Kysely, sql } from 'kysely'
import type { WitnessLog } from '../chain/types/transfer-logs.ts'
import type { ScanState } from '../chain/types/watch.ts'
import { sendSignal } from './signals.ts'
import type { Tables } from './tables/tables.ts'

/** Creates the part of the store for how far each chain was scanned. */
export function createScanStateStore(db: Kysely<Tables>) {
  return {
    /** Returns up to which block a chain's transfers are known to be complete; undefined before the first scan. */
    async getScanState(chainId: number): Promise<ScanState | undefined> {
      const row = await db
        .selectFrom('scanStates')
        .selectAll()
        .where('chainId', '=', chainId)
        .executeTakeFirst()
      if (!row) return undefined
      const { block, witness, rescanFrom, rescanTo } = row
      return {
        block,
        witness: witness && { ...witness, block: BigInt(witness.block) },
        rescan: rescanFrom === undefined ? undefined : { from: rescanFrom, to: rescanTo },
      }
    },

    /** Saves the last complete block. It never moves back. */
    async saveScanState(
      chainId: number,
      block: bigint,
      witness: WitnessLog | undefined,
    ): Promise<void> {
      const text = witness && JSON.stringify({ ...witness, block: String(witness.block) })
      await sql`
        insert into scan_states (chain_id, block, witness) values (${chainId}, ${block}, ${text ?? null})
        on conflict (chain_id) do update set block = excluded.block, witness = excluded.witness
        where scan_states.block is null or scan_states.block <= excluded.block`.execute(db)
    },

    /** Requests another scan of these blocks by the process that has the chain's lease. Up to the newest block without `to`. */
    async requestRescan(chainId: number, from: bigint, to: bigint | undefined): Promise<void> {
      await sql`
        insert into scan_states (chain_id, rescan_from, rescan_to) values (${chainId}, ${from}, ${to ?? null})
        on conflict (chain_id) do update set
          rescan_from = least(scan_states.rescan_from, excluded.rescan_from), rescan_to = excluded.rescan_to`.execute(
        db,
      )
      await sendSignal(db, `chain ${chainId}`)
    },

    /** Ends a requested rescan. The last complete block moves back to before `from` when it was later. */
    async finishRescan(chainId: number, from: bigint): Promise<void> {
      const blockBefore = from > 0n ? from - 1n : 0n
      // If a rescan from a lower block was requested in the meantime, it is still to be done.
      await sql`
        update scan_states set block = least(coalesce(block, ${blockBefore}::numeric), ${blockBefore}::numeric),
          witness = case when block <= ${blockBefore}::numeric then witness end,
          rescan_from = null, rescan_to = null
        where chain_id = ${chainId} and rescan_from = ${from}`.execute(db)
    },
  }
}

/** How far each chain was scanned. */
export type ScanStateStore = ReturnType<typeof createScanStateStore>
