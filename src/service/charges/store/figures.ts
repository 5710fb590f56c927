import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { ChargeChoices, ChargeFigures, ChargeSum } from '../lists/figures.ts'

const amount = sql<string>`coalesce(trim_scale(sum(nullif(local_amount, '')::numeric)), 0)::text`
const count = sql<number>`count(*)::int`

/** As many as a list to choose from has room for. */
const maxChoices = 200

/** Creates the part of the store that adds up charges. Each sum is of one range of an index. */
export function createChargeFigureStore(db: Kysely<Tables>) {
  return {
    /** Returns the figures of an account: charges paid since a time, and open ones. */
    async readChargeFigures(accountId: string, since: Date): Promise<ChargeFigures> {
      const ofAccount = db
        .selectFrom('charges')
        .where('accountId', '=', accountId)
        .where('returnedHash', 'is', null)
      const [paid, waiting] = await Promise.all([
        ofAccount
          .select([count.as('count'), amount.as('amount')])
          .where('paidAt', '>=', since)
          .executeTakeFirstOrThrow(),
        ofAccount
          .select([
            count.as('count'),
            amount.as('amount'),
            sql<Date | undefined>`min(created_at)`.as('oldest'),
          ])
          .where('status', '=', 'NEW')
          .executeTakeFirstOrThrow(),
      ])
      return { paid, waiting }
    },
    /** Returns the tokens that an account's charges ask for, and the shops of its keys. */
    async readChargeChoices(accountId: string): Promise<ChargeChoices> {
      const [tokens, keys] = await Promise.all([
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
      ])
      return { tokens, shops: keys.map(({ shop }) => shop) }
    },
    /** Returns the sums paid between each of these ascending times and the next; from the last one, up to now. */
    async readPaidSince(accountId: string, times: readonly Date[]): Promise<ChargeSum[]> {
      const [first] = times
      if (!first) return []
      // An array as text: both drivers send it alike.
      const bounds = `{${times.map((time) => time.toISOString()).join()}}`
      const rows = await db
        .selectFrom('charges')
        .select([
          sql<number>`width_bucket(paid_at, ${bounds}::timestamptz[])`.as('bucket'),
          count.as('count'),
          amount.as('amount'),
        ])
        .where('accountId', '=', accountId)
        .where('paidAt', '>=', first)
        .where('returnedHash', 'is', null)
        .groupBy(sql`1`)
        .execute()
      return times.map((_, index) => {
        const row = rows.find(({ bucket }) => bucket === index + 1)
        return { count: row?.count ?? 0, amount: row?.amount ?? '0' }
      })
    },
  }
}

/** Sums of charges, for the merchant's overview. */
export type ChargeFigureStore = ReturnType<typeof createChargeFigureStore>
