import { type Kysely, sql } from 'kysely'
import type { OfferedFeeStore } from '../../domain/payments/offered-fees.ts'
import { anyOf } from '../database/any-of.ts'
import type { Tables } from '../database/tables/tables.ts'

/** Creates the part of the store for fees that were offered with signed transfers. */
export function createOfferedFeeStore(db: Kysely<Tables>): OfferedFeeStore {
  return {
    async listOfferedFees(chargeIds) {
      const rows = await db
        .selectFrom('offered_fees')
        .selectAll()
        .where('charge_id', '=', anyOf(chargeIds, 'uuid'))
        .execute()
      return rows.map(({ charge_id, chain_id, token, fee, valid_before }) => ({
        chargeId: charge_id,
        chainId: Number(chain_id),
        token,
        fee: BigInt(fee),
        validBefore: BigInt(valid_before),
      }))
    },

    async saveOfferedFee({ chargeId, chainId, token, fee, validBefore }) {
      await db
        .insertInto('offered_fees')
        .values({
          charge_id: chargeId,
          chain_id: chainId,
          token,
          fee: String(fee),
          valid_before: String(validBefore),
        })
        .onConflict((conflict) =>
          conflict.columns(['charge_id', 'chain_id', 'token', 'fee']).doUpdateSet({
            valid_before: sql`greatest(offered_fees.valid_before, excluded.valid_before)`,
          }),
        )
        .execute()
    },
  }
}
