import type { Kysely, Selectable } from 'kysely'
import { eventType } from '../domain/events.ts'
import { HashTaken, type Store } from '../domain/ports.ts'
import type { Change, ChargeRecord, PaymentRecord } from '../domain/records.ts'
import { acceptsOf } from './accepts.ts'
import { writeEvent } from './events.ts'
import { keepRepeat } from './repeats.ts'
import { fromAccepts, fromCharge, fromPayment, toCharge, toMove, toPayment } from './rows.ts'
import type { ChargeRow, Tables } from './tables.ts'

type Charges = Pick<Store, 'createCharge' | 'charge' | 'changeCharge'>

/** Charges with their payments and moves. */
export function charges(db: Kysely<Tables>): Charges {
  return {
    async createCharge(charge, repeat) {
      return await db.transaction().execute(async (tx) => {
        const before = repeat && (await keepRepeat(tx, charge, repeat))
        if (before !== undefined) return before
        await tx.insertInto('charges').values(fromCharge(charge)).execute()
        const accepts = fromAccepts(charge)
        if (accepts.length > 0) await tx.insertInto('accepts').values(accepts).execute()
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

    async changeCharge(id, decide) {
      try {
        return await db.transaction().execute((tx) => change(tx, id, decide))
      } catch (cause) {
        if (isHashTaken(cause)) throw new HashTaken('The hash already pays.', { cause })
        throw cause
      }
    },
  }
}

async function change(
  tx: Kysely<Tables>,
  id: string,
  decide: (charge: ChargeRecord) => Change | undefined,
): Promise<Change | undefined> {
  // The lock makes changes of one charge follow each other, whichever process makes them.
  const row = await tx
    .selectFrom('charges')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const charge = await whole(tx, row)
  const made = decide(charge)
  if (!made) return undefined
  const { payment, move } = made
  if (payment) await keepPayment(tx, payment, !charge.payments.some(({ id }) => id === payment.id))
  if (move) {
    const context = move.context ?? null
    await tx
      .insertInto('moves')
      .values({ charge_id: id, ...move, context })
      .execute()
    await tx.updateTable('charges').set({ status: move.status }).where('id', '=', id).execute()
    const moved = { ...row, status: move.status }
    await writeEvent(tx, charge.accountId, eventType(move), () => whole(tx, moved))
  }
  return made
}

async function keepPayment(tx: Kysely<Tables>, payment: PaymentRecord, isNew: boolean) {
  const values = fromPayment(payment)
  if (isNew) {
    await tx
      .insertInto('payments')
      .values({ ...values, look_at: payment.createdAt })
      .execute()
  } else {
    await tx.updateTable('payments').set(values).where('id', '=', payment.id).execute()
  }
}

/** A charge with all that belongs to its row. */
export async function whole(db: Kysely<Tables>, row: Selectable<ChargeRow>): Promise<ChargeRecord> {
  const accepts = row.accepting ? await acceptsOf(db, [row.id]) : undefined
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
  return toCharge(row, accepts?.get(row.id) ?? [], payments.map(toPayment), moves.map(toMove))
}

function isHashTaken(cause: unknown): boolean {
  const { code, constraint } = (cause ?? {}) as { code?: unknown; constraint?: unknown }
  // unique_violation, PostgreSQL documentation, appendix A.
  return code === '23505' && constraint === 'payments_hash'
}
