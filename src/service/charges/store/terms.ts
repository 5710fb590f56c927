import { type Kysely, type QueryCreator, sql } from 'kysely'
import { arrayOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { listChargeTerms, listPaymentTerms, type SearchTerm } from '../lists/search-terms.ts'
import type { ChargeRecord, PaymentRecord } from '../records.ts'

// The terms by which charges are found; see lists/search-terms.ts.

/** Builds the statement that inserts the terms of new charges. */
export function insertTerms(by: QueryCreator<Tables>, charges: readonly ChargeRecord[]) {
  return buildInsert(
    by,
    charges.flatMap((charge) => listChargeTerms(charge).map((term) => ({ charge, term }))),
  )
}

/** Saves the terms by which payments find their charges. */
export async function savePaymentTerms(
  tx: Kysely<Tables>,
  payments: readonly { charge: ChargeRecord; payment: PaymentRecord }[],
): Promise<void> {
  const terms = payments.flatMap(({ charge, payment }) =>
    listPaymentTerms(charge, payment).map((term) => ({ charge, term })),
  )
  if (terms.length === 0) return
  await buildInsert(tx, terms)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** One parameter for each column, however many terms there are. */
function buildInsert(
  by: QueryCreator<Tables>,
  terms: readonly { charge: ChargeRecord; term: SearchTerm }[],
) {
  const columnOf = (values: string[], type: 'uuid' | 'text') => arrayOf(values, type)
  const accountIds = columnOf(
    terms.map(({ charge }) => charge.accountId),
    'uuid',
  )
  const hashes = columnOf(
    terms.map(({ term }) => term),
    'text',
  )
  const times = columnOf(
    terms.map(({ charge }) => charge.createdAt.toISOString()),
    'text',
  )
  const chargeIds = columnOf(
    terms.map(({ charge }) => charge.id),
    'uuid',
  )
  return by
    .insertInto('chargeTerms')
    .columns(['accountId', 'term', 'createdAt', 'chargeId'])
    .expression(
      sql<never>`select account_id, decode(term, 'hex'), created_at::timestamptz, charge_id
        from unnest(${accountIds}, ${hashes}, ${times}, ${chargeIds})
          as added (account_id, term, created_at, charge_id)`,
    )
}
