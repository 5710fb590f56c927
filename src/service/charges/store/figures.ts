import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { ChargeFilter } from '../charges.ts'
import type { ChargeChoices, ChargeSum } from '../lists/figures.ts'
import { createCurrencyTerm } from '../lists/search-terms.ts'
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
    /**
     * Returns the tokens that an account's charges ask for, the shops of its keys, and its currencies: US dollars, and those of the
     * given ones in which it has a charge.
     */
    async readChargeChoices(
      accountId: string,
      currencies: readonly string[],
    ): Promise<ChargeChoices> {
      const [tokens, keys, others] = await Promise.all([
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
        listCurrencies(db, accountId, currencies),
      ])
      return { tokens, shops: keys.map(({ shop }) => shop), currencies: ['USD', ...others] }
    },
  }
}

/** Returns which of these currencies an account's charges have, beside US dollars. */
async function listCurrencies(
  db: Kysely<Tables>,
  accountId: string,
  currencies: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select currency from unnest(${`{${currencies.join()}}`}::text[], ${`{${currencies.map(createCurrencyTerm).join()}}`}::text[])
      as asked (currency, term)
    where exists (
      select from charge_terms where account_id = ${accountId}::uuid and term = decode(asked.term, 'hex')
    )`.execute(db)
  return rows.map(({ currency }) => currency)
}

/** Sums of charges, for the merchant's overview. */
export type ChargeFigureStore = ReturnType<typeof createChargeFigureStore>
