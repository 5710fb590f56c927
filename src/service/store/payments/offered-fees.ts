import { type Kysely, sql } from 'kysely'
import type { OfferedFeeStore } from '../../domain/payments/offered-fees.ts'
import { anyOf } from '../database/any-of.ts'
import type { Tables } from '../database/tables/tables.ts'

/** Creates the part of the store for fees that were offered with signed transfers. */
export function createOfferedFeeStore(db: Kysely<Tables>): OfferedFeeStore {
  return {
    async listOfferedFees(chargeIds) {
      return await db
        .selectFrom('offeredFees')
        .selectAll()
        .where('chargeId', '=', anyOf(chargeIds, 'uuid'))
        .execute()
    },

    async saveOfferedFee(fee) {
      await db
        .insertInto('offeredFees')
        .values(fee)
        .onConflict((conflict) =>
          conflict.columns(['chargeId', 'chainId', 'token', 'fee']).doUpdateSet({
            validBefore: sql`greatest(offered_fees.valid_before, excluded.valid_before)`,
          }),
        )
        .execute()
    },
  }
}
