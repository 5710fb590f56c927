import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables/tables.ts'
import type { ChargeFigures, ChargeSum } from '../lists/figures.ts'

const amount = sql<string>`coalesce(trim_scale(sum(nullif(local_amount, '')::numeric)), 0)::text`
const count = sql<number>`count(*)::int`

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
          .where('status', 'in', ['NEW', 'PENDING'])
          .executeTakeFirstOrThrow(),
      ])
      return { paid, waiting }
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
