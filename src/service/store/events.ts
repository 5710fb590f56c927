import type { Kysely, Selectable } from 'kysely'
import type { ChargeEventType, WebhookEvent } from '../../api/schemas/webhook.ts'
import {
  createChargeEvent,
  type Delivery,
  type DeliveryRecord,
  type DeliveryStatus,
  type Outbox,
} from '../domain/events.ts'
import type { ChargeRecord } from '../domain/records.ts'
import { buildClaimStatement, toFutureTime } from './claim-events.ts'
import { toMerchantAccount } from './rows.ts'
import type { Tables, WebhookEventRow } from './tables.ts'

/**
 * Writes a webhook event in the same transaction as the change that it reports. An account that has no webhook at that
 * time never gets the event.
 *
 * @param readCharge returns the charge as this transaction left it
 */
export async function writeEvent(
  tx: Kysely<Tables>,
  accountId: string,
  type: ChargeEventType | undefined,
  readCharge: () => ChargeRecord | Promise<ChargeRecord>,
): Promise<void> {
  if (!type) return
  const row = await tx
    .selectFrom('accounts')
    .innerJoin('webhook_settings', 'webhook_settings.account_id', 'accounts.id')
    .selectAll('accounts')
    .where('accounts.id', '=', accountId)
    .executeTakeFirst()
  if (!row) return
  const now = new Date()
  const charge = await readCharge()
  const event = createChargeEvent(type, charge, toMerchantAccount(row).brand, now)
  await tx
    .insertInto('webhook_events')
    .values({
      id: event.id,
      account_id: accountId,
      charge_id: charge.id,
      type,
      body: JSON.stringify(event),
      created_at: now,
    })
    .execute()
}

/** Creates the outbox: webhook events that wait for their delivery, and the outcome of the others. */
export function createOutbox(db: Kysely<Tables>): Outbox {
  return {
    async claimEvents(limit, maxPerAccount, leaseMs) {
      const { rows } = await buildClaimStatement(limit, maxPerAccount, leaseMs).execute(db)
      // An UPDATE returns its rows in no particular order.
      return rows.map(toDelivery)
    },

    async markDelivered({ event, chargeId }) {
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('webhook_events')
          .set({ status: 'DELIVERED', last_error: '', lease_expires_at: null })
          // Whatever the claim number: it has arrived, even if the lease was over.
          .where('id', '=', event.id)
          .execute()
        await scheduleEventsOfCharge(tx, chargeId, 0)
      })
    },

    async markFailed({ event, chargeId, claimNumber }, error, retryDelayMs) {
      await db.transaction().execute(async (tx) => {
        const schedule =
          retryDelayMs === undefined ? {} : { next_attempt_at: toFutureTime(retryDelayMs) }
        const changed = await tx
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
        if (changed.numUpdatedRows > 0n)
          await scheduleEventsOfCharge(tx, chargeId, retryDelayMs ?? 0)
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
        .$if(ids !== 'failed', (query) => query.where('id', 'in', [...ids]))
        .executeTakeFirst()
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

function toDelivery(row: Selectable<WebhookEventRow>): Delivery {
  return {
    event: JSON.parse(row.body) as WebhookEvent,
    accountId: row.account_id,
    chargeId: row.charge_id ?? undefined,
    previousAttempts: row.attempts - 1,
    claimNumber: Number(row.claim_number),
  }
}

function toDeliveryRecord(row: Selectable<WebhookEventRow>): DeliveryRecord {
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
