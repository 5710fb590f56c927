import type { Kysely } from 'kysely'
import type { Quote } from '../domain/records.ts'
import { toQuote } from './rows.ts'
import type { Tables } from './tables.ts'

/** The further pairs of these charges, by charge, as their merchants ordered them. None are asked for nothing. */
export async function acceptsOf(
  db: Kysely<Tables>,
  chargeIds: readonly string[],
): Promise<ReadonlyMap<string, Quote[]>> {
  if (chargeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('accepts')
    .selectAll()
    .where('charge_id', 'in', [...new Set(chargeIds)])
    .orderBy('charge_id')
    .orderBy('place')
    .execute()
  const byCharge = new Map<string, Quote[]>()
  for (const row of rows) {
    const quotes = byCharge.get(row.charge_id) ?? []
    byCharge.set(row.charge_id, [...quotes, toQuote(row)])
  }
  return byCharge
}
