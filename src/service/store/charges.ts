import { type Kysely, type Selectable, sql } from 'kysely'
import { PayError } from '../../errors.ts'
import { eventType } from '../domain/events.ts'
import { pairsOf } from '../domain/pairs.ts'
import type { Store, WatchLimit } from '../domain/ports.ts'
import type {
  Change,
  ChargeRecord,
  ChargeTerms,
  NewQuotes,
  PaymentRecord,
  TransferRecord,
} from '../domain/records.ts'
import { acceptsOf } from './accepts.ts'
import { writeEvent } from './events.ts'
import { fromPeriod, toPeriod, toTransfer } from './proof-rows.ts'
import { keepRepeat } from './repeats.ts'
import { fromAccepts, fromCharge, fromPayment, toMove, toPayment, toTerms } from './rows.ts'
import type { ChargeRow, Tables } from './tables.ts'

type Charges = Pick<
  Store,
  'createCharge' | 'charge' | 'chargeTerms' | 'changeCharge' | 'chargesFor'
>

/** Charges with their payments and moves. */
export function charges(db: Kysely<Tables>): Charges {
  return {
    async createCharge(charge, repeat, recipients) {
      return await db.transaction().execute(async (tx) => {
        const before = repeat && (await keepRepeat(tx, charge, repeat))
        if (before !== undefined) return before
        await tx.insertInto('charges').values(fromCharge(charge)).execute()
        const accepts = fromAccepts(charge)
        if (accepts.length > 0) await tx.insertInto('accepts').values(accepts).execute()
        await keepPeriods(tx, charge.id, charge.quotePeriods)
        await watch(tx, charge, recipients)
        await writeEvent(tx, charge.accountId, 'charge:created', () => charge)
        return repeat?.reply
      })
    },

    async charge(accountId, id) {
      const row = await db
        .selectFrom('charges')
        .selectAll()
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return row && (await whole(db, row))
    },

    async chargeTerms(accountId, id) {
      const row = await db
        .selectFrom('charges')
        .selectAll()
        .where('id', '=', id)
        .$if(accountId !== undefined, (query) =>
          query.where('account_id', '=', accountId as string),
        )
        .executeTakeFirst()
      return row && (await termsOf(db, row))
    },

    async changeCharge(id, decide) {
      return await db.transaction().execute(async (tx) => {
        const locked = await lockCharge(tx, id)
        if (!locked) return undefined
        const change = decide(locked.charge, await transfersOf(tx, locked.charge))
        if (change) await applyChange(tx, locked, change)
        return change
      })
    },

    async chargesFor({ ids = [], references = [] }) {
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
      return await Promise.all(rows.map((row) => whole(db, row)))
    },
  }
}

async function transfersOf(
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

/** Locks a charge: changes of one follow each other, whichever process makes them. */
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
  return row && { row, charge: await whole(tx, row) }
}

/** Writes a change of a locked charge, with the event that tells of it. */
export async function applyChange(
  tx: Kysely<Tables>,
  { row, charge }: LockedCharge,
  { payment, move, quotes }: Change,
): Promise<void> {
  if (payment) await keepPayment(tx, payment, !charge.payments.some(({ id }) => id === payment.id))
  const { id } = charge
  if (quotes) await renew(tx, charge, quotes)
  if (!move) return
  const context = move.context ?? null
  await tx
    .insertInto('moves')
    .values({ charge_id: id, ...move, context })
    .execute()
  await tx.updateTable('charges').set({ status: move.status }).where('id', '=', id).execute()
  const moved = { ...row, status: move.status }
  await writeEvent(tx, charge.accountId, eventType(move), () => whole(tx, moved))
}

async function keepPayment(tx: Kysely<Tables>, payment: PaymentRecord, isNew: boolean) {
  const values = fromPayment(payment)
  const now = new Date()
  if (isNew) {
    await tx
      .insertInto('payments')
      .values({ ...values, look_at: payment.createdAt, seen_at: now })
      .execute()
  } else {
    // A payment that lost its block has its time from now on to come back.
    const seen = payment.status === 'PENDING' ? { seen_at: now, look_at: now } : {}
    await tx
      .updateTable('payments')
      .set({ ...values, ...seen })
      .where('id', '=', payment.id)
      .execute()
  }
}

async function renew(tx: Kysely<Tables>, charge: ChargeRecord, quotes: NewQuotes): Promise<void> {
  const { id } = charge
  await keepPeriods(tx, id, quotes.periods)
  await tx
    .updateTable('charges')
    .set({ quote_expires_at: quotes.expiresAt })
    .where('id', '=', id)
    .execute()
  for (const { chainId, token, amount } of quotes.periods) {
    const own = charge.quote.chainId === chainId && charge.quote.token === token
    const values = { amount: String(amount) }
    if (own) await tx.updateTable('charges').set(values).where('id', '=', id).execute()
    else {
      await tx
        .updateTable('accepts')
        .set(values)
        .where('charge_id', '=', id)
        .where('chain_id', '=', chainId)
        .where('token', '=', token)
        .execute()
    }
  }
  for (const [paymentId, worth] of quotes.worths) {
    await tx
      .updateTable('payments')
      .set({ worth: String(worth) })
      .where('id', '=', paymentId)
      .execute()
  }
}

async function keepPeriods(
  tx: Kysely<Tables>,
  chargeId: string,
  periods: ChargeRecord['quotePeriods'],
): Promise<void> {
  if (periods.length === 0) return
  await tx
    .insertInto('quotes')
    .values(periods.map((one) => fromPeriod(chargeId, one)))
    .execute()
}

/** Notes where a charge is paid to, so that it is watched. A bound: every place costs calls of its chain, for months. */
async function watch(
  tx: Kysely<Tables>,
  charge: ChargeRecord,
  { most, since }: WatchLimit,
): Promise<void> {
  const { accountId: account_id, createdAt } = charge
  const places = pairsOf(charge)
    .map((quote) => ({
      chain_id: quote.chainId,
      token: quote.token,
      recipient: quote.recipient,
      account_id,
      token_decimals: quote.decimals,
      token_symbol: quote.symbol,
      oldest: createdAt,
      newest: createdAt,
    }))
    // In one order, so that two creations never wait for each other in a circle.
    .sort((one, other) => (placeKey(one) < placeKey(other) ? -1 : 1))
  const made = await tx
    .insertInto('destinations')
    .values(places)
    .onConflict((conflict) =>
      conflict.columns(['chain_id', 'token', 'recipient', 'account_id']).doUpdateSet({
        // A place that was not watched meanwhile begins anew.
        oldest: sql`case when destinations.newest < ${since} then excluded.oldest
            else destinations.oldest end`,
        newest: sql`greatest(destinations.newest, excluded.newest)`,
      }),
    )
    // What was there has an older creation.
    .returning(['oldest'])
    .execute()
  if (made.every(({ oldest }) => oldest < createdAt)) return
  // Simultaneous creations are counted one after the other. No stronger lock: each of them holds its account's key.
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
    .where('newest', '>=', since)
    .executeTakeFirstOrThrow()
  if (Number(count) <= most) return
  throw new PayError(
    'conflict',
    `This account is paid at ${most} places (a chain, a token and a recipient) already, and no more are watched at ` +
      'once. Use one of them, or let the operator raise RECIPIENTS_PER_ACCOUNT.',
    { field: 'requestProps.recipientAddress' },
  )
}

function placeKey(one: { chain_id: number; token: string; recipient: string }): string {
  return `${one.chain_id}:${one.token}:${one.recipient}`
}

async function termsOf(db: Kysely<Tables>, row: Selectable<ChargeRow>): Promise<ChargeTerms> {
  const accepts = row.accepting ? await acceptsOf(db, [row.id]) : undefined
  return toTerms(row, accepts?.get(row.id) ?? [])
}

/** A charge with all that belongs to its row. */
export async function whole(db: Kysely<Tables>, row: Selectable<ChargeRow>): Promise<ChargeRecord> {
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('charge_id', '=', row.id)
    .orderBy('seq')
    .execute()
  const moves = await db
    .selectFrom('moves')
    .selectAll()
    .where('charge_id', '=', row.id)
    .orderBy('seq')
    .execute()
  const periods = row.quote_expires_at
    ? await db
        .selectFrom('quotes')
        .selectAll()
        .where('charge_id', '=', row.id)
        .orderBy('valid_from')
        .execute()
    : []
  return {
    ...(await termsOf(db, row)),
    payments: payments.map(toPayment),
    timeline: moves.map(toMove),
    quotePeriods: periods.map(toPeriod),
  }
}
