import type { Kysely } from 'kysely'
import { toPayment, toTransfer } from '../../charges/store/rows.ts'
import { anyOf } from '../../db/any-of.ts'
import { toFutureTime } from '../../db/clock.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { WatchedPayment } from '../payments.ts'

/** Creates the part of the store that the watcher reads due payments from, across all charges. */
export function createPaymentStore(db: Kysely<Tables>) {
  return {
    /** Returns pending payments of one chain whose next check is due, the longest overdue first. */
    async listPendingPayments(chainId: number, limit: number): Promise<WatchedPayment[]> {
      return await readFollowedPayments(
        db,
        selectDuePayments(db, chainId, limit).where('status', '=', 'PENDING'),
      )
    },

    /** Returns credited payments in this block or later, or in none, whose next check is due. */
    async listCreditedPayments(
      chainId: number,
      fromBlock: bigint,
      limit: number,
    ): Promise<WatchedPayment[]> {
      return await readFollowedPayments(
        db,
        selectDuePayments(db, chainId, limit)
          .where('status', '=', 'COMPLETED')
          .where((by) =>
            by.or([by('blockNumber', '>=', fromBlock), by('blockNumber', 'is', null)]),
          ),
      )
    },

    /** Lets the next check of these payments be due after so many milliseconds. */
    async scheduleChecks(paymentIds: readonly string[], delayMs: number): Promise<void> {
      if (paymentIds.length === 0) return
      await db
        .updateTable('payments')
        .set({ nextCheckAt: toFutureTime(delayMs) })
        .where('id', '=', anyOf(paymentIds, 'uuid'))
        .execute()
    },
  }
}

/** The payments whose blocks are checked on their chains, across all charges. */
export type PaymentStore = ReturnType<typeof createPaymentStore>

function selectDuePayments(db: Kysely<Tables>, chainId: number, limit: number) {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('chainId', '=', chainId)
    .where('nextCheckAt', '<=', toFutureTime(0))
    .orderBy('nextCheckAt')
    .limit(limit)
}

async function readFollowedPayments(
  db: Kysely<Tables>,
  query: ReturnType<typeof selectDuePayments>,
): Promise<WatchedPayment[]> {
  const rows = await query.execute()
  if (rows.length === 0) return []
  const transfers = await db
    .selectFrom('transfers')
    .selectAll()
    .where(
      'paymentId',
      '=',
      anyOf(
        rows.map(({ id }) => id),
        'uuid',
      ),
    )
    .orderBy('position')
    .execute()
  const byPayment = Map.groupBy(transfers.map(toTransfer), ({ paymentId }) => paymentId)
  return rows.map((row) => ({
    payment: toPayment(row),
    transfers: byPayment.get(row.id) ?? [],
    seenAt: row.seenAt ?? row.createdAt,
  }))
}
