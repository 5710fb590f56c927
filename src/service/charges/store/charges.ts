import type { Kysely } from 'kysely'
import type { Author, Brand } from '../../accounts/accounts.ts'
import type { IdempotencyKeyRecord } from '../../accounts/idempotency-keys.ts'
import { writeAudit } from '../../accounts/store/audit.ts'
import { findResponse, isKeyTaken } from '../../accounts/store/idempotency-keys.ts'
import { anyOf } from '../../db/any-of.ts'
import { batchCalls } from '../../db/batch-calls.ts'
import { isDeadlock } from '../../db/errors.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { toAuthorizationKey } from '../authorization-nonce.ts'
import type { WatchLimit } from '../charges.ts'
import type { ChargeBase, ChargeRecord, ChargeUpdate, TransferRecord } from '../records.ts'
import { readAcceptedTokens } from './accepts.ts'
import { createSavedDestinations, saveDestinations } from './destinations.ts'
import { insertEach, type NewChargeRecord } from './insert.ts'
import { loadCharge, loadCharges } from './load.ts'
import { toChargeBase } from './rows.ts'
import { applyUpdates, lockCharge, lockCharges, readTransfersOfPayments } from './updates.ts'
import { selectWaitingReport, toWaitingReport } from './waiting-report.ts'

/** Creates the part of the store for charges, with their payments and status changes. */
export function createChargeStore(db: Kysely<Tables>) {
  const savedDestinations = createSavedDestinations()
  const insertSoon = batchCalls((charges: readonly NewChargeRecord[]) => insertEach(db, charges))

  const updateCharges = async (
    ids: readonly string[],
    decide: (
      charge: ChargeRecord,
      transfers: readonly TransferRecord[],
    ) => ChargeUpdate | undefined,
  ): Promise<ReadonlyMap<string, ChargeUpdate>> =>
    await db.transaction().execute(async (tx) => {
      const lockedCharges = await lockCharges(tx, ids)
      const transfers = await readTransfersOfPayments(tx, lockedCharges)
      const changes = [...lockedCharges.values()].flatMap((locked) => {
        const update = decide(locked.charge, transfers.get(locked.charge.id) ?? [])
        return update ? [{ locked, update }] : []
      })
      await applyUpdates(tx, changes)
      return new Map(changes.map((change) => [change.locked.charge.id, change.update]))
    })

  return {
    /**
     * Saves a new charge and, with `idempotencyKey`, the response. Returns the response to send: when an earlier or
     * simultaneous call had the same key, the response of that call, and then nothing is saved.
     *
     * @param brand of the charge's account, for the event
     * @throws PayError `conflict` for another body, and when the account would exceed `watchLimit`
     */
    async createCharge(
      charge: ChargeRecord,
      brand: Brand,
      idempotencyKey: IdempotencyKeyRecord | undefined,
      watchLimit: WatchLimit,
    ): Promise<string | undefined> {
      // Nearly every charge is paid where others were paid a moment ago. A new destination is saved first: where the charge
      // is then refused, a destination without a charge is watched, and nothing else remains.
      if (!savedDestinations.has(charge)) {
        await db.transaction().execute((tx) => saveDestinations(tx, charge, watchLimit))
        savedDestinations.add(charge, watchLimit)
      }
      for (let isRetry = false; ; isRetry = true) {
        try {
          await insertSoon({ charge, brand, idempotencyKey })
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
    },

    /** Returns a charge of the account; undefined also for a charge of another account. */
    async getCharge(accountId: string, id: string): Promise<ChargeRecord | undefined> {
      return await readSnapshot(db, async (tx) => {
        const row = await tx
          .selectFrom('charges')
          .selectAll()
          .select(selectWaitingReport)
          .where('id', '=', id)
          .where('accountId', '=', accountId)
          .executeTakeFirst()
        return row && { ...(await loadCharge(tx, row)), ...toWaitingReport(row) }
      })
    },

    /** Returns a charge without its payments and timeline; of any account when no account is given. */
    async getChargeBase(
      accountId: string | undefined,
      id: string,
    ): Promise<ChargeBase | undefined> {
      const row = await db
        .selectFrom('charges')
        .selectAll()
        .where('id', '=', id)
        .$if(accountId !== undefined, (query) => query.where('accountId', '=', accountId as string))
        .executeTakeFirst()
      const accepts = row?.hasAcceptedTokens ? await readAcceptedTokens(db, [row.id]) : undefined
      return row && toChargeBase(row, accepts?.get(row.id) ?? [])
    },

    /** Does the same for many charges in one transaction, and returns the updates that were made, by charge. */
    updateCharges,

    /**
     * Locks a charge, calls `decide` with it and the transfers of its payments, and saves the update that `decide`
     * returns; undefined changes nothing. Returns the update that was made; undefined also when there is no such charge.
     */
    async updateCharge(
      id: string,
      decide: (
        charge: ChargeRecord,
        transfers: readonly TransferRecord[],
      ) => ChargeUpdate | undefined,
    ): Promise<ChargeUpdate | undefined> {
      return (await updateCharges([id], decide)).get(id)
    },

    /**
     * Cancels a charge by the update of `decide`; the audit log records it. Returns the update that was made; undefined
     * when there is nothing to change.
     */
    async cancelCharge(
      id: string,
      author: Author,
      decide: (charge: ChargeRecord) => ChargeUpdate | undefined,
    ): Promise<ChargeUpdate | undefined> {
      return await db.transaction().execute(async (tx) => {
        const locked = await lockCharge(tx, id)
        const update = locked && decide(locked.charge)
        if (!locked || !update) return undefined
        await applyUpdates(tx, [{ locked, update }])
        const { accountId, status } = locked.charge
        await writeAudit(tx, accountId, author, {
          action: 'charge.canceled',
          from: { chargeUuid: id, status },
          to: { chargeUuid: id, status: update.statusChange?.status ?? status },
        })
        return update
      })
    },

    /** Records that the order of a charge was shipped, at the time of `decide`; the audit log has the first time. */
    async markShipped(
      id: string,
      author: Author,
      decide: (charge: ChargeRecord) => Date,
    ): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const charge = (await lockCharge(tx, id))?.charge
        const shippedAt = charge && decide(charge)
        if (!charge || charge.shippedAt) return
        await tx.updateTable('charges').set({ shippedAt }).where('id', '=', id).execute()
        await writeAudit(tx, charge.accountId, author, {
          action: 'charge.shipped',
          to: { chargeUuid: id },
        })
      })
    },

    /**
     * Finds charges of all accounts by their ids, by their references, and by the nonces of authorizations that pay them. Of the
     * last also some whose nonce only begins in the same way.
     */
    async findCharges({
      ids: namedIds = [],
      references = [],
      authorizationNonces = [],
    }: {
      ids?: readonly string[]
      references?: readonly string[]
      authorizationNonces?: readonly string[]
    }): Promise<ChargeRecord[]> {
      const keys = authorizationNonces.map(toAuthorizationKey)
      const ids = [...namedIds, ...(await findAuthorizedIds(db, keys))]
      if (ids.length === 0 && references.length === 0) return []
      const rows = await db
        .selectFrom('charges')
        .selectAll()
        .where((by) =>
          by.or([
            ...(ids.length > 0 ? [by('id', '=', anyOf(ids, 'uuid'))] : []),
            ...(references.length > 0 ? [by('reference', '=', anyOf(references))] : []),
          ]),
        )
        .execute()
      return await loadCharges(db, rows)
    },
  }
}

/** Charges, and every change of one. */
export type ChargeStore = ReturnType<typeof createChargeStore>

/** Returns the ids of charges with one of these keys, each read from its own index. Queries nothing for no keys. */
async function findAuthorizedIds(
  db: Kysely<Tables>,
  keys: readonly string[],
): Promise<readonly string[]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('charges')
    .select('id')
    .where('authorizationKey', '=', anyOf(keys, 'bigint'))
    .union(
      db
        .selectFrom('acceptedTokens')
        .select('chargeId as id')
        .where('authorizationKey', '=', anyOf(keys, 'bigint')),
    )
    .execute()
  return rows.map(({ id }) => id)
}
