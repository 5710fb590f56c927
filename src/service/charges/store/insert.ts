import type { Kysely, QueryCreator } from 'kysely'
import type { Brand } from '../../accounts/accounts.ts'
import type { IdempotencyKeyRecord } from '../../accounts/idempotency-keys.ts'
import {
  findResponse,
  fromIdempotencyKey,
  isKeyTaken,
} from '../../accounts/store/idempotency-keys.ts'
import { batchCalls } from '../../db/batch-calls.ts'
import { isDeadlock, isRefusal } from '../../db/errors.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { WatchLimit } from '../charges.ts'
import type { ChargeRecord } from '../records.ts'
import { createSavedDestinations, saveDestinations } from './destinations.ts'
import { withCreatedEvents } from './events.ts'
import { fromAcceptedTokens, fromCharge, fromQuotePeriod } from './rows.ts'
import { insertTerms } from './terms.ts'

/** A charge that is to be saved. */
export interface NewChargeRecord {
  charge: ChargeRecord
  /** Of its account, for the event. */
  brand: Brand
  /** Saved with it. */
  idempotencyKey: IdempotencyKeyRecord | undefined
}

/**
 * Creates the function that saves a new charge. It returns the response to send, and saves nothing where an earlier call had the same
 * Idempotency-Key.
 *
 * @param insert saves the charge with all its rows, or nothing. @default many that come at the same time by one statement
 */
export function createChargeInsertion<Added extends NewChargeRecord = NewChargeRecord>(
  db: Kysely<Tables>,
  insert: (record: Added) => Promise<unknown> = batchCalls((charges: readonly Added[]) =>
    insertEach(db, charges),
  ),
) {
  const savedDestinations = createSavedDestinations()

  return async (record: Added, watchLimit: WatchLimit): Promise<string | undefined> => {
    const { charge, idempotencyKey } = record
    // Nearly every charge is paid where others were paid a moment ago. A new destination is saved first: where the charge
    // is then refused, a destination without a charge is watched, and nothing else remains.
    if (!savedDestinations.has(charge)) {
      await db.transaction().execute((tx) => saveDestinations(tx, charge, watchLimit))
      savedDestinations.add(charge, watchLimit)
    }
    for (let isRetry = false; ; isRetry = true) {
      try {
        await insert(record)
        return idempotencyKey?.response
      } catch (cause) {
        const earlierResponse =
          idempotencyKey &&
          isKeyTaken(cause) &&
          (await findResponse(db, charge.accountId, idempotencyKey))
        if (earlierResponse) return earlierResponse
        // Nothing was saved. The key's response was deleted meanwhile, or a migration under load has locked the tables
        // in another order.
        if (isRetry || !(isKeyTaken(cause) || isDeadlock(cause))) throw cause
      }
    }
  }
}

/**
 * Inserts charges with all their rows in one statement. The tables are in the order in which every other transaction, and a
 * migration, locks them: the keys, the charges, the rest.
 *
 * @throws a database error that `isKeyTaken` recognizes if one of the Idempotency-Keys was used before
 */
export async function insertCharges(
  db: Kysely<Tables>,
  list: readonly NewChargeRecord[],
): Promise<void> {
  const keys = list
    .flatMap(({ charge, idempotencyKey }) =>
      idempotencyKey ? [fromIdempotencyKey(charge, idempotencyKey)] : [],
    )
    // Always in the same order: calls that are repeated at two processes must not make these wait for each other.
    .sort((a, b) => (a.accountId + a.key < b.accountId + b.key ? -1 : 1))
  const charges = list.map(({ charge }) => charge)
  const accepts = charges.flatMap(fromAcceptedTokens)
  const periods = charges.flatMap(({ id, quotePeriods }) =>
    quotePeriods.map((period) => fromQuotePeriod(period, id)),
  )
  let query: QueryCreator<Tables> = db
  if (keys.length > 0)
    query = query.with('keys', (by) => by.insertInto('idempotencyKeys').values(keys))
  query = query.with('added', (by) =>
    by.insertInto('charges').values(charges.map(fromCharge)).returning(['id', 'shop']),
  )
  if (accepts.length > 0)
    query = query.with('accepts', (by) => by.insertInto('acceptedTokens').values(accepts))
  if (periods.length > 0)
    query = query.with('periods', (by) => by.insertInto('quotePeriods').values(periods))
  await withCreatedEvents(
    query.with('terms', (by) => insertTerms(by, charges)),
    list,
  )
    .selectNoFrom((is) => is.val(1).as('done'))
    .execute()
}

/**
 * Inserts charges in one statement. If the database refuses it, inserts each charge on its own, so that one refused charge
 * cannot block the others.
 *
 * @returns for each charge the error that refused it, or undefined
 */
async function insertEach(
  db: Kysely<Tables>,
  list: readonly NewChargeRecord[],
): Promise<(Error | undefined)[]> {
  try {
    await insertCharges(db, list)
    return list.map(() => undefined)
  } catch (cause) {
    if (list.length === 1 || !isRefusal(cause)) return list.map(() => cause as Error)
    const outcomes = await Promise.all(list.map((record) => insertEach(db, [record])))
    return outcomes.flat()
  }
}
