import type { Kysely, Selectable } from 'kysely'
import type { WebhookEvent } from '../../../api/schemas/webhook.ts'
import type {
  Delivery,
  DeliveryRecord,
  DeliveryStatus,
  Outbox,
} from '../../domain/webhooks/outbox.ts'
import { anyOf } from '../database/any-of.ts'
import { toFutureTime } from '../database/clock.ts'
import { sendSignal } from '../database/signals.ts'
import type { Tables, WebhookEventRow } from '../database/tables.ts'
import { buildClaimStatement, buildNextDueStatement, type ClaimedRow } from './claim-events.ts'

/** Creates the outbox: webhook events that wait for their delivery, and the outcome of the others. */
export function createOutbox(db: Kysely<Tables>): Outbox {
  return {
    async claimEvents(options) {
      const { rows } = await buildClaimStatement(options).execute(db)
      // An UPDATE returns its rows in no particular order.
      return rows.map(toDelivery)
    },

    async getNextDueMs() {
      const { rows } = await buildNextDueStatement().execute(db)
      return rows[0]?.due_in_ms ?? undefined
    },

    async markDelivered({ event, accountId, chargeId, isAnswering }) {
      await db.transaction().execute(async (tx) => {
        if (!isAnswering) await setAnswering(tx, accountId, true)
        await tx
          .updateTable('webhook_events')
          .set({ status: 'DELIVERED', last_error: '', lease_expires_at: null })
          // Whatever the claim number: it has arrived, even if the lease was over.
          .where('id', '=', event.id)
          .execute()
        await scheduleEventsOfCharge(tx, chargeId, 0)
      })
    },

    async markFailed({ event, accountId, chargeId, claimNumber }, error, retryDelayMs) {
      await db.transaction().execute(async (tx) => {
        // Not where this process stops and has ended the attempt itself.
        if (retryDelayMs !== 0) await setAnswering(tx, accountId, false)
        const schedule =
          retryDelayMs === undefined ? {} : { next_attempt_at: toFutureTime(retryDelayMs) }
        const result = await tx
          .updateTable('webhook_events')
          .set({
            status: retryDelayMs === undefined ? 'FAILED' : 'WAITING',
            last_error: error,
            lease_expires_at: null,
          })
          .set(schedule)
          .where('id', '=', event.id)
          .where('claim_number', '=', claimNumber)
          .where('status', '=', 'WAITING')
          .executeTakeFirst()
        if (result.numUpdatedRows === 0n) return
        await scheduleEventsOfCharge(tx, chargeId, retryDelayMs ?? 0)
        // A process that stops leaves it to the others.
        if (retryDelayMs === 0) await sendSignal(tx, 'webhooks')
      })
    },

    async listEvents(status, limit) {
      const rows = await db
        .selectFrom('webhook_events')
        .selectAll()
        .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toDeliveryRecord)
    },

    async deleteEvents(before, limit) {
      const old = db
        .selectFrom('webhook_events')
        .select('id')
        .where('status', '=', 'DELIVERED')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit)
      const { numDeletedRows } = await db
        .deleteFrom('webhook_events')
        .where('id', 'in', old)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    async retryEvents(ids) {
      if (ids !== 'failed' && ids.length === 0) return 0
      const { numUpdatedRows } = await db
        .updateTable('webhook_events')
        .set({
          status: 'WAITING',
          attempts: 0,
          lease_expires_at: null,
          next_attempt_at: toFutureTime(0),
        })
        .$if(ids === 'failed', (query) => query.where('status', '=', 'FAILED'))
        .$if(ids !== 'failed', (query) => query.where('id', '=', anyOf(ids, 'uuid')))
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await sendSignal(db, 'webhooks')
      return Number(numUpdatedRows)
    },
  }
}

/**
 * Ends the leases of all events. For a process that is alone on its database, at its start: events that an earlier
 * process had claimed need not wait until the lease ends.
 */
export async function endEventLeases(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ lease_expires_at: null })
    .where('lease_expires_at', 'is not', null)
    .execute()
}

/** Saves whether the receiver of an account has answered, where that has changed. */
async function setAnswering(
  tx: Kysely<Tables>,
  accountId: string,
  isAnswering: boolean,
): Promise<void> {
  await tx
    .updateTable('webhook_settings')
    .set({ is_answering: isAnswering })
    .where('account_id', '=', accountId)
    .where('is_answering', '<>', isAnswering)
    .execute()
}

/**
 * Sets when the waiting events of a charge are due. Their order does not depend on this, the claim statement keeps it:
 * this only keeps events out of the claim that wait for a receiver which is down.
 */
async function scheduleEventsOfCharge(
  tx: Kysely<Tables>,
  chargeId: string | undefined,
  delayMs: number,
): Promise<void> {
  if (chargeId === undefined) return
  await tx
    .updateTable('webhook_events')
    .set({ next_attempt_at: toFutureTime(delayMs) })
    .where('charge_id', '=', chargeId)
    .where('status', '=', 'WAITING')
    .where('lease_expires_at', 'is', null)
    .execute()
}

function toDelivery(row: ClaimedRow): Delivery {
  return {
    event: JSON.parse(row.body) as WebhookEvent,
    accountId: row.account_id,
    chargeId: row.charge_id ?? undefined,
    target:
      row.target_url === null || row.target_secrets === null
        ? undefined
        : { url: row.target_url, secrets: row.target_secrets.split(' ') },
    isAnswering: row.is_answering,
    previousAttempts: row.attempts - 1,
    claimNumber: Number(row.claim_number),
  }
}

/** Converts the row of an event. */
export function toDeliveryRecord(row: Selectable<WebhookEventRow>): DeliveryRecord {
  return {
    id: row.id,
    type: row.type,
    accountId: row.account_id,
    chargeId: row.charge_id ?? undefined,
    status: row.status as DeliveryStatus,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at,
    nextAttemptAt: row.status === 'WAITING' ? row.next_attempt_at : undefined,
  }
}
