import { type Kysely, type RawBuilder, sql } from 'kysely'
import { createTextTerm } from '../../charges/lists/search-terms.ts'
import { loadCharges } from '../../charges/store/load.ts'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { CandidateCharge, CandidateQuery, Claim } from '../candidates.ts'
import { maxCountedClaims } from '../candidates.ts'

/** How many charges of each kind are compared: those that a payer, and those that the price leads to. */
const maxOfPayer = 20
const maxOfPrice = 100

/** How many charges are compared by their prices, of those before the transfer: a merchant may have any number of them. */
const maxCompared = 20_000

/** How many claims are read in addition to those for charges with other evidence: with a signature, and without. */
const maxClaimsOfKind = 20

/** Creates the part of the store that finds the charges which unmatched money may be for. */
export function createCandidateStore(db: Kysely<Tables>) {
  return {
    /** Returns charges of the account that the transaction names, that its sender has paid, or whose price may fit. */
    async listCandidates(accountId: string, query: CandidateQuery): Promise<CandidateCharge[]> {
      return await listCandidates(db, accountId, query)
    },

    /**
     * Returns the claims to the money of a transaction for charges of the account, and how many charges claim it in all, up to
     * `maxCountedClaims`: the claims for these charges, and the first of the others, with and without a signature separately.
     * Anyone can claim any money, so the number that is read is bounded.
     */
    async listClaims(
      accountId: string,
      { chainId, hash }: { chainId: number; hash: string },
      chargeIds: readonly string[],
    ): Promise<{ claims: Claim[]; count: number }> {
      const { rows } = await sql<{
        chargeId: string
        signature: string | undefined
        count: number
      }>`
        with claims as (
          select report.charge_id, report.signature, report.created_at
          from reported_transactions as report join charges on charges.id = report.charge_id
          where report.hash = ${hash} and report.chain_id = ${chainId} and charges.account_id = ${accountId}::uuid
          order by report.created_at limit ${maxCountedClaims}
        ), placed as (
          select *, row_number() over (partition by signature is null order by created_at) as place,
            count(*) over () as count
          from claims
        )
        select charge_id, signature, count from placed where place <= ${maxClaimsOfKind}
        union all
        select charge_id, signature, 0 from reported_transactions
        where hash = ${hash} and chain_id = ${chainId} and charge_id = ${anyOf(chargeIds, 'uuid')}`.execute(
        db,
      )
      const claims = rows.map(({ chargeId, signature }) => ({ chargeId, signature }))
      return { claims, count: Math.max(0, ...rows.map(({ count }) => count)) }
    },
  }
}

/** The charges that unmatched money may be for. */
export type CandidateStore = ReturnType<typeof createCandidateStore>

async function listCandidates(
  db: Kysely<Tables>,
  accountId: string,
  query: CandidateQuery,
): Promise<CandidateCharge[]> {
  const accepted = selectAccepted(query)
  const sources = buildSources(accountId, query, accepted)
  if (sources.length === 0) return []
  // One look-up for each kind of evidence: a single condition with all of them would be evaluated for every charge of the
  // account.
  const found = sql.join(
    sources.map((source) => sql`(${source})`),
    sql` union all `,
  )
  const rows = await db
    .selectFrom('charges')
    .selectAll()
    .select(sql<boolean>`id in (${accepted})`.as('isAccepted'))
    .where('accountId', '=', accountId)
    .where(sql<boolean>`id in (${found})`)
    .where('returnedHash', 'is', null)
    .execute()
  const charges = await loadCharges(db, rows)
  const acceptedIds = new Set(rows.filter((row) => row.isAccepted).map(({ id }) => id))
  const reservations = await db
    .selectFrom('reservedAmounts')
    .selectAll()
    .where(
      'chargeId',
      '=',
      anyOf(
        charges.map(({ id }) => id),
        'uuid',
      ),
    )
    .execute()
  const byCharge = Map.groupBy(reservations, (one) => one.chargeId)
  return charges.map((charge) => ({
    charge,
    isAccepted: acceptedIds.has(charge.id),
    reservations: byCharge.get(charge.id) ?? [],
  }))
}

/** Returns the query for the charge that has accepted the authorization by which the money came. */
const selectAccepted = ({
  transfer: { chainId, token, sender, authorization },
}: CandidateQuery) => sql<string>`select charge_id from accepted_authorizations
  where (chain_id, token, sender, nonce) = (${chainId}::bigint, ${token}, ${sender}, ${authorization ?? ''})`

/** Returns the queries for the ids of charges that something leads to, each by an index of its own. */
function buildSources(
  accountId: string,
  { transfer, prices, since, until }: CandidateQuery,
  accepted: RawBuilder<string>,
): RawBuilder<string>[] {
  const { chainId, token, sender, authorization, chargeId, ownReferences } = transfer
  const paidBySender = sql<string>`select charge_id from charge_terms
    where account_id = ${accountId}::uuid and term = decode(${createTextTerm(sender)}::text, 'hex')
    order by created_at desc limit ${maxOfPayer}`
  const inTokens = prices?.tokens
  const inLocal = prices?.local
  const isRecent = sql`account_id = ${accountId}::uuid
    and created_at between ${since}::timestamptz and ${until}::timestamptz`
  const ofPrice = sql<string>`select id from (
      select id, created_at, status, local_amount, local_currency, chain_id, token, amount
      from charges where ${isRecent} order by created_at desc limit ${maxCompared}
    ) as recent
    where status <> 'CANCELLED' and (
      local_currency = ${inLocal?.currency ?? ''}
        and local_amount::numeric between ${inLocal?.min ?? '1'}::text::numeric and ${inLocal?.max ?? '0'}::text::numeric
      or (chain_id, token) = (${chainId}::bigint, ${token})
        and amount between ${inTokens?.min ?? '1'}::text::numeric and ${inTokens?.max ?? '0'}::text::numeric)
    order by local_amount::numeric = ${inLocal?.exact ?? '0'}::text::numeric
      or (chain_id, token, amount) = (${chainId}::bigint, ${token}, ${inTokens?.exact ?? '0'}::text::numeric) desc, created_at desc
    limit ${maxOfPrice}`
  const ofExactPrice = sql<string>`select charge_id from charge_terms
    where ${isRecent} and term = decode(${createTextTerm(inLocal?.exact ?? '')}::text, 'hex')
    order by created_at desc limit ${maxOfPrice}`
  return [
    ...(chargeId === undefined ? [] : [sql<string>`select ${chargeId}::uuid`]),
    ...(authorization === undefined ? [] : [accepted]),
    ...(ownReferences.length > 0
      ? [sql<string>`select id from charges where reference = ${anyOf(ownReferences)}`]
      : []),
    ...(sender === '' ? [] : [paidBySender]),
    ...(prices ? [ofPrice] : []),
    ...(inLocal ? [ofExactPrice] : []),
  ]
}
