import type { Kysely } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { DecidedQuote, PriceQuote } from '../records.ts'
import { toPriceQuote } from './rows.ts'

/** Reads the accepted tokens of these charges, by charge, in the merchants' order. Queries nothing for no charges. */
export async function readAcceptedTokens(
  db: Kysely<Tables>,
  chargeIds: readonly string[],
): Promise<ReadonlyMap<string, PriceQuote[]>> {
  if (chargeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('acceptedTokens')
    .selectAll()
    .where('chargeId', '=', anyOf(new Set(chargeIds), 'uuid'))
    .orderBy('chargeId')
    .orderBy('sortOrder')
    .execute()
  const byCharge = new Map<string, PriceQuote[]>()
  for (const row of rows) {
    const quotes = byCharge.get(row.chargeId) ?? []
    byCharge.set(row.chargeId, [...quotes, toPriceQuote(row)])
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
    .selectFrom('decidedTokens')
    .selectAll()
    .where('chargeId', '=', anyOf(new Set(chargeIds), 'uuid'))
    .orderBy('hash')
    .execute()
  const byCharge = Map.groupBy(rows, ({ chargeId }) => chargeId)
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
  const values = toPriceQuote(quote)
  await tx
    .insertInto('decidedTokens')
    .values({ chargeId, hash, ...values })
    .onConflict((conflict) =>
      conflict.columns(['chargeId', 'chainId', 'hash', 'token']).doUpdateSet(values),
    )
    .execute()
  await tx
    .updateTable('charges')
    .set({ hasDecidedTokens: true })
    .where('id', '=', chargeId)
    .execute()
}
