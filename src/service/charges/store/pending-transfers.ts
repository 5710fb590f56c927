import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { PendingTransfer } from '../awaited-finality.ts'

/** Creates the part of the store for the transfers of payments that are not confirmed yet. */
export function createPendingTransferStore(db: Kysely<Tables>) {
  return {
    /** Returns the transfers of a charge's pending payments, each with its price at its block. */
    async listPendingTransfers(chargeId: string): Promise<PendingTransfer[]> {
      return await db
        .selectFrom('payments')
        .innerJoin('transfers', 'transfers.paymentId', 'payments.id')
        .select(['payments.id as paymentId', 'transfers.chainId', 'transfers.token'])
        .select(['transfers.amount', 'transfers.usdPrice', 'transfers.usdSource'])
        .where('payments.chargeId', '=', chargeId)
        .where('payments.status', '=', 'PENDING')
        .execute()
    },
  }
}
