import type { Kysely, Selectable } from 'kysely'
import type { FxRateRow } from '../../db/tables/rates.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { KeptRate } from '../source.ts'

/** Creates the part of the store for rates of currencies. */
export function createFxRateStore(db: Kysely<Tables>) {
  return {
    /** Returns the rates of a currency that were used since a time and the one before them, the newest first. */
    async listFxRates(currency: string, since: Date): Promise<KeptRate[]> {
      const select = () => db.selectFrom('fxRates').selectAll().where('currency', '=', currency)
      const [recent, before] = await Promise.all([
        select().where('readAt', '>=', since).orderBy('readAt', 'desc').execute(),
        select().where('readAt', '<', since).orderBy('readAt', 'desc').limit(1).execute(),
      ])
      return [...recent, ...before].map(toRate)
    },

    /** Returns the newest rate that was read until a time and was fresh then; undefined where there is none. */
    async findFxRateAt(currency: string, at: Date): Promise<KeptRate | undefined> {
      const row = await db
        .selectFrom('fxRates')
        .selectAll()
        .where('currency', '=', currency)
        .where('readAt', '<=', at)
        .where('freshUntil', '>=', at)
        .orderBy('readAt', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && toRate(row)
    },

    /** Returns the rate of a currency that waits until a later one agrees; undefined for none. */
    async findWaitingFxRate(currency: string): Promise<KeptRate | undefined> {
      const row = await db
        .selectFrom('waitingFxRates')
        .selectAll()
        .where('currency', '=', currency)
        .executeTakeFirst()
      return row && toRate(row)
    },

    /** Lets a rate wait, in place of an earlier one. */
    async saveWaitingFxRate(rate: KeptRate): Promise<void> {
      const row = toRow(rate)
      await db
        .insertInto('waitingFxRates')
        .values(row)
        .onConflict((conflict) => conflict.column('currency').doUpdateSet(row))
        .execute()
    },

    /** Saves a rate that is used. None of its currency waits any more. */
    async saveFxRate(rate: KeptRate): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('waitingFxRates').where('currency', '=', rate.currency).execute()
        await tx.insertInto('fxRates').values(toRow(rate)).execute()
      })
    },

    /** Ends the waiting of a currency's rate, which has moved back. */
    async deleteWaitingFxRate(currency: string): Promise<void> {
      await db.deleteFrom('waitingFxRates').where('currency', '=', currency).execute()
    },
  }
}

const toRate = ({ datedAt, ...row }: Selectable<FxRateRow>): KeptRate => ({ ...row, at: datedAt })

function toRow({
  currency,
  answer,
  decimals,
  source,
  at,
  freshUntil,
  readAt,
}: KeptRate): FxRateRow {
  return { currency, answer, decimals, source, datedAt: at, freshUntil, readAt }
}

/** Rates of currencies. */
export type FxRateStore = ReturnType<typeof createFxRateStore>
