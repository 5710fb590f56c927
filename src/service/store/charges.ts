import { type Kysely, type Selectable, sql } from 'kysely'
import { PayError } from '../../errors.ts'
import { getEventType } from '../domain/events.ts'
import { listQuotes } from '../domain/payment-assets.ts'
import type { Store, WatchLimit } from '../domain/ports.ts'
import type {
  ChargeRecord,
  ChargeTerms,
  ChargeUpdate,
  PaymentRecord,
  PriceQuoteRenewal,
  TransferRecord,
} from '../domain/records.ts'
import { readAcceptedTokens } from './accepts.ts'
import { writeEvent } from './events.ts'
import { saveResponse } from './idempotency-keys.ts'
import { fromQuotePeriod, toQuotePeriod, toTransfer } from './proof-rows.ts'
import {
  fromAcceptedTokens,
  fromCharge,
  fromPayment,
  toPayment,
  toStatusChange,
  toTerms,
} from './rows.ts'
import type { ChargeRow, Tables } from './tables.ts'

type ChargeStore = Pick<
  Store,
  'createCharge' | 'getCharge' | 'getChargeTerms' | 'updateCharge' | 'findCharges'
>

/** Creates the part of the store for charges, with their payments and status changes. */
export function createChargeStore(db: Kysely<Tables>): ChargeStore {
  return {
    async createCharge(charge, idempotencyKey, watchLimit) {
      return await db.transaction().execute(async (tx) => {
        const earlierResponse = idempotencyKey && (await saveResponse(tx, charge, idempotencyKey))
        if (earlierResponse !== undefined) return earlierResponse
        await tx.insertInto('charges').values(fromCharge(charge)).execute()
        const accepts = fromAcceptedTokens(charge)
        if (accepts.length > 0) await tx.insertInto('accepted_tokens').values(accepts).execute()
        await saveQuotePeriods(tx, charge.id, charge.quotePeriods)
        await saveDestinations(tx, charge, watchLimit)
        await writeEvent(tx, charge.accountId, 'charge:created', () => charge)
        return idempotencyKey?.response
      })
    },

    async getCharge(accountId, id) {
      const row = await db
        .selectFrom('charges')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return row && (await loadCharge(db, row))
    },

    async getChargeTerms(accountId, id) {
      const row = await db
        .selectFrom('charges')
        .selectAll()
        .where('id', '=', id)
        .$if(accountId !== undefined, (query) =>
          query.where('account_id', '=', accountId as string),
        )
        .executeTakeFirst()
      return row && (await loadTerms(db, row))
    },

    async updateCharge(id, decide) {
      return await db.transaction().execute(async (tx) => {
        const locked = await lockCharge(tx, id)
        if (!locked) return undefined
        const change = decide(locked.charge, await readTransfersOfPayments(tx, locked.charge))
        if (change) await applyUpdate(tx, locked, change)
        return change
      })
    },

    async findCharges({ ids = [], references = [] }) {
      if (ids.length === 0 && references.length === 0) return []
      const rows = await db
        .selectFrom('charges')
        .selectAll()
        .where((by) =>
          by.or([
            ...(ids.length > 0 ? [by('id', 'in', [...ids])] : []),
            ...(references.length > 0 ? [by('reference', 'in', [...references])] : []),
          ]),
        )
        .execute()
      return await Promise.all(rows.map((row) => loadCharge(db, row)))
    },
  }
}

async function readTransfersOfPayments(
  tx: Kysely<Tables>,
  { payments }: ChargeRecord,
): Promise<TransferRecord[]> {
  if (payments.length === 0) return []
  const rows = await tx
    .selectFrom('transfers')
    .selectAll()
    .where(
      'payment_id',
      'in',
      payments.map(({ id }) => id),
    )
    .orderBy('position')
    .execute()
  return rows.map(toTransfer)
}

/** A charge whose row this transaction has locked. */
export interface LockedCharge {
  row: Selectable<ChargeRow>
  charge: ChargeRecord
}

/** Locks a charge's row, so that changes of one charge follow each other, whichever process makes them. */
export async function lockCharge(
  tx: Kysely<Tables>,
  id: string,
): Promise<LockedCharge | undefined> {
  const row = await tx
    .selectFrom('charges')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && { row, charge: await loadCharge(tx, row) }
}

/** Writes a change of a locked charge, and the webhook event that reports it. */
export async function applyUpdate(
  tx: Kysely<Tables>,
  { row, charge }: LockedCharge,
  { payment, statusChange, quotes }: ChargeUpdate,
): Promise<void> {
  if (payment) await savePayment(tx, payment, !charge.payments.some(({ id }) => id === payment.id))
  const { id } = charge
  if (quotes) await saveRenewedQuotes(tx, charge, quotes)
  if (!statusChange) return
  const context = statusChange.context ?? null
  await tx
    .insertInto('charge_status_history')
    .values({ charge_id: id, ...statusChange, context })
    .execute()
  await tx
    .updateTable('charges')
    .set({ status: statusChange.status })
    .where('id', '=', id)
    .execute()
  const updatedRow = { ...row, status: statusChange.status }
  await writeEvent(tx, charge.accountId, getEventType(statusChange), () =>
    loadCharge(tx, updatedRow),
  )
}

async function savePayment(tx: Kysely<Tables>, payment: PaymentRecord, isNew: boolean) {
  const values = fromPayment(payment)
  const now = new Date()
  if (isNew) {
    await tx
      .insertInto('payments')
      .values({ ...values, next_check_at: payment.createdAt, seen_at: now })
      .execute()
  } else {
    // A payment that lost its block to a reorganization gets its full time, from now on, to be mined again.
    const nextCheck = payment.status === 'PENDING' ? { seen_at: now, next_check_at: now } : {}
    await tx
      .updateTable('payments')
      .set({ ...values, ...nextCheck })
      .where('id', '=', payment.id)
      .execute()
  }
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
    .set({ quote_expires_at: quotes.expiresAt })
    .where('id', '=', id)
    .execute()
  for (const { chainId, token, amount } of quotes.periods) {
    const isOwnToken = charge.quote.chainId === chainId && charge.quote.token === token
    const values = { amount: String(amount) }
    if (isOwnToken) await tx.updateTable('charges').set(values).where('id', '=', id).execute()
    else {
      await tx
        .updateTable('accepted_tokens')
        .set(values)
        .where('charge_id', '=', id)
        .where('chain_id', '=', chainId)
        .where('token', '=', token)
        .execute()
    }
  }
  for (const [paymentId, creditedAmount] of quotes.creditedAmounts) {
    await tx
      .updateTable('payments')
      .set({ credited_amount: String(creditedAmount) })
      .where('id', '=', paymentId)
      .execute()
  }
}

async function saveQuotePeriods(
  tx: Kysely<Tables>,
  chargeId: string,
  periods: ChargeRecord['quotePeriods'],
): Promise<void> {
  if (periods.length === 0) return
  await tx
    .insertInto('quote_periods')
    .values(periods.map((one) => fromQuotePeriod(chargeId, one)))
    .execute()
}

/**
 * Saves the destinations (chain, token, recipient) of a charge, so that the watcher scans for transfers to them.
 * Their number is limited: each destination costs RPC calls for months.
 */
async function saveDestinations(
  tx: Kysely<Tables>,
  charge: ChargeRecord,
  { max, since }: WatchLimit,
): Promise<void> {
  const { accountId: account_id, createdAt } = charge
  const destinations = listQuotes(charge)
    .map((quote) => ({
      chain_id: quote.chainId,
      token: quote.token,
      recipient: quote.recipient,
      account_id,
      decimals: quote.decimals,
      symbol: quote.symbol,
      oldest_charge_at: createdAt,
      newest_charge_at: createdAt,
    }))
    // Always in the same order, so that two simultaneous creations cannot deadlock.
    .sort((one, other) => (toDestinationKey(one) < toDestinationKey(other) ? -1 : 1))
  const saved = await tx
    .insertInto('destinations')
    .values(destinations)
    .onConflict((conflict) =>
      conflict.columns(['chain_id', 'token', 'recipient', 'account_id']).doUpdateSet({
        // A destination that is not watched any more starts anew.
        oldest_charge_at: sql`case when destinations.newest_charge_at < ${since}
            then excluded.oldest_charge_at else destinations.oldest_charge_at end`,
        newest_charge_at: sql`greatest(destinations.newest_charge_at, excluded.newest_charge_at)`,
      }),
    )
    // An existing row keeps an earlier `oldest_charge_at`, which distinguishes it from a new row.
    .returning(['oldest_charge_at'])
    .execute()
  if (saved.every(({ oldest_charge_at }) => oldest_charge_at < createdAt)) return
  // Simultaneous creations are counted one after the other. FOR UPDATE would deadlock: each creation already holds a
  // key-share lock on its account, by the foreign key.
  await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', account_id)
    .forNoKeyUpdate()
    .execute()
  const { count } = await tx
    .selectFrom('destinations')
    .select((by) => by.fn.countAll<string>().as('count'))
    .where('account_id', '=', account_id)
    .where('newest_charge_at', '>=', since)
    .executeTakeFirstOrThrow()
  if (Number(count) <= max) return
  throw new PayError(
    'conflict',
    `This account already has ${max} watched places (a chain, a token and a recipient), which is the limit. ` +
      'Use one of them, or ask the operator to raise RECIPIENTS_PER_ACCOUNT.',
    { field: 'requestProps.recipientAddress' },
  )
}

function toDestinationKey(one: { chain_id: number; token: string; recipient: string }): string {
  return `${one.chain_id}:${one.token}:${one.recipient}`
}

async function loadTerms(db: Kysely<Tables>, row: Selectable<ChargeRow>): Promise<ChargeTerms> {
  const accepts = row.has_accepted_tokens ? await readAcceptedTokens(db, [row.id]) : undefined
  return toTerms(row, accepts?.get(row.id) ?? [])
}

/** Loads a charge with its payments, status changes and prices. */
export async function loadCharge(
  db: Kysely<Tables>,
  row: Selectable<ChargeRow>,
): Promise<ChargeRecord> {
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('charge_id', '=', row.id)
    .orderBy('seq')
    .execute()
  const statusChanges = await db
    .selectFrom('charge_status_history')
    .selectAll()
    .where('charge_id', '=', row.id)
    .orderBy('seq')
    .execute()
  const periods = row.quote_expires_at
    ? await db
        .selectFrom('quote_periods')
        .selectAll()
        .where('charge_id', '=', row.id)
        .orderBy('valid_from')
        .execute()
    : []
  return {
    ...(await loadTerms(db, row)),
    payments: payments.map(toPayment),
    timeline: statusChanges.map(toStatusChange),
    quotePeriods: periods.map(toQuotePeriod),
  }
}
