import { type Kysely, type RawBuilder, sql } from 'kysely'
import { listBaseUnits, shorten, type TypedSearch } from '../../charges/lists/typed-search.ts'
import { arrayOf } from '../../db/any-of.ts'
import { shortForm } from '../../db/short-form.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { UnmatchedRecord } from '../unmatched.ts'
import { loadUnmatchedRecords, selectAccountTransfers } from './unmatched.ts'

/** Creates the part of the store that finds unmatched money by what a person typed. */
export function createUnmatchedSearch(db: Kysely<Tables>) {
  return {
    /**
     * Returns the newest transfers of an account that a typed text is about, in any status but credited: by id, transaction, sender or
     * amount. Each way is one range of an index.
     */
    async findTransfers(
      accountId: string,
      typed: TypedSearch,
      limit: number,
    ): Promise<UnmatchedRecord[]> {
      const condition = toCondition(typed)
      if (!condition) return []
      const rows = await selectAccountTransfers(db, accountId)
        .where('transfers.status', '<>', 'CREDITED')
        .where(condition)
        .orderBy('transfers.seq', 'desc')
        .limit(limit)
        .execute()
      return await loadUnmatchedRecords(db, rows)
    },
  }
}

/** Finds unmatched money by what a person typed. */
export type UnmatchedSearch = ReturnType<typeof createUnmatchedSearch>

const shortSender = sql.raw(shortForm('transfers.sender'))
const shortHash = sql.raw(shortForm('transfers.hash'))

function toCondition(typed: TypedSearch): RawBuilder<boolean> | undefined {
  const { id, hash, address, short, amount } = typed
  if (id) return sql`transfers.id = ${id}::uuid`
  if (hash) return sql`transfers.hash = ${hash}`
  if (address)
    return sql`${shortSender} = ${shorten(address)} and lower(transfers.sender) = ${address}`
  if (short) return sql`(${shortSender} = ${short} or ${shortHash} = ${short})`
  if (!amount) return undefined
  const units = [...listBaseUnits(amount.value).values()].map(String)
  const ofToken =
    amount.symbol === ''
      ? sql`true`
      : sql`lower(destinations.symbol) = lower(${amount.symbol}::text)`
  return sql`transfers.amount = any(${arrayOf(units, 'text')}::numeric[])
    and transfers.amount = ${amount.value}::text::numeric * 10::numeric ^ destinations.decimals and ${ofToken}`
}
