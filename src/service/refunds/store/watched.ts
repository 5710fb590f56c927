import { type Kysely, type Selectable, sql } from 'kysely'
import { toFutureTime } from '../../db/clock.ts'
import type { RefundRow } from '../../db/tables/refunds.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { RefundRecord } from '../records.ts'
import { toRefund } from './rows.ts'

/** Creates the part of the store for refunds whose transfers the watcher looks for. */
export function createWatchedRefundStore(db: Kysely<Tables>) {
  return {
    /** Returns the refunds of a chain whose transfer is looked for or may be taken back, and whose next check is due. */
    async listWatchedRefunds(
      chainId: number,
      fromBlock: bigint,
      limit: number,
    ): Promise<RefundRecord[]> {
      const { rows } = await sql<Selectable<RefundRow>>`
        select * from refunds
        where chain_id = ${chainId} and status in ('SIGNING', 'PENDING', 'COMPLETED') and next_check_at <= now()
          and (status <> 'COMPLETED' or block_number >= ${fromBlock})
        order by next_check_at limit ${limit}`.execute(db)
      return rows.map(toRefund)
    },

    /** Returns what other refunds have of a transaction: the positions of transfers, and whether one has its fee. */
    async getTakenTransfers(
      chainId: number,
      hash: string,
      exceptId: string,
    ): Promise<{ positions: number[]; hasFee: boolean }> {
      const { rows } = await sql<{ position: number; fee: bigint | undefined }>`
        select position, fee from refunds
        where chain_id = ${chainId} and hash = ${hash} and position is not null and id <> ${exceptId}`.execute(
        db,
      )
      return {
        positions: rows.map(({ position }) => position),
        hasFee: rows.some(({ fee }) => fee !== undefined),
      }
    },

    /** Returns how many refunds have a wallet that was asked more than an hour ago, and no known transfer. */
    async countUnsettledRefunds(): Promise<number> {
      const { count } = await db
        .selectFrom('refunds')
        .select((by) => by.fn.countAll<number>().as('count'))
        .where('status', '=', 'SIGNING')
        .where('attemptStartedAt', '<', sql<Date>`now() - interval '1 hour'`)
        .executeTakeFirstOrThrow()
      return count
    },

    /** Lets the next check of a refund be due after so many milliseconds. */
    async scheduleRefundCheck(id: string, delayMs: number): Promise<void> {
      await db
        .updateTable('refunds')
        .set({ nextCheckAt: toFutureTime(delayMs) })
        .where('id', '=', id)
        .execute()
    },
  }
}

/** Refunds whose transfers the watcher looks for. */
export type WatchedRefundStore = ReturnType<typeof createWatchedRefundStore>
