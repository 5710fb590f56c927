import { type Kysely, sql } from 'kysely'
import { createTextTerm } from '../../domain/charges/search-terms.ts'
import type { CandidateStore } from '../../domain/unmatched/candidates.ts'
import { loadCharges } from '../charges/load.ts'
import { anyOf } from '../database/any-of.ts'
import type { Tables } from '../database/tables.ts'
import { toReservation } from '../payments/reserved-amounts/reservations.ts'

/** How many charges of each kind are compared: those that a payer, and those that the price leads to. */
const maxOfPayer = 20
const maxOfPrice = 100

/** Creates the part of the store that finds the charges which unmatched money may be for. */
export function createCandidateStore(db: Kysely<Tables>): CandidateStore {
  return {
    async listCandidates(accountId, { transfer, prices, since, until }) {
      const { chainId, token, sender, chargeId, ownReferences } = transfer
      const paidBySender = sql<string>`select charge_id from charge_terms
        where account_id = ${accountId}::uuid and term = decode(${createTextTerm(sender)}::text, 'hex')
        order by created_at desc limit ${maxOfPayer}`
      const inTokens = prices?.tokens
      const inDollars = prices?.dollars
      const ofPrice = sql<string>`select id from charges
        where account_id = ${accountId}::uuid and created_at between ${since}::timestamptz and ${until}::timestamptz and status <> 'CANCELLED' and (
          local_amount::numeric between ${inDollars?.min ?? '1'}::text::numeric and ${inDollars?.max ?? '0'}::text::numeric
          or (chain_id, token) = (${String(chainId)}::bigint, ${token})
            and amount between ${inTokens?.min ?? '1'}::text::numeric and ${inTokens?.max ?? '0'}::text::numeric)
        order by local_amount::numeric = ${inDollars?.exact ?? '0'}::text::numeric
          or (chain_id, token, amount) = (${String(chainId)}::bigint, ${token}, ${inTokens?.exact ?? '0'}::text::numeric) desc, created_at desc
        limit ${maxOfPrice}`
      const rows = await db
        .selectFrom('charges')
        .selectAll()
        .where('account_id', '=', accountId)
        .where((by) =>
          by.or([
            ...(chargeId === undefined ? [] : [by('id', '=', chargeId)]),
            ...(ownReferences.length > 0 ? [by('reference', '=', anyOf(ownReferences))] : []),
            ...(sender === '' ? [] : [sql<boolean>`id in (${paidBySender})`]),
            ...(prices ? [sql<boolean>`id in (${ofPrice})`] : []),
            by.val(false),
          ]),
        )
        .execute()
      const charges = await loadCharges(db, rows)
      const reservations = await db
        .selectFrom('reserved_amounts')
        .selectAll()
        .where(
          'charge_id',
          '=',
          anyOf(
            charges.map(({ id }) => id),
            'uuid',
          ),
        )
        .execute()
      const byCharge = Map.groupBy(reservations.map(toReservation), (one) => one.chargeId)
      return charges.map((charge) => ({ charge, reservations: byCharge.get(charge.id) ?? [] }))
    },
  }
}
