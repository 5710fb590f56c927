import type { Kysely } from 'kysely'
import type { DecidedQuote, PriceQuote } from '../../domain/charges/records.ts'
import { anyOf } from '../database/any-of.ts'
import type { Tables } from '../database/tables/tables.ts'
import { fromPriceQuote, toPriceQuote } from './rows.ts'

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

/** Reads the prices that merchants have decided on, by charge. Queries nothing for no charges. */
export async function readDecidedTokens(
  db: Kysely<Tables>,
  chargeIds: readonly string[],
): Promise<ReadonlyMap<string, DecidedQuote[]>> {
  if (chargeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('decided_tokens')
    .selectAll()
    .where('charge_id', '=', anyOf(new Set(chargeIds), 'uuid'))
    .orderBy('hash')
    .execute()
  const byCharge = Map.groupBy(rows, ({ charge_id }) => charge_id)
  return new Map(
    [...byCharge].map(([id, some]) => [
      id,
      some.map((row) => ({ ...toPriceQuote(row), hash: row.hash })),
    ]),
  )
}

/** Saves the price that a merchant has decided on, in place of that of an earlier decision which was taken back. */
export async function saveDecidedToken(
  tx: Kysely<Tables>,
  chargeId: string,
  { hash, ...quote }: DecidedQuote,
): Promise<void> {
  const values = fromPriceQuote(quote)
  await tx
    .insertInto('decided_tokens')
    .values({ charge_id: chargeId, hash, ...values })
    .onConflict((conflict) =>
      conflict.columns(['charge_id', 'chain_id', 'hash', 'token']).doUpdateSet(values),
    )
    .execute()
  await tx
    .updateTable('charges')
    .set({ has_decided_tokens: true })
    .where('id', '=', chargeId)
    .execute()
}
