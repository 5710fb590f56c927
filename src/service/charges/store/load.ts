import { type Kysely, type Selectable, sql } from 'kysely'
import { anyOf, arrayOf } from '../../db/any-of.ts'
import type { ChargeRow, StatusChangeRow } from '../../db/tables/charges.ts'
import type { PaymentRow } from '../../db/tables/payments.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { shownStatusChanges } from '../lists/payment-bounds.ts'
import type { ChargeRecord, PaymentRecord, RefundTotal, StatusChange } from '../records.ts'
import { readAcceptedTokens, readDecidedTokens } from './accepts.ts'
import { toChargeBase, toPayment, toQuotePeriod, toStatusChange } from './rows.ts'

/** Loads a charge with its payments, status changes and prices. */
export async function loadCharge(
  db: Kysely<Tables>,
  row: Selectable<ChargeRow>,
): Promise<ChargeRecord> {
  const [charge] = await loadCharges(db, [row])
  return charge as ChargeRecord
}

/** Loads charges likewise, in the order of their rows: as many statements for many charges as for one. */
export async function loadCharges(
  db: Kysely<Tables>,
  rows: readonly Selectable<ChargeRow>[],
): Promise<ChargeRecord[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const { paymentsOf, timelineOf, refundsOf } = await readHistories(db, ids, wholeHistory)
  const renewedIds = rows.filter((row) => row.quoteExpiresAt).map(({ id }) => id)
  const periods =
    renewedIds.length > 0
      ? await db
          .selectFrom('quotePeriods')
          .selectAll()
          .where('chargeId', '=', anyOf(renewedIds, 'uuid'))
          .orderBy('validFrom')
          .execute()
      : []
  const accepts = await readAcceptedTokens(
    db,
    rows.filter((row) => row.hasAcceptedTokens).map(({ id }) => id),
  )
  const decided = await readDecidedTokens(
    db,
    rows.filter((row) => row.hasDecidedTokens).map(({ id }) => id),
  )
  const periodsOf = Map.groupBy(periods, (row) => row.chargeId)
  return rows.map((row) => ({
    ...toChargeBase(row, accepts.get(row.id) ?? []),
    decided: decided.get(row.id),
    payments: paymentsOf(row.id),
    timeline: timelineOf(row.id),
    refunds: refundsOf(row.id),
    quotePeriods: (periodsOf.get(row.id) ?? []).map(toQuotePeriod),
  }))
}

/** The payments, status changes and refunds of some charges, by their ids. */
export interface Histories {
  paymentsOf(chargeId: string): PaymentRecord[]
  timelineOf(chargeId: string): StatusChange[]
  /** Undefined for none. */
  refundsOf(chargeId: string): RefundTotal[] | undefined
}

/** How much is read of each charge: of its payments those that have not failed first, and the newest of both. */
export interface HistoryLimits {
  payments: number
  statusChanges: number
}

/** More than the highest number of a charge's payments that have not failed, so that crediting sees all of them. */
const wholeHistory: HistoryLimits = { payments: 1000, statusChanges: shownStatusChanges }

/**
 * Reads the payments, status changes and refunds of these charges, with one statement for each of the three. A waiting page reads
 * its charge again and again; a charge without a payment has no refunds, so none are looked up.
 */
export async function readHistories(
  db: Kysely<Tables>,
  chargeIds: readonly string[],
  limits: HistoryLimits,
): Promise<Histories> {
  const wanted = sql`unnest(${arrayOf(chargeIds, 'uuid')}) as wanted (id)`
  const { rows: payments } = await sql<Selectable<PaymentRow>>`
    select payment.* from ${wanted} cross join lateral (
      select * from payments where charge_id = wanted.id
      order by status = 'FAILED', seq desc limit ${limits.payments}
    ) as payment order by payment.seq`.execute(db)
  const { rows: statusChanges } = await sql<Selectable<StatusChangeRow>>`
    select change.* from ${wanted} cross join lateral (
      select * from charge_status_history where charge_id = wanted.id
      order by seq desc limit ${limits.statusChanges}
    ) as change order by change.seq`.execute(db)
  const paymentsByCharge = Map.groupBy(payments, (row) => row.chargeId)
  const refunds = await readRefundTotals(db, [...paymentsByCharge.keys()])
  const statusChangesByCharge = Map.groupBy(statusChanges, (row) => row.chargeId)
  return {
    paymentsOf: (id) => (paymentsByCharge.get(id) ?? []).map(toPayment),
    timelineOf: (id) => (statusChangesByCharge.get(id) ?? []).map(toStatusChange),
    refundsOf: (id) => refunds.get(id),
  }
}

/** Reads the sums of the refunds of these charges, in each token. */
async function readRefundTotals(
  db: Kysely<Tables>,
  chargeIds: readonly string[],
): Promise<Map<string, RefundTotal[]>> {
  if (chargeIds.length === 0) return new Map()
  const { rows } = await sql<{
    chargeId: string
    chainId: number
    token: string
    symbol: string
    decimals: number
    confirmed: bigint
    pending: bigint
  }>`
    select charge_id, chain_id, token, symbol, decimals,
      coalesce(sum(sent_amount) filter (where status = 'COMPLETED'), 0) as confirmed,
      coalesce(sum(coalesce(sent_amount, amount)) filter (where status <> 'COMPLETED'), 0) as pending
    from refunds where charge_id = ${anyOf(chargeIds, 'uuid')} and status <> 'CANCELLED'
    group by charge_id, chain_id, token, symbol, decimals order by charge_id, chain_id, token`.execute(
    db,
  )
  const byCharge = Map.groupBy(rows, (row) => row.chargeId)
  return new Map(
    [...byCharge].map(([id, totals]) => [
      id,
      totals.map(({ chainId, token, symbol, decimals, confirmed, pending }) => ({
        ...{ chainId, token, symbol, decimals },
        ...{ confirmed, pending },
      })),
    ]),
  )
}
