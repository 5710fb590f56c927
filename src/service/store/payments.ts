import type { Kysely } from 'kysely'
import type { FollowedPayment, Store } from '../domain/ports.ts'
import { toTransfer } from './proof-rows.ts'
import { toPayment } from './rows.ts'
import type { Tables } from './tables.ts'

type Payments = Pick<Store, 'pendingPayments' | 'creditedPayments' | 'lookAgain'>

/** What is asked about payments across charges. */
export function payments(db: Kysely<Tables>): Payments {
  return {
    async pendingPayments(chainId, now, limit) {
      return await read(db, due(db, chainId, now, limit).where('status', '=', 'PENDING'))
    },

    async creditedPayments(chainId, fromBlock, now, limit) {
      return await read(
        db,
        due(db, chainId, now, limit)
          .where('status', '=', 'COMPLETED')
          .where('block_number', '>=', String(fromBlock)),
      )
    },

    async lookAgain(paymentIds, at) {
      if (paymentIds.length === 0) return
      await db.updateTable('payments').set({ look_at: at }).where('id', 'in', paymentIds).execute()
    },
  }
}

function due(db: Kysely<Tables>, chainId: number, now: Date, limit: number) {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('look_at', '<=', now)
    .orderBy('look_at')
    .limit(limit)
}

async function read(db: Kysely<Tables>, query: ReturnType<typeof due>): Promise<FollowedPayment[]> {
  const rows = await query.execute()
  if (rows.length === 0) return []
  const transfers = await db
    .selectFrom('transfers')
    .selectAll()
    .where(
      'payment_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('position')
    .execute()
  const byPayment = Map.groupBy(transfers.map(toTransfer), ({ paymentId }) => paymentId)
  return rows.map((row) => ({
    payment: toPayment(row),
    transfers: byPayment.get(row.id) ?? [],
    seenAt: row.seen_at ?? row.created_at,
  }))
}
