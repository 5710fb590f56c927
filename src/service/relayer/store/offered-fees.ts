import { type Kysely, sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { OfferedFee } from '../../payments/offered-fees.ts'

/** Creates the part of the store for fees that were offered with signed transfers. */
export function createOfferedFeeStore(db: Kysely<Tables>) {
  return {
    /** Returns all fees that were ever offered for these charges. */
    async listOfferedFees(chargeIds: readonly string[]): Promise<OfferedFee[]> {
      return await db
        .selectFrom('offeredFees')
        .selectAll()
        .where('chargeId', '=', anyOf(chargeIds, 'uuid'))
        .execute()
    },

    /** Saves a fee before it is offered. The same fee again is valid until the later time. */
    async saveOfferedFee(fee: OfferedFee): Promise<void> {
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

/** The fees that were offered. */
export type OfferedFeeStore = ReturnType<typeof createOfferedFeeStore>
