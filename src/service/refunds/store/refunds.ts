import { type Kysely, sql } from 'kysely'
import type { RefundStatus } from '../../../api/schemas/payments/refund.ts'
import { PayError } from '../../../errors.ts'
import type { Author } from '../../accounts/accounts.ts'
import type { IdempotencyKeyRecord } from '../../accounts/idempotency-keys.ts'
import { writeAudit } from '../../accounts/store/audit.ts'
import { findResponse, saveResponse } from '../../accounts/store/idempotency-keys.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import { lockCharge, refreshBalance } from '../../charges/store/updates.ts'
import { anyOf } from '../../db/any-of.ts'
import { toFutureTime } from '../../db/clock.ts'
import { toNulls } from '../../db/nulls.ts'
import { readPage } from '../../db/page.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { transact } from '../../db/transact.ts'
import type { PageQuery } from '../../kernel/pages.ts'
import type { LockedRefund, RefundRecord, RefundUpdate } from '../records.ts'
import { fromRefund, toRefund } from './rows.ts'
import { describeRefund, recordStep } from './steps.ts'

/** Which refunds are listed: those in any of these statuses; undefined for those of every shop. */
export interface RefundFilter {
  statuses: readonly RefundStatus[]
  shop?: string | undefined
}

/** Selects the refunds of a list, and of the figure that opens it. */
function selectRefunds(db: Kysely<Tables>, accountId: string, { statuses, shop }: RefundFilter) {
  return db
    .selectFrom('refunds')
    .where('accountId', '=', accountId)
    .where('status', '=', anyOf(statuses))
    .$if(shop !== undefined, (select) => select.where('shop', '=', shop ?? ''))
}

/** Creates the part of the store for refunds. Each is changed under the lock of its charge. */
export function createRefundStore(db: Kysely<Tables>) {
  return {
    /**
     * Saves a new refund by `decide`, which gets the locked charge and its refunds. Returns the response to send: with
     * `idempotencyKey` that of an earlier call with the same key, and then nothing is saved.
     *
     * @throws PayError `conflict` for another body; what `decide` throws
     */
    async createRefund(
      chargeId: string,
      author: Author,
      decide: DecideRefund,
      response: RefundResponse,
    ): Promise<string> {
      return await transact(db, (tx) => createRefund(tx, chargeId, author, decide, response))
    },

    /** Returns a refund of the account; undefined also for one of another account. */
    async getRefund(accountId: string, id: string): Promise<RefundRecord | undefined> {
      const row = await findRefund(db, accountId, id)
      return row && toRefund(row)
    },

    /** Returns all refunds of a charge, oldest first. */
    async listRefundsOfCharge(chargeId: string): Promise<RefundRecord[]> {
      return await readRefunds(db, chargeId)
    },

    /** A page of an account's refunds that a filter lets through, newest first; undefined where the cursor names none of them. */
    async listRefunds(
      accountId: string,
      { statuses, shop, ...query }: PageQuery & RefundFilter,
    ): Promise<{ refunds: RefundRecord[]; hasMore: boolean } | undefined> {
      const page = await readPage(
        query,
        async (id) => (await findRefund(db, accountId, id))?.createdAt,
        ({ select }) =>
          select(selectRefunds(db, accountId, { statuses, shop }).selectAll()).execute(),
      )
      return page && { refunds: page.rows.map(toRefund), hasMore: page.hasMore }
    },

    /** Returns how many refunds a list has. */
    async countRefunds(accountId: string, filter: RefundFilter): Promise<number> {
      const { count } = await selectRefunds(db, accountId, filter)
        .select((by) => by.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    /** Returns those of these transactions of a chain that are known to send a refund. */
    async listRefundHashes(chainId: number, hashes: readonly string[]): Promise<string[]> {
      const { rows } = await sql<{ hash: string }>`
        select distinct hash from refunds
        where chain_id = ${chainId} and position is not null and hash = ${anyOf(hashes)}`.execute(
        db,
      )
      return rows.map(({ hash }) => hash)
    },

    /**
     * Locks the charge of a refund, calls `decide`, and saves the change that it returns with its event and its entry in the
     * audit log; undefined changes nothing. Returns the refund as it is then.
     *
     * @param author undefined for the chain
     */
    async updateRefund(
      id: string,
      author: Author | undefined,
      decide: (locked: LockedRefund) => RefundUpdate | undefined,
    ): Promise<RefundRecord> {
      return await transact(db, (tx) => updateRefund(tx, id, author, decide))
    },
  }
}

/** Refunds, and every change of one. */
export type RefundStore = ReturnType<typeof createRefundStore>

async function findRefund(db: Kysely<Tables>, accountId: string, id: string) {
  return await db
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
}

/** Reads the refunds of a charge, oldest first. */
async function readRefunds(db: Kysely<Tables>, chargeId: string): Promise<RefundRecord[]> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('chargeId', '=', chargeId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(toRefund)
}

/** Returns the refund that is to be saved. @throws PayError where it is refused */
type DecideRefund = (charge: ChargeRecord, refunds: readonly RefundRecord[]) => RefundRecord

/** The response to the creation of a refund. */
export interface RefundResponse {
  idempotencyKey: Omit<IdempotencyKeyRecord, 'response'> | undefined
  toResponse: (refund: RefundRecord) => string
}

async function createRefund(
  tx: Kysely<Tables>,
  chargeId: string,
  author: Author,
  decide: DecideRefund,
  { idempotencyKey, toResponse }: RefundResponse,
): Promise<string> {
  const locked = await lockCharge(tx, chargeId)
  if (!locked) throw new PayError('not_found', 'There is no such charge.')
  const { accountId } = locked.charge
  // First: the refund of an earlier call with this key leaves less to refund.
  const earlier = idempotencyKey && (await findResponse(tx, accountId, idempotencyKey))
  if (earlier !== undefined) return earlier
  const refund = decide(locked.charge, await readRefunds(tx, chargeId))
  const response = toResponse(refund)
  if (idempotencyKey) {
    const saved = await saveResponse(tx, refund, { ...idempotencyKey, response })
    if (saved !== undefined) return saved
  }
  await tx.insertInto('refunds').values(fromRefund(refund)).execute()
  const to = describeRefund(refund)
  await writeAudit(tx, accountId, author, { action: 'refund.created', to })
  return response
}

async function updateRefund(
  tx: Kysely<Tables>,
  id: string,
  author: Author | undefined,
  decide: (locked: LockedRefund) => RefundUpdate | undefined,
): Promise<RefundRecord> {
  const row = await tx
    .selectFrom('refunds')
    .select('chargeId')
    .where('id', '=', id)
    .executeTakeFirst()
  const locked = row && (await lockCharge(tx, row.chargeId))
  const refunds = locked ? await readRefunds(tx, locked.charge.id) : []
  const refund = refunds.find((candidate) => candidate.id === id)
  if (!locked || !refund) throw new PayError('not_found', 'There is no such refund.')
  const update = decide({ refund, charge: locked.charge, refunds })
  if (!update) return refund
  const { id: _, ...values } = fromRefund(update.refund)
  await tx
    .updateTable('refunds')
    .set({ ...toNulls(values), nextCheckAt: toFutureTime(0) })
    .where('id', '=', id)
    .execute()
  if (update.refund.status !== refund.status || update.refund.transfer !== refund.transfer)
    await refreshBalance(tx, refund.chargeId)
  await recordStep(tx, author, refund, update)
  return update.refund
}
