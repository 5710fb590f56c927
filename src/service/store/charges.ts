import type { Kysely, QueryCreator } from 'kysely'
import type { IdempotencyKeyRecord, Store } from '../domain/ports.ts'
import type { Brand, ChargeRecord } from '../domain/records.ts'
import { readAcceptedTokens } from './accepts.ts'
import { applyUpdates, lockCharges, readTransfersOfPayments } from './charge-updates.ts'
import { isDeadlock } from './database-errors.ts'
import { createSavedDestinations, saveDestinations } from './destinations.ts'
import { insertCreatedEvent } from './events.ts'
import { fromIdempotencyKey, isKeyTaken, saveResponse } from './idempotency-keys.ts'
import { loadCharge, loadCharges } from './load-charges.ts'
import { fromQuotePeriod } from './proof-rows.ts'
import { fromAcceptedTokens, fromCharge, toTerms } from './rows.ts'
import { readSnapshot } from './snapshot.ts'
import type { Tables } from './tables.ts'

type ChargeStore = Pick<
  Store,
  'createCharge' | 'getCharge' | 'getChargeTerms' | 'updateCharge' | 'updateCharges' | 'findCharges'
>

/** Creates the part of the store for charges, with their payments and status changes. */
export function createChargeStore(db: Kysely<Tables>): ChargeStore {
  const saved = createSavedDestinations()

  const updateCharges: Store['updateCharges'] = async (ids, decide) =>
    await db.transaction().execute(async (tx) => {
      const locked = await lockCharges(tx, ids)
      const transfers = await readTransfersOfPayments(tx, locked)
      const changes = [...locked.values()].flatMap((one) => {
        const update = decide(one.charge, transfers.get(one.charge.id) ?? [])
        return update ? [{ locked: one, update }] : []
      })
      await applyUpdates(tx, changes)
      return new Map(changes.map((one) => [one.locked.charge.id, one.update]))
    })

  return {
    async createCharge(charge, brand, idempotencyKey, watchLimit) {
      // Nearly every charge is paid where others were paid a moment ago. Then one statement saves it, by itself a
      // transaction: one round trip, and no row that the charges of an account wait for one after the other.
      if (saved.has(charge)) {
        try {
          await insertCharge(db, charge, brand, idempotencyKey)
          return idempotencyKey?.response
        } catch (cause) {
          // Nothing was saved. A migration under load may lock the tables in another order.
          if (!isKeyTaken(cause) && !isDeadlock(cause)) throw cause
        }
      }
      const storedResponse = await db.transaction().execute(async (tx) => {
        const earlierResponse = idempotencyKey && (await saveResponse(tx, charge, idempotencyKey))
        if (earlierResponse !== undefined) return earlierResponse
        await saveDestinations(tx, charge, watchLimit)
        await insertCharge(tx, charge, brand, undefined)
        return idempotencyKey?.response
      })
      saved.add(charge, watchLimit)
      return storedResponse
    },

    async getCharge(accountId, id) {
      return await readSnapshot(db, async (tx) => {
        const row = await tx
          .selectFrom('charges')
          .selectAll()
          .where('id', '=', id)
          .where('account_id', '=', accountId)
          .executeTakeFirst()
        return row && (await loadCharge(tx, row))
      })
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
      const accepts = row?.has_accepted_tokens ? await readAcceptedTokens(db, [row.id]) : undefined
      return row && toTerms(row, accepts?.get(row.id) ?? [])
    },

    updateCharges,

    async updateCharge(id, decide) {
      return (await updateCharges([id], decide)).get(id)
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
      return await loadCharges(db, rows)
    },
  }
}

/**
 * Inserts a charge with all that belongs to it by one statement; the event only where its account has a webhook. The
 * tables stand in the order in which every other transaction, and a migration, locks them: the key, the charge, the rest.
 *
 * @throws an error of the database that {@link isKeyTaken} knows, where the Idempotency-Key was used before
 */
async function insertCharge(
  db: Kysely<Tables>,
  charge: ChargeRecord,
  brand: Brand,
  idempotencyKey: IdempotencyKeyRecord | undefined,
): Promise<void> {
  const accepts = fromAcceptedTokens(charge)
  const periods = charge.quotePeriods.map((one) => fromQuotePeriod(charge.id, one))
  let query: QueryCreator<Tables> = db
  if (idempotencyKey) {
    const row = fromIdempotencyKey(charge, idempotencyKey)
    query = query.with('key', (by) => by.insertInto('idempotency_keys').values(row))
  }
  query = query.with('charge', (by) => by.insertInto('charges').values(fromCharge(charge)))
  if (accepts.length > 0)
    query = query.with('accepts', (by) => by.insertInto('accepted_tokens').values(accepts))
  if (periods.length > 0)
    query = query.with('periods', (by) => by.insertInto('quote_periods').values(periods))
  await query
    .with('event', (by) => insertCreatedEvent(by, charge, brand))
    .selectNoFrom((is) => is.val(1).as('done'))
    .execute()
}
