import { type Kysely, type Selectable, sql } from 'kysely'
import { writeAuditOfAll } from '../../accounts/store/audit.ts'
import type { FxRateRow } from '../../db/tables/rates.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { transact } from '../../db/transact.ts'
import { formatRate } from '../judge.ts'
import type { KeptRate } from '../source.ts'

/** Decisions about money go by the service's clock, and the books by the chain's: rates around a block are kept, too. */
const clockGap = sql`interval '10 minutes'`

/** Creates the part of the store for rates of currencies. */
export function createFxRateStore(db: Kysely<Tables>) {
  return {
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

    /**
     * Keeps what is decided about a rate, by the rates that were used since a time and the one before them, the newest first, and by
     * the one that waits. Processes that read a currency at the same moment decide one after the other.
     */
    async decideFxRate<T extends KeptDecision>(
      rate: KeptRate,
      since: Date,
      decide: (used: readonly KeptRate[], waiting: KeptRate | undefined) => T,
    ): Promise<T> {
      return await transact(db, async (tx) => {
        await lockCurrency(tx, rate.currency)
        const used = await selectUsed(tx, rate.currency, since)
        const decision = decide(used, await selectWaiting(tx, rate.currency))
        if (decision.keeps === 'waiting') await saveWaiting(tx, rate)
        if (decision.keeps === 'used') await tx.insertInto('fxRates').values(toRow(rate)).execute()
        if (decision.endsWaiting) await deleteWaiting(tx, rate.currency)
        return decision
      })
    },

    /** Uses the rate of a currency that waits, and returns it; undefined where none waits. The audit log of every account records it. */
    async acceptFxRate(currency: string): Promise<KeptRate | undefined> {
      return await transact(db, async (tx) => {
        await lockCurrency(tx, currency)
        const waiting = await selectWaiting(tx, currency)
        if (!waiting) return undefined
        const accepted = { ...waiting, readAt: new Date() }
        const [last] = await selectUsed(tx, currency, accepted.readAt)
        await tx.insertInto('fxRates').values(toRow(accepted)).execute()
        await deleteWaiting(tx, currency)
        await writeAuditOfAll(tx, {
          action: 'rate.accepted',
          from: last && describeRate(last),
          to: describeRate(accepted),
        })
        return accepted
      })
    },

    /** Ends the waiting of a currency's rate, which another source contradicts. */
    async deleteWaitingFxRate(currency: string): Promise<void> {
      await deleteWaiting(db, currency)
    },

    /**
     * Deletes rates that were read before a time and that no movement of money is valued by: the books read the rate of a movement's
     * block whenever they are asked. Returns how many.
     */
    async deleteFxRates(before: Date, limit: number): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from fx_rates where ctid in (
          select ctid from fx_rates as rate where read_at < ${before} and not exists (
            select from (
              select block_time from transfers union all select block_time from refunds where sent_amount is not null
            ) as movements
            where block_time between rate.read_at - ${clockGap} and rate.fresh_until + ${clockGap} and not exists (
              select from fx_rates as newer
              where newer.currency = rate.currency and newer.read_at > rate.read_at
                and newer.read_at <= block_time - ${clockGap} and newer.fresh_until >= block_time + ${clockGap}
            )
          )
          limit ${limit}
        )`.execute(db)
      return Number(numAffectedRows ?? 0n)
    },
  }
}

/** What is kept of a rate that was read. */
export interface KeptDecision {
  /** As which the rate is kept; undefined for not at all. */
  keeps: 'used' | 'waiting' | undefined
  /** Whether none of the currency waits any more. */
  endsWaiting: boolean
}

/** Lets other transactions that decide about a currency wait until this one ends. */
async function lockCurrency(tx: Kysely<Tables>, currency: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rate ${currency}`}, 0))`.execute(tx)
}

async function selectUsed(db: Kysely<Tables>, currency: string, since: Date): Promise<KeptRate[]> {
  const select = () =>
    db.selectFrom('fxRates').selectAll().where('currency', '=', currency).orderBy('readAt', 'desc')
  const recent = await select().where('readAt', '>=', since).execute()
  const before = await select().where('readAt', '<', since).limit(1).execute()
  return [...recent, ...before].map(toRate)
}

async function selectWaiting(db: Kysely<Tables>, currency: string): Promise<KeptRate | undefined> {
  const row = await db
    .selectFrom('waitingFxRates')
    .selectAll()
    .where('currency', '=', currency)
    .executeTakeFirst()
  return row && toRate(row)
}

/** Lets a rate wait, in place of an earlier one. */
async function saveWaiting(tx: Kysely<Tables>, rate: KeptRate): Promise<void> {
  const row = toRow(rate)
  await tx
    .insertInto('waitingFxRates')
    .values(row)
    .onConflict((conflict) => conflict.column('currency').doUpdateSet(row))
    .execute()
}

async function deleteWaiting(db: Kysely<Tables>, currency: string): Promise<void> {
  await db.deleteFrom('waitingFxRates').where('currency', '=', currency).execute()
}

/** As the audit log has a rate. */
const describeRate = ({ currency, source, ...rate }: KeptRate) => ({
  currency,
  usd: formatRate(rate),
  source,
})

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
