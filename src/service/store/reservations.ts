import type { Kysely } from 'kysely'
import type { Store } from '../domain/ports.ts'
import type { ReservationRecord } from '../domain/records.ts'
import { toReservation } from './proof-rows.ts'
import type { Tables } from './tables.ts'

type Reservations = Pick<
  Store,
  'reserveAmount' | 'reservationOf' | 'reservationsFor' | 'forgetReservations'
>

/** Candidates that are asked for at once. */
const batch = 20

/** Amounts that are one charge's alone. */
export function reservations(db: Kysely<Tables>): Reservations {
  return {
    async reserveAmount(wanted, candidates) {
      return await db.transaction().execute(async (tx) => {
        // One reservation of a charge after the other: two calls at once get one amount.
        await tx
          .selectFrom('charges')
          .select('id')
          .where('id', '=', wanted.chargeId)
          .forUpdate()
          .execute()
        const known = await find(tx, wanted, wanted.createdAt)
        if (known || (await isFull(tx, wanted))) return known
        return await firstFree(tx, wanted, candidates)
      })
    },

    reservationOf: (wanted, now) => find(db, wanted, now),

    async reservationsFor(chainId, places) {
      if (places.length === 0) return []
      const rows = await db
        .selectFrom('reserved_amounts')
        .selectAll()
        .where('chain_id', '=', chainId)
        .where((by) =>
          by.or(
            places.map(({ token, recipient, amount }) =>
              by.and({ token, recipient, amount: String(amount) }),
            ),
          ),
        )
        .execute()
      return rows.map(toReservation)
    },

    async forgetReservations(before, limit) {
      const old = db
        .selectFrom('reserved_amounts')
        .select('id')
        .where('expires_at', '<', before)
        .orderBy('expires_at')
        .limit(limit)
      const { numDeletedRows } = await db
        .deleteFrom('reserved_amounts')
        .where('id', 'in', old)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

/** Live reservations of one charge: whoever chooses the amount could else take every one that there is. */
const perCharge = 20

async function isFull(tx: Kysely<Tables>, { chargeId, createdAt }: Wanted): Promise<boolean> {
  const { count } = await tx
    .selectFrom('reserved_amounts')
    .select((by) => by.fn.countAll<string>().as('count'))
    .where('charge_id', '=', chargeId)
    .where('expires_at', '>', createdAt)
    .executeTakeFirstOrThrow()
  return Number(count) >= perCharge
}

type Wanted = Omit<ReservationRecord, 'id' | 'amount'>

async function find(
  db: Kysely<Tables>,
  { chargeId, chainId, token, owed }: Pick<Wanted, 'chargeId' | 'chainId' | 'token' | 'owed'>,
  now: Date,
): Promise<ReservationRecord | undefined> {
  const row = await db
    .selectFrom('reserved_amounts')
    .selectAll()
    .where('charge_id', '=', chargeId)
    .where('chain_id', '=', chainId)
    .where('token', '=', token)
    .where('owed', '=', String(owed))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row && toReservation(row)
}

async function firstFree(
  tx: Kysely<Tables>,
  wanted: Wanted,
  candidates: Iterable<bigint>,
): Promise<ReservationRecord | undefined> {
  let some: bigint[] = []
  for (const candidate of candidates) {
    some.push(candidate)
    if (some.length < batch) continue
    const made = await tryAll(tx, wanted, some)
    if (made) return made
    some = []
  }
  return await tryAll(tx, wanted, some)
}

async function tryAll(
  tx: Kysely<Tables>,
  wanted: Wanted,
  amounts: readonly bigint[],
): Promise<ReservationRecord | undefined> {
  if (amounts.length === 0) return undefined
  const asked = await asking(tx, wanted, amounts)
  for (const amount of amounts) {
    if (asked.has(amount)) continue
    const row = await tx
      .insertInto('reserved_amounts')
      .values({
        id: crypto.randomUUID(),
        charge_id: wanted.chargeId,
        chain_id: wanted.chainId,
        token: wanted.token,
        recipient: wanted.recipient,
        owed: String(wanted.owed),
        amount: String(amount),
        since_block: String(wanted.sinceBlock),
        created_at: wanted.createdAt,
        expires_at: wanted.expiresAt,
      })
      // Reserved for another charge: the constraint decides, whoever else tries at the same time.
      .onConflict((conflict) => conflict.constraint('reserved_once').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row) return toReservation(row)
  }
  return undefined
}

/** Those of these amounts that another open charge asks for at the same place. */
async function asking(
  tx: Kysely<Tables>,
  { chargeId, chainId, token, recipient }: Wanted,
  amounts: readonly bigint[],
): Promise<Set<bigint>> {
  const texts = amounts.map(String)
  const open = ['NEW', 'PENDING', 'FAILED']
  const own = tx
    .selectFrom('charges')
    .select('amount')
    .where('chain_id', '=', chainId)
    .where('token', '=', token)
    .where('recipient', '=', recipient)
    .where('amount', 'in', texts)
    .where('status', 'in', open)
    .where('id', '<>', chargeId)
  const further = tx
    .selectFrom('accepts')
    .innerJoin('charges', 'charges.id', 'accepts.charge_id')
    .select('accepts.amount')
    .where('accepts.chain_id', '=', chainId)
    .where('accepts.token', '=', token)
    .where('accepts.recipient', '=', recipient)
    .where('accepts.amount', 'in', texts)
    .where('charges.status', 'in', open)
    .where('charges.id', '<>', chargeId)
  const rows = await own.unionAll(further).execute()
  return new Set(rows.map(({ amount }) => BigInt(amount)))
}
