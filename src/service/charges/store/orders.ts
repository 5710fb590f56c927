import type { Kysely } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables/tables.ts'

/** What a person knows an order by. */
export interface OrderName {
  /** The charge's id. */
  id: string
  /** '' for none, like the e-mail address. */
  name: string
  reference: string
  payerEmail: string
}

/** Creates the part of the store that names the orders of what belongs to them. */
export function createOrderStore(db: Kysely<Tables>) {
  return {
    /** Returns the names of these charges of an account, by id. */
    async readOrderNames(
      accountId: string,
      chargeIds: readonly string[],
    ): Promise<Map<string, OrderName>> {
      const orders = await db
        .selectFrom('charges')
        .select(['id', 'name', 'reference', 'payerEmail'])
        .where('accountId', '=', accountId)
        .where('id', '=', anyOf(chargeIds, 'uuid'))
        .execute()
      return new Map(orders.map((order) => [order.id, order]))
    },
  }
}

/** The names of orders. */
export type OrderStore = ReturnType<typeof createOrderStore>
