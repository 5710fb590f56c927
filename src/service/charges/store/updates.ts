import { type Kysely, type Selectable, sql } from 'kysely'
import { anyOf, maxRowsPerInsert, recordsOf } from '../../db/any-of.ts'
import { toFutureTime } from '../../db/clock.ts'
import type { ChargeRow } from '../../db/tables/charges.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { splitIntoBatches } from '../../kernel/batches.ts'
import { computeBalance } from '../balance.ts'
import { readNews, undoGraceMs } from '../events.ts'
import { applyUpdate } from '../lifecycle.ts'
import type {
  ChargeRecord,
  ChargeUpdate,
  PaymentRecord,
  PriceQuoteRenewal,
  TransferRecord,
} from '../records.ts'
import { writeEvents } from './events.ts'
import { loadCharges } from './load.ts'
import { fromPayment, fromQuotePeriod, toTransfer } from './rows.ts'
import { savePaymentTerms } from './terms.ts'

// Changes many charges together: a hundred payments of one block take as many statements as one.

/** A charge whose row this transaction has locked. */
export interface LockedCharge {
  row: Selectable<ChargeRow>
  charge: ChargeRecord
}

/**
 * Locks the rows of charges and loads them, so that changes of one charge by several processes follow each other. Rows are locked
 * in the order of their ids, so that two transactions cannot wait for each other.
 */
export async function lockCharges(
  tx: Kysely<Tables>,
  ids: readonly string[],
): Promise<Map<string, LockedCharge>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('charges')
    .selectAll()
    .where('id', '=', anyOf(new Set(ids), 'uuid'))
    .orderBy('id')
    .forUpdate()
    .execute()
  const charges = await loadCharges(tx, rows)
  const lockedCharges = new Map<string, LockedCharge>()
  for (const [index, row] of rows.entries())
    lockedCharges.set(row.id, { row, charge: charges[index] as ChargeRecord })
  return lockedCharges
}

/** Locks one charge; undefined where there is none with this id. */
export async function lockCharge(
  tx: Kysely<Tables>,
  id: string,
): Promise<LockedCharge | undefined> {
  return (await lockCharges(tx, [id])).get(id)
}

/** Reads the transfers of all payments of these charges, by charge. */
export async function readTransfersOfPayments(
  tx: Kysely<Tables>,
  lockedCharges: ReadonlyMap<string, LockedCharge>,
): Promise<ReadonlyMap<string, TransferRecord[]>> {
  const chargeIds = new Map(
    [...lockedCharges.values()].flatMap(({ charge }) =>
      charge.payments.map(({ id }) => [id, charge.id] as const),
    ),
  )
  if (chargeIds.size === 0) return new Map()
  const rows = await tx
    .selectFrom('transfers')
    .selectAll()
    .where('paymentId', '=', anyOf(chargeIds.keys(), 'uuid'))
    .orderBy('position')
    .execute()
  return Map.groupBy(rows.map(toTransfer), ({ paymentId }) => chargeIds.get(paymentId ?? '') ?? '')
}

/** A change of a locked charge. */
export interface LockedUpdate {
  locked: LockedCharge
  update: ChargeUpdate
}

/** Writes changes of locked charges, one of each charge, and the webhook events that report them. */
export async function applyUpdates(
  tx: Kysely<Tables>,
  changes: readonly LockedUpdate[],
): Promise<void> {
  const payments = changes.flatMap(({ locked: { charge }, update }) =>
    [update.payment, ...(update.otherPayments ?? [])].flatMap((payment) =>
      payment ? [{ charge, payment }] : [],
    ),
  )
  await savePayments(tx, payments)
  await savePaymentTerms(tx, payments)
  for (const { locked, update } of changes)
    if (update.quotes) await saveRenewedQuotes(tx, locked.charge, update.quotes)
  await saveStates(tx, changes)
  const steps = changes.flatMap(({ locked, update }) => {
    const { statusChange } = update
    if (!statusChange) return []
    const { row, charge } = locked
    const { status, acceptedAmount } = applyUpdate(charge, update)
    return [
      { row: { ...row, status, acceptedAmount }, statusChange, ...newsOf({ locked, update }) },
    ]
  })
  if (steps.length === 0) return
  const history = steps.map(({ row, statusChange: { status, time, context } }) => ({
    chargeId: row.id,
    status,
    time,
    context,
  }))
  for (const batch of splitIntoBatches(history, maxRowsPerInsert))
    await tx.insertInto('chargeStatusHistory').values(batch).execute()
  await writeEvents(
    tx,
    steps.flatMap(({ row, types }) => types.map((type) => ({ row, type }))),
  )
}

const newsOf = ({ locked: { charge, row }, update }: LockedUpdate) =>
  readNews(charge, update, row.heldUntil !== undefined)

/**
 * Saves the status and the balance of changed charges. A single statement for all of them: it also changes the counters of the
 * statuses, which its trigger locks in a fixed order.
 */
async function saveStates(tx: Kysely<Tables>, changes: readonly LockedUpdate[]): Promise<void> {
  const states = changes.map(({ locked, update }) => {
    const charge = applyUpdate(locked.charge, update)
    const { id, status, acceptedAmount } = charge
    return {
      id,
      status,
      acceptedAmount,
      time: update.statusChange?.time,
      isHeld: newsOf({ locked, update }).isHeld,
      ...computeBalance(charge),
    }
  })
  if (states.length === 0) return
  await sql`
    update charges set status = changed.status,
      paid_at = case when changed.status = 'COMPLETED' then coalesce(paid_at, changed.time) end,
      payment_status = changed.payment_status, missing_amount = changed.missing_amount,
      excess_amount = changed.excess_amount, refunded_amount = changed.refunded_amount,
      accepted_amount = changed.accepted_amount,
      held_until = case when changed.is_held then coalesce(held_until, ${toFutureTime(undoGraceMs)}) end
    from jsonb_to_recordset(${recordsOf(states)}) as changed (
      id uuid, status text, time timestamptz, payment_status text, missing_amount numeric, excess_amount numeric,
      refunded_amount numeric, accepted_amount numeric, is_held boolean
    )
    where charges.id = changed.id`.execute(tx)
}

/** Saves the balance of a locked charge anew, after a refund of it has changed. */
export async function refreshBalance(tx: Kysely<Tables>, chargeId: string): Promise<void> {
  const locked = await lockCharge(tx, chargeId)
  if (!locked) return
  await tx
    .updateTable('charges')
    .set(computeBalance(locked.charge))
    .where('id', '=', chargeId)
    .execute()
}

/** The columns that the trigger of its transfers writes, once a payment is inserted. */
const placeColumns = ['blockNumber', 'blockHash', 'minedAt'] as const

/** Inserts payments, and updates those that are there. */
async function savePayments(
  tx: Kysely<Tables>,
  payments: readonly { charge: ChargeRecord; payment: PaymentRecord }[],
): Promise<void> {
  const values = payments.map(({ charge, payment }) => fromPayment(payment, charge.accountId))
  const [first] = values
  if (!first) return
  const rows = values.map((row) => ({
    ...row,
    nextCheckAt: toFutureTime(0),
    seenAt: sql<Date>`now()`,
  }))
  const { id: _, ...columns } = first
  const columnNames = (Object.keys(columns) as (keyof typeof columns)[]).filter(
    (column) => !(placeColumns as readonly string[]).includes(column),
  )
  for (const batch of splitIntoBatches(rows, maxRowsPerInsert))
    await tx
      .insertInto('payments')
      .values(batch)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((by) => ({
          ...Object.fromEntries(
            columnNames.map((column) => [column, by.ref(`excluded.${column}`)]),
          ),
          // A payment that lost its block to a reorganization gets its full time, from now on, to be mined again.
          seenAt: sql<Date>`case when excluded.status = 'PENDING' then excluded.seen_at else payments.seen_at end`,
          nextCheckAt: sql<Date>`case when excluded.status = 'PENDING' then excluded.next_check_at else payments.next_check_at end`,
        })),
      )
      .execute()
}

async function saveRenewedQuotes(
  tx: Kysely<Tables>,
  charge: ChargeRecord,
  quotes: PriceQuoteRenewal,
): Promise<void> {
  const { id } = charge
  await saveQuotePeriods(tx, id, quotes.periods)
  await tx
    .updateTable('charges')
    .set({ quoteExpiresAt: quotes.expiresAt })
    .where('id', '=', id)
    .execute()
  for (const { chainId, token, amount } of quotes.periods) {
    const isOwnToken = charge.quote.chainId === chainId && charge.quote.token === token
    const values = { amount }
    if (isOwnToken) await tx.updateTable('charges').set(values).where('id', '=', id).execute()
    else {
      await tx
        .updateTable('acceptedTokens')
        .set(values)
        .where('chargeId', '=', id)
        .where('chainId', '=', chainId)
        .where('token', '=', token)
        .execute()
    }
  }
  for (const [paymentId, creditedAmount] of quotes.creditedAmounts) {
    await tx.updateTable('payments').set({ creditedAmount }).where('id', '=', paymentId).execute()
  }
}

/** Saves amounts of a charge by rates. */
export async function saveQuotePeriods(
  tx: Kysely<Tables>,
  chargeId: string,
  periods: ChargeRecord['quotePeriods'],
): Promise<void> {
  if (periods.length === 0) return
  await tx
    .insertInto('quotePeriods')
    .values(periods.map((period) => fromQuotePeriod(period, chargeId)))
    .execute()
}
