import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { ChargeFilter } from '../charges.ts'
import type { ChargeChoices, ChargeSum } from '../lists/figures.ts'
import { selectCharges } from './list.ts'

const price = sql<string>`nullif(charges.local_amount, '')::numeric`
/** What an amount in the charge's token is of its price, in local currency: in all of its digits, as far as a division has them. */
const ofPrice = (units: RawBuilder<unknown>) => sql`${price} * ${units} / nullif(charges.amount, 0)`
/** The sum as text without the digits that only a division has left, far below a cent. */
const sum = (value: RawBuilder<unknown>) =>
  sql<string>`trim_scale(round(coalesce(sum(${value}), 0), 18))::text`

const sums = [
  'charges.localCurrency as currency',
  sql<number>`count(*)::int`.as('count'),
  sum(price).as('amount'),
  sum(ofPrice(sql`charges.refunded_amount`)).as('refunded'),
  sum(ofPrice(sql`charges.missing_amount`)).as('missing'),
  sum(ofPrice(sql`charges.excess_amount`)).as('excess'),
  sql<Date | undefined>`min(charges.created_at)`.as('oldest'),
] as const

/** As many as a list to choose from has room for. */
const maxChoices = 200

/** Creates the part of the store that adds up charges. A figure adds up what the list of the same filter shows, by the same query. */
export function createChargeFigureStore(db: Kysely<Tables>) {
  return {
    /** Returns the sums of an account's charges that a filter lets through, of each currency: that of the most charges first. */
    async sumCharges(accountId: string, filter: ChargeFilter): Promise<ChargeSum[]> {
      const { charges } = selectCharges(db, accountId, filter)
      return await charges
        .select(sums)
        .groupBy('charges.localCurrency')
        .orderBy('count', 'desc')
        .orderBy('currency')
        .execute()
    },
    /**
     * Returns the sums of those that were paid between each of these ascending times and the next; from the last one, up to the end of
     * the filter. Of each time as {@link sumCharges}.
     */
    async sumPaidCharges(
      accountId: string,
      filter: ChargeFilter,
      starts: readonly Date[],
    ): Promise<ChargeSum[][]> {
      // An array as text: both drivers send it alike.
      const bounds = `{${starts.map((time) => time.toISOString()).join()}}`
      const { charges } = selectCharges(db, accountId, filter)
      const rows = await charges
        .select(sql<number>`width_bucket(charges.paid_at, ${bounds}::timestamptz[])`.as('bucket'))
        .select(sums)
        .groupBy([sql`1`, 'charges.localCurrency'])
        .orderBy('count', 'desc')
        .orderBy('currency')
        .execute()
      const byBucket = Map.groupBy(rows, ({ bucket }) => bucket)
      return starts.map((_, index) =>
        (byBucket.get(index + 1) ?? []).map(({ bucket, ...row }) => row),
      )
    },
    /** Returns the tokens and currencies that an account's charges ask for, and the shops of its keys. */
    async readChargeChoices(accountId: string): Promise<ChargeChoices> {
      const [tokens, keys, currencies] = await Promise.all([
        db
          .selectFrom('destinations')
          .select(['chainId', 'token', 'symbol'])
          .distinct()
          .where('accountId', '=', accountId)
          // One that nobody has asked for is that of a stranger's transfer.
          .where('newestChargeAt', '>', sql<Date>`'-infinity'`)
          .orderBy('symbol')
          .limit(maxChoices)
          .execute(),
        db
          .selectFrom('apiKeys')
          .select('shop')
          .distinct()
          .where('accountId', '=', accountId)
          .where('shop', '<>', '')
          .orderBy('shop')
          .limit(maxChoices)
          .execute(),
        listCurrencies(db, accountId),
      ])
      return { tokens, shops: keys.map(({ shop }) => shop), currencies }
    },
  }
}

/** Returns the currencies of an account's charges: each is one step in an index. */
async function listCurrencies(db: Kysely<Tables>, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    with recursive found (currency) as (
      (select local_currency from charges where account_id = ${accountId}::uuid order by local_currency limit 1)
      union all
      select (
        select local_currency from charges
        where account_id = ${accountId}::uuid and local_currency > found.currency
        order by local_currency limit 1
      ) from found where found.currency is not null
    )
    select currency from found where currency is not null`.execute(db)
  return rows.map(({ currency }) => currency)
}

/** Sums of charges, for the merchant's overview. */
export type ChargeFigureStore = ReturnType<typeof createChargeFigureStore>
