import { type Kysely, sql } from 'kysely'
import type { Brand } from '../../accounts/accounts.ts'
import type { IdempotencyKeyRecord } from '../../accounts/idempotency-keys.ts'
import { anyOf } from '../../db/any-of.ts'
import { readSnapshot } from '../../db/snapshot.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { toAuthorizationKey } from '../authorization-nonce.ts'
import type { WatchLimit } from '../charges.ts'
import type { ChargeBase, ChargeRecord } from '../records.ts'
import { readAcceptedTokens } from './accepts.ts'
import { createChargeChanges } from './changes.ts'
import { createChargeInsertion } from './insert.ts'
import { loadCharge, loadCharges } from './load.ts'
import { createPendingTransferStore } from './pending-transfers.ts'
import { toChargeBase } from './rows.ts'
import { selectWaitingReport, toWaitingReport } from './waiting-report.ts'

/** Creates the part of the store for charges, with their payments and status changes. */
export function createChargeStore(db: Kysely<Tables>) {
  const insertCharge = createChargeInsertion(db)
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
      return await insertCharge({ charge, brand, idempotencyKey }, watchLimit)
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

    /**
     * Saves the language of a charge's payer, where somebody is to be written about it and none is known: the first one stays.
     */
    async savePayerLocale(id: string, payerLocale: string): Promise<void> {
      await db
        .updateTable('charges')
        .set({ payerLocale })
        .where('id', '=', id)
        .where('payerLocale', 'is', null)
        .where('payerEmail', '<>', '')
        .execute()
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
    ...createChargeChanges(db),
    ...createPendingTransferStore(db),
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
  const { rows } = await sql<{ id: string }>`
    select id from charges where authorization_key = ${anyOf(keys, 'bigint')}
    union select charge_id from accepted_tokens where authorization_key = ${anyOf(keys, 'bigint')}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
