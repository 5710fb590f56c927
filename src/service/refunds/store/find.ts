import { type Kysely, type RawBuilder, sql } from 'kysely'
import { listBaseUnits, shorten, type TypedSearch } from '../../charges/lists/typed-search.ts'
import { anyOf, arrayOf } from '../../db/any-of.ts'
import { shortForm } from '../../db/short-form.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { RefundRecord } from '../records.ts'
import { toRefund } from './rows.ts'

/** Creates the part of the store that finds refunds by what a person typed. */
export function createRefundSearch(db: Kysely<Tables>) {
  return {
    /**
     * Returns the newest refunds of an account that a typed text is about: by id, reference, transaction, recipient or amount. Each way
     * is one range of an index.
     *
     * @param chargeIds charges whose refunds are found too
     */
    async findRefunds(
      accountId: string,
      typed: TypedSearch,
      { chargeIds, limit }: { chargeIds: readonly string[]; limit: number },
    ): Promise<RefundRecord[]> {
      const ofCharges =
        chargeIds.length > 0 ? [sql<boolean>`charge_id = ${anyOf(chargeIds, 'uuid')}`] : []
      const conditions = [...toConditions(typed), ...ofCharges]
      if (conditions.length === 0) return []
      const rows = await db
        .selectFrom('refunds')
        .selectAll()
        .where('accountId', '=', accountId)
        .where(sql<boolean>`(${sql.join(conditions, sql` or `)})`)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toRefund)
    },
  }
}

/** Finds refunds by what a person typed. */
export type RefundSearch = ReturnType<typeof createRefundSearch>

const [shortRecipient, shortHash] = [shortForm('recipient'), shortForm('hash')].map((text) =>
  sql.raw(text),
)

function toConditions(typed: TypedSearch): RawBuilder<boolean>[] {
  const { id, reference, hash, address, short, amount } = typed
  if (id) return [sql`id = ${id}::uuid`]
  if (reference) return [sql`reference = ${reference}`]
  if (hash) return [sql`(${shortHash} = ${shorten(hash)} and hash = ${hash})`]
  if (address)
    return [sql`(${shortRecipient} = ${shorten(address)} and lower(recipient) = ${address})`]
  if (short) return [sql`${shortRecipient} = ${short}`, sql`${shortHash} = ${short}`]
  if (!amount) return []
  const units = [...listBaseUnits(amount.value).values()].map(String)
  const ofToken =
    amount.symbol === '' ? sql`true` : sql`lower(symbol) = lower(${amount.symbol}::text)`
  return [
    sql`(coalesce(sent_amount, amount) = any(${arrayOf(units, 'text')}::numeric[])
      and coalesce(sent_amount, amount) = ${amount.value}::text::numeric * 10::numeric ^ decimals and ${ofToken})`,
  ]
}
