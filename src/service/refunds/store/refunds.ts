import { type Kysely, sql } from 'kysely'
import type { RefundStatus } from '../../../api/schemas/payments/refund.ts'
import type { RefundEvent } from '../../../api/schemas/webhook.ts'
import { PayError } from '../../../errors.ts'
import type { Author } from '../../accounts/accounts.ts'
import type { AuditAction } from '../../accounts/audit.ts'
import type { IdempotencyKeyRecord } from '../../accounts/idempotency-keys.ts'
import { writeAudit } from '../../accounts/store/audit.ts'
import { insertEvents, lockUnsentEvent } from '../../accounts/store/events.ts'
import { findResponse, saveResponse } from '../../accounts/store/idempotency-keys.ts'
import type { ChargeRecord } from '../../charges/records.ts'
import { lockCharge } from '../../charges/store/updates.ts'
import { anyOf } from '../../db/any-of.ts'
import { toFutureTime } from '../../db/clock.ts'
import { toNulls } from '../../db/nulls.ts'
import { readPage } from '../../db/page.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { PageQuery } from '../../kernel/pages.ts'
import type { LockedRefund, RefundRecord, RefundStep, RefundUpdate } from '../records.ts'
import { createRefundEvent, toRefundReply } from '../replies.ts'
import { fromRefund, toRefund } from './rows.ts'

/** The steps that a person decides, as the audit log has them. What payers do and what the chain shows is told by webhooks. */
const auditActions: Partial<Record<RefundStep, AuditAction>> = {
  approved: 'refund.approved',
  canceled: 'refund.canceled',
  signing: 'refund.signing',
  released: 'refund.released',
  dismissed: 'refund.dismissed',
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
      decide: (charge: ChargeRecord, refunds: readonly RefundRecord[]) => RefundRecord,
      {
        idempotencyKey,
        toResponse,
      }: {
        idempotencyKey: Omit<IdempotencyKeyRecord, 'response'> | undefined
        toResponse: (refund: RefundRecord) => string
      },
    ): Promise<string> {
      return await db.transaction().execute(async (tx) => {
        const locked = await lockCharge(tx, chargeId)
        if (!locked) throw new PayError('not_found', 'There is no such charge.')
        const { accountId } = locked.charge
        // First: the refund of an earlier call with this key leaves less to refund.
        const earlier = idempotencyKey && (await findResponse(tx, accountId, idempotencyKey))
        if (earlier !== undefined) return earlier
        const refund = decide(locked.charge, await readRefunds(tx, chargeId))
        const response = toResponse(refund)
        if (idempotencyKey) {
          const key = { ...idempotencyKey, response }
          const saved = await saveResponse(tx, refund, key)
          if (saved !== undefined) return saved
        }
        await tx.insertInto('refunds').values(fromRefund(refund)).execute()
        await writeAudit(tx, accountId, author, {
          action: 'refund.created',
          to: describeRefund(refund),
        })
        return response
      })
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

    /** A page of an account's refunds, newest first; undefined where the cursor names none of them. */
    async listRefunds(
      accountId: string,
      { status, ...query }: PageQuery & { status: RefundStatus | undefined },
    ): Promise<{ refunds: RefundRecord[]; hasMore: boolean } | undefined> {
      const page = await readPage(
        query,
        async (id) => (await findRefund(db, accountId, id))?.createdAt,
        ({ select }) =>
          select(
            db
              .selectFrom('refunds')
              .selectAll()
              .where('accountId', '=', accountId)
              .$if(status !== undefined, (refunds) =>
                refunds.where('status', '=', status as RefundStatus),
              ),
          ).execute(),
      )
      return page && { refunds: page.rows.map(toRefund), hasMore: page.hasMore }
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
      return await db.transaction().execute(async (tx) => {
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
        await tellStep(tx, author, refund, update)
        return update.refund
      })
    },

    /** Returns the refunds of a chain whose transfer is looked for or may be taken back, and whose next check is due. */
    async listWatchedRefunds(
      chainId: number,
      fromBlock: bigint,
      limit: number,
    ): Promise<RefundRecord[]> {
      const rows = await db
        .selectFrom('refunds')
        .selectAll()
        .where('chainId', '=', chainId)
        .where('status', 'in', ['SIGNING', 'PENDING', 'COMPLETED'])
        .where('nextCheckAt', '<=', sql<Date>`now()`)
        .where((by) => by.or([by('status', '<>', 'COMPLETED'), by('blockNumber', '>=', fromBlock)]))
        .orderBy('nextCheckAt')
        .limit(limit)
        .execute()
      return rows.map(toRefund)
    },

    /** Returns what other refunds have of a transaction: the positions of transfers, and whether one has its fee. */
    async getTakenTransfers(
      chainId: number,
      hash: string,
      exceptId: string,
    ): Promise<{ positions: number[]; hasFee: boolean }> {
      const rows = await db
        .selectFrom('refunds')
        .select(['position', 'fee'])
        .where('chainId', '=', chainId)
        .where('hash', '=', hash)
        .where('position', 'is not', null)
        .where('id', '<>', exceptId)
        .execute()
      return {
        positions: rows.map(({ position }) => position ?? 0),
        hasFee: rows.some(({ fee }) => fee !== undefined),
      }
    },

    /** Returns those of these transactions of a chain that are known to send a refund. */
    async listRefundHashes(chainId: number, hashes: readonly string[]): Promise<string[]> {
      const rows = await db
        .selectFrom('refunds')
        .select('hash')
        .distinct()
        .where('chainId', '=', chainId)
        .where('position', 'is not', null)
        .where('hash', '=', anyOf(hashes, 'text'))
        .execute()
      return rows.flatMap(({ hash }) => (hash === undefined ? [] : [hash]))
    },

    /** Returns how many refunds have a wallet that was asked more than an hour ago, and no known transfer. */
    async countUnsettledRefunds(): Promise<number> {
      const { count } = await db
        .selectFrom('refunds')
        .select((by) => by.fn.countAll<number>().as('count'))
        .where('status', '=', 'SIGNING')
        .where('attemptStartedAt', '<', sql<Date>`now() - interval '1 hour'`)
        .executeTakeFirstOrThrow()
      return count
    },

    /** Lets the next check of a refund be due after so many milliseconds. */
    async scheduleRefundCheck(id: string, delayMs: number): Promise<void> {
      await db
        .updateTable('refunds')
        .set({ nextCheckAt: toFutureTime(delayMs) })
        .where('id', '=', id)
        .execute()
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

/** Writes what a step tells: the entry of the audit log, and the webhook event. */
async function tellStep(
  tx: Kysely<Tables>,
  author: Author | undefined,
  before: RefundRecord,
  { refund, step }: { refund: RefundRecord; step: RefundStep | undefined },
): Promise<void> {
  if (!step) return
  const action = auditActions[step]
  if (action && author)
    await writeAudit(tx, refund.accountId, author, {
      action,
      from: describeRefund(before),
      to: describeRefund(refund),
    })
  const event = createRefundEvent(step, refund, new Date())
  if (!event) return
  const isFirst = step !== 'named' || isFirstNaming(refund)
  if (!isFirst && (await addToWaitingEvent(tx, event))) return
  const { accountId, chargeId } = refund
  await insertEvents(tx, [{ event, accountId, chargeId }], isFirst ? 0 : gatherMs)
}

/**
 * Milliseconds for which addresses that are named for a refund are gathered into one event, after the first one: whoever has the link
 * can name one after the other, and each event is a call of the merchant's receiver.
 */
const gatherMs = 60_000

const isFirstNaming = ({ namings: { signed, unsigned } }: RefundRecord) => signed + unsigned === 1

/** Gives the event of an earlier naming of a refund the newest address, where it was not sent; returns whether there is one. */
async function addToWaitingEvent(
  tx: Kysely<Tables>,
  event: Omit<RefundEvent, 'sequence'>,
): Promise<boolean> {
  const waiting = await tx
    .selectFrom('webhookEvents')
    .select('id')
    .where('chargeId', '=', event.data.chargeUuid)
    .where('type', '=', event.type)
    .where(sql<string>`body::jsonb -> 'data' ->> 'uuid'`, '=', event.data.uuid)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const unsent = waiting && (await lockUnsentEvent(tx, waiting.id))
  if (!unsent) return false
  // Its id and its number stay.
  const earlier = JSON.parse(unsent.body) as RefundEvent
  const body = JSON.stringify({ ...earlier, created_at: event.created_at, data: event.data })
  await tx.updateTable('webhookEvents').set({ body }).where('id', '=', unsent.id).execute()
  return true
}

/** Returns what the audit log says of a refund. */
function describeRefund(refund: RefundRecord): object {
  const { uuid, chargeUuid, status, amount, tokenSymbol, recipientAddress, senderAddress } =
    toRefundReply(refund, '')
  return {
    refundUuid: uuid,
    chargeUuid,
    status,
    amount,
    tokenSymbol,
    recipientAddress,
    senderAddress,
  }
}
