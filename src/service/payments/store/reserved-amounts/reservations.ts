import { type Kysely, sql } from 'kysely'
import type { Address } from '../../../chain/types/address.ts'
import type { Tables } from '../../../db/tables/tables.ts'
import { splitIntoBatches } from '../../../kernel/batches.ts'
import { createId } from '../../../kernel/id.ts'
import type { AmountShare, ReservationRecord } from '../../reserved-amounts/reservations.ts'
import { findHolder } from './address-holder.ts'

/** A block may have thousands of transfers to one recipient, and a statement takes a limited number of parameters. */
const maxAmountsPerQuery = 1000
/** Number of candidates that one query checks. */
const batchSize = 20

/** Creates the part of the store for amounts that are reserved for one charge alone. */
export function createReservationStore(db: Kysely<Tables>) {
  return {
    /**
     * Locks a charge and reserves an amount for it: the one that it already has for this `owed`, else the first of
     * `candidates` that is free. Returns undefined when none is free, or when the charge's account does not hold the address
     * and has used up its `share` of the amounts near the price.
     */
    async reserveAmount(
      newReservation: Omit<ReservationRecord, 'id' | 'amount'>,
      candidates: Iterable<bigint>,
      share: AmountShare,
    ): Promise<ReservationRecord | undefined> {
      return await db.transaction().execute(async (tx) => {
        // Locks the charge, so that two simultaneous calls for it get the same amount.
        const charge = await tx
          .selectFrom('charges')
          .select('accountId')
          .where('id', '=', newReservation.chargeId)
          .forUpdate()
          .executeTakeFirst()
        const existing = await findReservation(tx, newReservation, newReservation.createdAt)
        if (!charge || existing || (await hasMaxReservations(tx, newReservation))) return existing
        const { accountId } = charge
        const holder = await findHolder(tx, newReservation)
        const isHolder = holder === accountId
        if (!isHolder && (await hasShare(tx, newReservation, { accountId, holder, share })))
          return undefined
        // The prices of others' charges at the holder's address do not take its amounts.
        const asking = isHolder ? accountId : undefined
        return await reserveFirstFree(tx, { ...newReservation, asking }, candidates)
      })
    },

    /** Returns the reservation that a charge has for the amount it is owed. */
    getReservation: (
      reservation: Pick<ReservationRecord, 'chargeId' | 'chainId' | 'token' | 'owed'>,
      now: Date,
    ): Promise<ReservationRecord | undefined> => findReservation(db, reservation, now),

    /** Finds the reservations of these amounts. */
    async findReservations(
      chainId: number,
      amounts: readonly { token: Address; recipient: Address; amount: bigint }[],
    ): Promise<ReservationRecord[]> {
      const reservations: ReservationRecord[] = []
      for (const batch of splitIntoBatches(amounts, maxAmountsPerQuery)) {
        const rows = await db
          .selectFrom('reservedAmounts')
          .selectAll()
          .where('chainId', '=', chainId)
          .where((by) =>
            by.or(
              batch.map(({ token, recipient, amount }) => by.and({ token, recipient, amount })),
            ),
          )
          .execute()
        reservations.push(...rows)
      }
      return reservations
    },

    /** Deletes reservations that expired before this time, and returns how many. */
    async deleteReservations(before: Date, limit: number): Promise<number> {
      const old = db
        .selectFrom('reservedAmounts')
        .select('id')
        .where('expiresAt', '<', before)
        .orderBy('expiresAt')
        .limit(limit)
      const { numDeletedRows } = await db
        .deleteFrom('reservedAmounts')
        .where('id', 'in', old)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },
  }
}

/** Amounts that are reserved for one charge alone. */
export type ReservationStore = ReturnType<typeof createReservationStore>

/** Limit of valid reservations per charge: a caller who chooses the owed amount could otherwise use up all amounts. */
const maxPerCharge = 20

async function hasMaxReservations(
  tx: Kysely<Tables>,
  { chargeId, createdAt }: NewReservation,
): Promise<boolean> {
  const { count } = await tx
    .selectFrom('reservedAmounts')
    .select((by) => by.fn.countAll<number>().as('count'))
    .where('chargeId', '=', chargeId)
    .where('expiresAt', '>', createdAt)
    .executeTakeFirstOrThrow()
  return count >= maxPerCharge
}

/** Returns whether an account that does not hold an address has used up its share of the amounts near a price. */
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
    .selectFrom('reservedAmounts')
    .innerJoin('charges', 'charges.id', 'reservedAmounts.chargeId')
    .select('charges.accountId')
    .select((by) => by.fn.countAll<number>().as('count'))
    .where('reservedAmounts.chainId', '=', chainId)
    .where('reservedAmounts.token', '=', token)
    .where('reservedAmounts.recipient', '=', recipient)
    .where('reservedAmounts.amount', '>', share.from)
    .where('reservedAmounts.amount', '<=', share.to)
    .groupBy('charges.accountId')
    .execute()
  const otherRows = rows.filter(({ accountId }) => accountId !== holder)
  const countOf = (list: typeof otherRows) => list.reduce((sum, { count }) => sum + count, 0)
  const own = otherRows.filter((row) => row.accountId === accountId)
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
    .selectFrom('reservedAmounts')
    .selectAll()
    .where('chargeId', '=', chargeId)
    .where('chainId', '=', chainId)
    .where('token', '=', token)
    .where('owed', '=', owed)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row && row
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
  const { asking, ...columns } = reservation
  const requestedAmounts = await findRequestedAmounts(tx, reservation, amounts)
  for (const amount of amounts) {
    if (requestedAmounts.has(amount)) continue
    const row = await tx
      .insertInto('reservedAmounts')
      .values({ ...columns, id: createId(), amount })
      // Already reserved for another charge: the constraint decides, also between simultaneous calls.
      .onConflict((conflict) =>
        conflict.columns(['chainId', 'token', 'recipient', 'amount']).doNothing(),
      )
      .returningAll()
      .executeTakeFirst()
    if (row) return row
  }
  return undefined
}

/** Returns those of these amounts that another open charge asks for at the same chain, token and recipient. */
async function findRequestedAmounts(
  tx: Kysely<Tables>,
  { chargeId, chainId, token, recipient, asking }: WantedReservation,
  amounts: readonly bigint[],
): Promise<Set<bigint>> {
  const openStatuses = ['NEW', 'PENDING', 'FAILED'] as const
  const ownAmounts = tx
    .selectFrom('charges')
    .select('amount')
    .where('chainId', '=', chainId)
    .where('token', '=', token)
    .where('recipient', '=', recipient)
    .where('amount', 'in', amounts)
    .where('status', 'in', openStatuses)
    .where('id', '<>', chargeId)
    .$if(asking !== undefined, (query) => query.where('accountId', '=', asking ?? ''))
  const acceptedAmounts = tx
    .selectFrom('acceptedTokens')
    .innerJoin('charges', 'charges.id', 'acceptedTokens.chargeId')
    .select('acceptedTokens.amount')
    .where('acceptedTokens.chainId', '=', chainId)
    .where('acceptedTokens.token', '=', token)
    .where('acceptedTokens.recipient', '=', recipient)
    .where('acceptedTokens.amount', 'in', amounts)
    .where('charges.status', 'in', openStatuses)
    .where('charges.id', '<>', chargeId)
    .$if(asking !== undefined, (query) => query.where('charges.accountId', '=', asking ?? ''))
  const rows = await ownAmounts.unionAll(acceptedAmounts).execute()
  return new Set(rows.map(({ amount }) => amount))
}
