import type { Kysely } from 'kysely'
import type { PriceQuote } from '../../domain/charges/records.ts'
import { anyOf } from '../database/any-of.ts'
import type { Tables } from '../database/tables.ts'
import { toPriceQuote } from './rows.ts'

/** Reads the accepted tokens of these charges, by charge, in the merchants' order. Queries nothing for no charges. */
export async function readAcceptedTokens(
  db: Kysely<Tables>,
  chargeIds: readonly string[],
): Promise<ReadonlyMap<string, PriceQuote[]>> {
  if (chargeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('accepted_tokens')
    .selectAll()
    .where('charge_id', '=', anyOf(new Set(chargeIds), 'uuid'))
    .orderBy('charge_id')
    .orderBy('sort_order')
    .execute()
  const byCharge = new Map<string, PriceQuote[]>()
  for (const row of rows) {
    const quotes = byCharge.get(row.charge_id) ?? []
    byCharge.set(row.charge_id, [...quotes, toPriceQuote(row)])
  }
  return byCharge
}
