import { type Kysely, type Selectable, sql } from 'kysely'
import { splitIntoBatches } from '../../../domain/batches.ts'
import { createId } from '../../../domain/id.ts'
import type {
  AmountShare,
  ReservationRecord,
  ReservationStore,
} from '../../../domain/payments/reserved-amounts/reservations.ts'
import type { ReservedAmountRow } from '../../database/tables/payments.ts'
import type { Tables } from '../../database/tables/tables.ts'
import { findHolder } from './address-holder.ts'

/** A block may have thousands of transfers to one recipient, and a statement takes a limited number of parameters. */
const maxAmountsPerQuery = 1000
/** Number of candidates that one query checks. */
const batchSize = 20

/** Creates the part of the store for amounts that are reserved for one charge alone. */
export function createReservationStore(db: Kysely<Tables>): ReservationStore {
  return {
    async reserveAmount(newReservation, candidates, share) {
      return await db.transaction().execute(async (tx) => {
        // Locks the charge, so that two simultaneous calls for it get the same amount.
        const charge = await tx
          .selectFrom('charges')
          .select('account_id')
          .where('id', '=', newReservation.chargeId)
          .forUpdate()
          .executeTakeFirst()
        const existing = await findReservation(tx, newReservation, newReservation.createdAt)
        if (!charge || existing || (await hasMaxReservations(tx, newReservation))) return existing
        const { account_id: accountId } = charge
        const holder = await findHolder(tx, newReservation)
        const isHolder = holder === accountId
        if (!isHolder && (await hasShare(tx, newReservation, { accountId, holder, share })))
          return undefined
        // The prices of others' charges at the holder's address do not take its amounts.
        const asking = isHolder ? accountId : undefined
        return await reserveFirstFree(tx, { ...newReservation, asking }, candidates)
      })
    },

    getReservation: (reservation, now) => findReservation(db, reservation, now),

    async findReservations(chainId, amounts) {
      const reservations: ReservationRecord[] = []
      for (const batch of splitIntoBatches(amounts, maxAmountsPerQuery)) {
        const rows = await db
          .selectFrom('reserved_amounts')
          .selectAll()
          .where('chain_id', '=', chainId)
          .where((by) =>
            by.or(
              batch.map(({ token, recipient, amount }) =>
                by.and({ token, recipient, amount: String(amount) }),
              ),
            ),
          )
          .execute()
        reservations.push(...rows.map(toReservation))
      }
      return reservations
    },

    async deleteReservations(before, limit) {
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

/** Limit of valid reservations per charge: a caller who chooses the owed amount could otherwise use up all amounts. */
const maxPerCharge = 20

async function hasMaxReservations(
  tx: Kysely<Tables>,
  { chargeId, createdAt }: NewReservation,
): Promise<boolean> {
  const { count } = await tx
    .selectFrom('reserved_amounts')
    .select((by) => by.fn.countAll<string>().as('count'))
    .where('charge_id', '=', chargeId)
    .where('expires_at', '>', createdAt)
    .executeTakeFirstOrThrow()
  return Number(count) >= maxPerCharge
}

/** Returns whether an account that does not hold an address has its share of the amounts near a price. */
async function hasShare(
  tx: Kysely<Tables>,
  { chainId, token, recipient }: NewReservation,
  {
    accountId,
    holder,
    share,
  }: { accountId: string; holder: string | undefined; share: AmountShare },
): Promise<boolean> {
  // Accounts that do not hold the address are counted one after the other.
  const place = `${chainId} ${token} ${recipient}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`.execute(tx)
  const rows = await tx
    .selectFrom('reserved_amounts')
    .innerJoin('charges', 'charges.id', 'reserved_amounts.charge_id')
    .select('charges.account_id')
    .select((by) => by.fn.countAll<string>().as('count'))
    .where('reserved_amounts.chain_id', '=', chainId)
    .where('reserved_amounts.token', '=', token)
    .where('reserved_amounts.recipient', '=', recipient)
    .where('reserved_amounts.amount', '>', String(share.from))
    .where('reserved_amounts.amount', '<=', String(share.to))
    .groupBy('charges.account_id')
    .execute()
  const otherRows = rows.filter(({ account_id }) => account_id !== holder)
  const countOf = (list: typeof otherRows) =>
    list.reduce((sum, { count }) => sum + Number(count), 0)
  const own = otherRows.filter(({ account_id }) => account_id === accountId)
  return countOf(own) >= share.maxPerAccount || countOf(otherRows) >= share.maxOfOthers
}

type NewReservation = Omit<ReservationRecord, 'id' | 'amount'>

/** A reservation that is wanted, and the account whose open charges keep the amounts that they ask for; undefined for all. */
type WantedReservation = NewReservation & { asking: string | undefined }

async function findReservation(
  db: Kysely<Tables>,
  {
    chargeId,
    chainId,
    token,
    owed,
  }: Pick<NewReservation, 'chargeId' | 'chainId' | 'token' | 'owed'>,
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

async function reserveFirstFree(
  tx: Kysely<Tables>,
  reservation: WantedReservation,
  candidates: Iterable<bigint>,
): Promise<ReservationRecord | undefined> {
  let batch: bigint[] = []
  for (const candidate of candidates) {
    batch.push(candidate)
    if (batch.length < batchSize) continue
    const reserved = await reserveOneOf(tx, reservation, batch)
    if (reserved) return reserved
    batch = []
  }
  return await reserveOneOf(tx, reservation, batch)
}

async function reserveOneOf(
  tx: Kysely<Tables>,
  reservation: WantedReservation,
  amounts: readonly bigint[],
): Promise<ReservationRecord | undefined> {
  if (amounts.length === 0) return undefined
  const requestedAmounts = await findRequestedAmounts(tx, reservation, amounts)
  for (const amount of amounts) {
    if (requestedAmounts.has(amount)) continue
    const row = await tx
      .insertInto('reserved_amounts')
      .values({
        id: createId(),
        charge_id: reservation.chargeId,
        chain_id: reservation.chainId,
        token: reservation.token,
        recipient: reservation.recipient,
        owed: String(reservation.owed),
        amount: String(amount),
        since_block: String(reservation.sinceBlock),
        created_at: reservation.createdAt,
        expires_at: reservation.expiresAt,
      })
      // Already reserved for another charge: the constraint decides, also between simultaneous calls.
      .onConflict((conflict) =>
        conflict.columns(['chain_id', 'token', 'recipient', 'amount']).doNothing(),
      )
      .returningAll()
      .executeTakeFirst()
    if (row) return toReservation(row)
  }
  return undefined
}

/** Returns those of these amounts that another open charge asks for at the same chain, token and recipient. */
async function findRequestedAmounts(
  tx: Kysely<Tables>,
  { chargeId, chainId, token, recipient, asking }: WantedReservation,
  amounts: readonly bigint[],
): Promise<Set<bigint>> {
  const texts = amounts.map(String)
  const openStatuses = ['NEW', 'PENDING', 'FAILED']
  const ownAmounts = tx
    .selectFrom('charges')
    .select('amount')
    .where('chain_id', '=', chainId)
    .where('token', '=', token)
    .where('recipient', '=', recipient)
    .where('amount', 'in', texts)
    .where('status', 'in', openStatuses)
    .where('id', '<>', chargeId)
    .$if(asking !== undefined, (query) => query.where('account_id', '=', asking ?? ''))
  const acceptedAmounts = tx
    .selectFrom('accepted_tokens')
    .innerJoin('charges', 'charges.id', 'accepted_tokens.charge_id')
    .select('accepted_tokens.amount')
    .where('accepted_tokens.chain_id', '=', chainId)
    .where('accepted_tokens.token', '=', token)
    .where('accepted_tokens.recipient', '=', recipient)
    .where('accepted_tokens.amount', 'in', texts)
    .where('charges.status', 'in', openStatuses)
    .where('charges.id', '<>', chargeId)
    .$if(asking !== undefined, (query) => query.where('charges.account_id', '=', asking ?? ''))
  const rows = await ownAmounts.unionAll(acceptedAmounts).execute()
  return new Set(rows.map(({ amount }) => BigInt(amount)))
}

/** Returns the reservation of a row. */
export function toReservation(row: Selectable<ReservedAmountRow>): ReservationRecord {
  return {
    id: row.id,
    chargeId: row.charge_id,
    chainId: Number(row.chain_id),
    token: row.token,
    recipient: row.recipient,
    owed: BigInt(row.owed),
    amount: BigInt(row.amount),
    sinceBlock: BigInt(row.since_block),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
