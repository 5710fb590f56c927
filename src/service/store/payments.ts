import type { Kysely } from 'kysely'
import type { Store } from '../domain/ports.ts'
import { toPayment, toQuote } from './rows.ts'
import type { Tables } from './tables.ts'

/** What is asked about payments across charges. */
export function payments(
  db: Kysely<Tables>,
): Pick<Store, 'pendingPayments' | 'lookAgain' | 'payee'> {
  return {
    async pendingPayments(chainId, now, limit) {
      const rows = await db
        .selectFrom('payments')
        .innerJoin('charges', 'charges.id', 'payments.charge_id')
        .where('payments.chain_id', '=', chainId)
        .where('payments.status', '=', 'PENDING')
        .where('payments.look_at', '<=', now)
        .orderBy('payments.look_at')
        .limit(limit)
        .selectAll('payments')
        .select(['charges.recipient', 'charges.token_type', 'charges.token_decimals'])
        .select(['charges.token_symbol', 'charges.amount', 'charges.created_at as charged_at'])
        .execute()
      return rows.map((row) => ({
        payment: toPayment(row),
        // A payment is of its charge's chain and token: that is checked before it is taken.
        quote: toQuote(row),
        chargedAt: row.charged_at,
      }))
    },

    async lookAgain(paymentIds, at) {
      if (paymentIds.length === 0) return
      await db.updateTable('payments').set({ look_at: at }).where('id', 'in', paymentIds).execute()
    },

    async payee(chainId, hash) {
      const row = await db
        .selectFrom('payments')
        .innerJoin('charges', 'charges.id', 'payments.charge_id')
        .where('payments.chain_id', '=', chainId)
        .where('payments.hash', '=', hash)
        .where('payments.status', '<>', 'FAILED')
        .select(['charges.id', 'charges.account_id'])
        .executeTakeFirst()
      return row && { chargeId: row.id, accountId: row.account_id }
    },
  }
}
