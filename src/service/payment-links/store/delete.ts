import { type Kysely, sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables/tables.ts'

/** Tables whose rows only say what a charge was, each after those that reference it. */
const parts = [
  'charge_terms',
  'accepted_tokens',
  'quote_periods',
  'charge_status_history',
  'offered_challenges',
  'offered_fees',
  'webhook_events',
] as const

/** Deletes charges without any trace of money, with the rows that say what they were. */
export async function deleteCharges(tx: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  for (const table of parts)
    await sql`delete from ${sql.table(table)} where charge_id = ${anyOf(ids, 'uuid')}`.execute(tx)
  await tx.deleteFrom('charges').where('id', '=', anyOf(ids, 'uuid')).execute()
}
