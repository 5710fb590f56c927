import type { Kysely, Selectable } from 'kysely'
import { PayError } from '../../errors.ts'
import { HashTaken, type Repeat, type Store } from '../domain/ports.ts'
import type { Change, ChargeRecord } from '../domain/records.ts'
import { fromCharge, fromPayment, toCharge, toMove, toPayment } from './rows.ts'
import type { ChargeRow, Tables } from './tables.ts'

type Charges = Pick<Store, 'repeated' | 'createCharge' | 'charge' | 'changeCharge'>

/** Charges with their payments and moves. */
export function charges(db: Kysely<Tables>): Charges {
  return {
    async repeated(accountId, key, fingerprint) {
      return await sameRepeat(db, accountId, key, fingerprint)
    },

    async createCharge(charge, repeat) {
      return await db.transaction().execute(async (tx) => {
        if (repeat && !(await keepRepeat(tx, charge, repeat))) {
          return await sameRepeat(tx, charge.accountId, repeat.key, repeat.fingerprint)
        }
        await tx.insertInto('charges').values(fromCharge(charge)).execute()
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
  const values = fromPayment(payment)
  if (charge.payments.some((one) => one.id === payment.id)) {
    await tx.updateTable('payments').set(values).where('id', '=', payment.id).execute()
  } else {
    const look_at = payment.createdAt
    await tx
      .insertInto('payments')
      .values({ ...values, look_at })
      .execute()
  }
  if (move) {
    const context = move.context ?? null
    await tx
      .insertInto('moves')
      .values({ charge_id: id, ...move, context })
      .execute()
    await tx.updateTable('charges').set({ status: move.status }).where('id', '=', id).execute()
  }
  return made
}

async function whole(db: Kysely<Tables>, row: Selectable<ChargeRow>): Promise<ChargeRecord> {
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
  return toCharge(row, payments.map(toPayment), moves.map(toMove))
}

/** False when the key is taken; waits for a simultaneous transaction that takes it. */
async function keepRepeat(
  tx: Kysely<Tables>,
  charge: ChargeRecord,
  repeat: Repeat,
): Promise<boolean> {
  const { key, fingerprint, reply } = repeat
  const kept = await tx
    .insertInto('repeats')
    .values({
      account_id: charge.accountId,
      key,
      fingerprint,
      reply,
      created_at: charge.createdAt,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return kept !== undefined
}

async function sameRepeat(
  db: Kysely<Tables>,
  accountId: string,
  key: string,
  fingerprint: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('repeats')
    .select(['fingerprint', 'reply'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (row && row.fingerprint !== fingerprint) {
    throw new PayError(
      'conflict',
      'This Idempotency-Key was used with another body: use a fresh key for another charge.',
      { field: 'Idempotency-Key' },
    )
  }
  return row?.reply
}

function isHashTaken(cause: unknown): boolean {
  const { code, constraint } = (cause ?? {}) as { code?: unknown; constraint?: unknown }
  // unique_violation, PostgreSQL documentation, appendix A.
  return code === '23505' && constraint === 'payments_hash'
}
