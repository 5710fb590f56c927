import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Status } from '../../../api/schemas/payments/payment.ts'
import { isWithin, readPage } from '../../db/page.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import type { ChargeSummaryRow } from '../../db/tables/charges.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { ListChargesQuery, ListChargesResult } from '../charges.ts'
import { type ChargeFilter, maxCounted } from '../charges.ts'
import { listedPayments, shownStatusChanges } from '../lists/payment-bounds.ts'
import type { SearchTerm } from '../lists/search-terms.ts'
import type { ChargeSummary, RequestHistoryCharge } from '../records.ts'
import { readAcceptedTokens } from './accepts.ts'
import { readHistories } from './load.ts'
import { toChargeSummary } from './rows.ts'

/** The columns that a list shows. */
const listedColumns = [
  'charges.id',
  'charges.seq',
  'charges.livemode',
  'charges.requestId',
  'charges.paymentLinkId',
  'charges.status',
  'charges.pricingType',
  'charges.localAmount',
  'charges.localCurrency',
  'charges.chainId',
  'charges.recipient',
  'charges.token',
  'charges.tokenType',
  'charges.decimals',
  'charges.symbol',
  'charges.amount',
  'charges.baseUrl',
  'charges.hasAcceptedTokens',
  'charges.name',
  'charges.description',
  'charges.lineItems',
  'charges.taxNote',
  'charges.payerEmail',
  'charges.metadata',
  'charges.reference',
  'charges.expiresAt',
  'charges.priceSource',
  'charges.quoteExpiresAt',
  'charges.toleratedAmount',
  'charges.shippedAt',
  'charges.acceptedAmount',
  'charges.createdAt',
  'charges.paymentStatus',
  'charges.missingAmount',
  'charges.excessAmount',
  'charges.refundedAmount',
] as const

/** Creates the part of the store that lists charges. */
export function createChargeListStore(db: Kysely<Tables>) {
  return {
    /** A page of an account's charges, newest first; undefined where the cursor names none of its charges. */
    async listCharges(
      accountId: string,
      query: ListChargesQuery,
    ): Promise<ListChargesResult | undefined> {
      return await readSnapshot(db, async (tx) => {
        const { cursor, filter } = query
        const { charges, order } = selectCharges(tx, accountId, filter)
        const page = await readPage(
          query,
          (id) => findTime(tx, accountId, filter, id),
          ({ select }) => select(charges.select(listedColumns)).execute(),
          order,
        )
        if (!page) return undefined
        const { rows, hasMore } = page
        const { status, isReturned, ...others } = filter
        const hasCounter = Object.values(others).every((value) => value === undefined)
        const isWhole = !cursor && !hasMore
        const total = isWhole
          ? rows.length
          : hasCounter
            ? await readTotal(tx, accountId, { status, isReturned })
            : await countUpToLimit(
                tx,
                charges.select('charges.id').orderBy(order.time).orderBy(order.id),
              )
        return { charges: await loadChargeSummaries(tx, rows), hasMore, total }
      })
    },

    /** Returns whether an account has a charge of all these terms. */
    async hasTerms(accountId: string, terms: readonly SearchTerm[]): Promise<boolean> {
      const { charges } = selectCharges(db, accountId, { terms })
      return (await charges.select('charges.id').limit(1).executeTakeFirst()) !== undefined
    },

    /** Returns the newest charges that name a request, oldest first. */
    async listChargesOfRequest(requestId: string, limit: number): Promise<RequestHistoryCharge[]> {
      return await readSnapshot(db, async (tx) => {
        const rows = await tx
          .selectFrom('charges')
          .select(listedColumns)
          .where('requestId', '=', requestId)
          .orderBy('seq', 'desc')
          .limit(limit)
          .execute()
        const idsWithAcceptedTokens = rows
          .filter((row) => row.hasAcceptedTokens)
          .map(({ id }) => id)
        const acceptedTokens = await readAcceptedTokens(tx, idsWithAcceptedTokens)
        const charges = await loadChargeSummaries(tx, rows.reverse())
        return charges.map((charge) => ({
          ...charge,
          accepts: acceptedTokens.get(charge.id) ?? [],
        }))
      })
    },
  }
}

/** Lists of charges. */
export type ChargeListStore = ReturnType<typeof createChargeListStore>

/** Returns the time by which an account's charge is in the list of a filter; undefined where it is not. */
async function findTime(
  db: Kysely<Tables>,
  accountId: string,
  { paid }: ChargeFilter,
  id: string,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('charges')
    .select(['createdAt', 'paidAt'])
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return paid ? row?.paidAt : row?.createdAt
}

/** Selects the charges that a filter lets through, and their order: for a list, and for the figures that open it. Each kind of list is one range of an index. */
export function selectCharges(db: Kysely<Tables>, accountId: string, filter: ChargeFilter) {
  const { status, paymentStatus } = filter
  const [term, ...otherTerms] = filter.terms ?? []
  // The rows of a term have the order of the list.
  const created = sql<Date>`${sql.ref(term ? 'found.createdAt' : 'charges.createdAt')}`
  const id = sql<string>`${sql.ref(term ? 'found.chargeId' : 'charges.id')}`
  const paid = sql<Date>`charges.paid_at`
  const conditions = [
    isWithin(filter.created, created),
    isWithin(filter.paid, paid),
    ...otherTerms.map((other) => hasTerm(accountId, other, { created, id })),
    ...given(status, (text) =>
      term
        ? hasStatus(accountId, sql`same.status = ${text}`, { created, id })
        : sql`charges.status = ${text}`,
    ),
    ...given(paymentStatus, (text) =>
      term
        ? hasStatus(accountId, sql`same.payment_status = ${text}`, { created, id })
        : sql`charges.payment_status = ${text}`,
    ),
    ...listConditions(filter),
  ]
  const charges = db
    .selectFrom('charges')
    .where('charges.accountId', '=', accountId)
    .$if(term !== undefined, (from) =>
      from
        .innerJoin('chargeTerms as found', 'found.chargeId', 'charges.id')
        .where('found.accountId', '=', accountId)
        .where('found.term', '=', toTerm(term ?? '')),
    )
    .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
  return { charges, order: { time: filter.paid ? paid : created, id } }
}

/**
 * Is the charge among those of a term, too? It is compared with the row of the first term, not with the charge: both ranges have one
 * order, in which PostgreSQL reads them side by side. By the charge it would join them through all charges of the account, which
 * takes hours where both terms are common.
 */
function hasTerm(
  accountId: string,
  term: SearchTerm,
  { created, id }: { created: RawBuilder<Date>; id: RawBuilder<string> },
): RawBuilder<boolean> {
  return sql`exists (
    select from charge_terms as other where other.account_id = ${accountId} and other.term = ${toTerm(term)}
      and other.created_at = ${created} and other.charge_id = ${id})`
}

/** Returns the condition of a filter; none for a filter that is not given. */
function given(
  value: string | undefined,
  toCondition: (text: string) => RawBuilder<boolean>,
): RawBuilder<boolean>[] {
  return value === undefined ? [] : [toCondition(value)]
}

/**
 * Is the charge among those of a status? The condition uses the index that has the list's order. Where few charges have the status,
 * PostgreSQL reads it first; where many do, it reads it together with the term's range. No charge is read only to be left out.
 */
function hasStatus(
  accountId: string,
  isOfStatus: RawBuilder<boolean>,
  { created, id }: { created: RawBuilder<Date>; id: RawBuilder<string> },
): RawBuilder<boolean> {
  return sql`exists (
    select from charges as same where same.account_id = ${accountId} and ${isOfStatus}
      and same.created_at = ${created} and same.id = ${id})`
}

/** The conditions on single columns, and on the charge's related rows. */
function listConditions(filter: ChargeFilter): RawBuilder<boolean>[] {
  const { id, status, reference, hash, payer, payerEmail, amount, isInDollars, isReturned } = filter
  return [
    ...given(id, (text) => sql`charges.id = ${text}`),
    ...given(reference, (text) => sql`charges.reference = ${text}`),
    ...given(hash, (text) => sql`charges.id in (${selectByHash(text)})`),
    ...given(payer, (text) => sql`charges.id in (${selectByPayer(text)})`),
    ...given(payerEmail, (text) =>
      isAsTerm(sql`lower(charges.payer_email) = lower(${text}::text)`),
    ),
    ...given(amount, (text) =>
      isAsTerm(sql`charges.local_amount::numeric = ${text}::text::numeric`),
    ),
    ...(isInDollars ? [isAsTerm(sql`charges.local_currency = 'USD'`)] : []),
    ...(isReturned === undefined
      ? []
      : [sql<boolean>`(charges.returned_hash is not null) = ${isReturned}::boolean`]),
    // Only paid charges have a time of payment.
    ...(filter.paid && status !== undefined ? [sql<boolean>`charges.status = 'COMPLETED'`] : []),
  ]
}

/**
 * Adds what nearly every charge of a term is: the others have the same text elsewhere. The planner takes an equality for rare,
 * and would rather compare every charge of the account than follow the term.
 */
function isAsTerm(condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`case when ${condition} then true else false end`
}

/** Of a charge's payments those of an account. */
function selectByPayer(address: string) {
  return sql`select charge_id from payments where charge_id = charges.id and payer_address = ${address}`
}

const toTerm = (term: SearchTerm) => sql<Uint8Array>`decode(${term}::text, 'hex')`

/** Selects the charges that a transaction was reported for, that it has paid, or in whose name it has paid another. */
function selectByHash(hash: string) {
  return sql`
    select charge_id from payments where hash = ${hash} and status <> 'FAILED'
    union select charge_id from payments where hash = ${hash} and status = 'FAILED'
    union select charge_id from reported_transactions where hash = ${hash}
    union select charge_id from misdirected_payments where hash = ${hash}`
}

/** Returns the number of charges of a status: those that send money back are few, and have an index of their own. */
async function readTotal(
  db: Kysely<Tables>,
  accountId: string,
  { status, isReturned }: Pick<ChargeFilter, 'status' | 'isReturned'>,
): Promise<number> {
  const count = isReturned ? 0 : await readChargeCount(db, accountId, status)
  if (isReturned === undefined) return count
  const { returned } = await db
    .selectFrom('charges')
    .select((by) => by.fn.countAll<number>().as('returned'))
    .where('accountId', '=', accountId)
    .where('returnedHash', 'is not', null)
    .$if(status !== undefined, (charges) => charges.where('status', '=', status as Status))
    .executeTakeFirstOrThrow()
  return isReturned ? returned : count - returned
}

/** Reads the number of charges from counters: to count the charges themselves would take longer with every charge. */
async function readChargeCount(
  db: Kysely<Tables>,
  accountId: string,
  status: Status | undefined,
): Promise<number> {
  let query = db
    .selectFrom('chargeCounts')
    .select(sql<number>`coalesce(sum(count), 0)::bigint`.as('total'))
    .where('accountId', '=', accountId)
  if (status) query = query.where('status', '=', status)
  return (await query.executeTakeFirstOrThrow()).total
}

/** Counts the rows of a query, up to `maxCounted`. */
async function countUpToLimit(
  db: Kysely<Tables>,
  query: SelectQueryBuilder<Tables, 'charges', { id: string }>,
): Promise<number> {
  const { count } = await db
    .selectFrom(query.limit(maxCounted).as('counted'))
    .select((by) => by.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Loads the listed charges of these rows. */
async function loadChargeSummaries(
  db: Kysely<Tables>,
  rows: readonly ChargeSummaryRow[],
): Promise<ChargeSummary[]> {
  if (rows.length === 0) return []
  const { paymentsOf, timelineOf, refundsOf } = await readHistories(
    db,
    rows.map(({ id }) => id),
    // One more, to know whether there are more.
    { payments: listedPayments + 1, statusChanges: shownStatusChanges },
  )
  return rows.map((row) => ({
    ...toChargeSummary(row, paymentsOf(row.id), timelineOf(row.id)),
    refunds: refundsOf(row.id),
  }))
}
