import { type Kysely, sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables/tables.ts'

/** Creates the part of the store for charges that are due to expire. */
export function createExpiryStore(db: Kysely<Tables>) {
  return {
    /**
     * Returns the ids of charges that are due to expire by this time and have no pending payment.
     *
     * @param behind chains whose time is earlier, with that time: a charge that can be paid there is due by it
     * @param except ids that are left out
     */
    async listExpirableChargeIds(
      now: Date,
      behind: ReadonlyMap<number, Date>,
      limit: number,
      except: readonly string[] = [],
    ): Promise<string[]> {
      const rows = await db
        .selectFrom('charges')
        .select('id')
        .where('status', 'in', ['NEW', 'PENDING', 'FAILED'])
        .where('expiresAt', '<=', now)
        .where((by) => by.and([...behind].map(([chainId, time]) => isDueOn(chainId, time))))
        .$if(except.length > 0, (query) =>
          query.where((by) => by.not(by('id', '=', anyOf(except, 'uuid')))),
        )
        .where(hasNoPendingPayment)
        .orderBy('expiresAt')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}

/** Charges that are due to expire. */
export type ExpiryStore = ReturnType<typeof createExpiryStore>

/** Whether a charge is due by the time of a chain, or cannot be paid there. */
const isDueOn = (chainId: number, time: Date) => sql<boolean>`(
  charges.expires_at <= ${time} or charges.chain_id <> ${chainId} and not exists (
    select from accepted_tokens where charge_id = charges.id and chain_id = ${chainId}
  ))`

const hasNoPendingPayment = sql<boolean>`not exists (
  select from payments where charge_id = charges.id and payments.status = 'PENDING')`
