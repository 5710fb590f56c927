import type { Kysely } from 'kysely'
import type { WebhookEvent } from '../../../api/schemas/webhook.ts'
import type { Delivery, Outbox } from '../../domain/webhooks/outbox.ts'
import { insertDeliveries } from '../accounts/events.ts'
import { anyOf } from '../database/any-of.ts'
import { toFutureTime } from '../database/clock.ts'
import { sendSignal } from '../database/signals.ts'
import type { Tables } from '../database/tables/tables.ts'
import { buildClaimStatement, buildNextDueStatement, type ClaimedRow } from './claim-deliveries.ts'
import { loadEvents, restartDeliveries, settleEvents } from './events.ts'

/** Creates the outbox: deliveries that wait, and the outcome of the others. */
export function createOutbox(db: Kysely<Tables>): Outbox {
  return {
    async claimDeliveries(options) {
      const { rows } = await buildClaimStatement(options).execute(db)
      // Read after the claim: until then an event may still change, from then on it does not.
      const events = await db
        .selectFrom('webhook_events')
        .select(['id', 'body'])
        .where('id', '=', anyOf(new Set(rows.map(({ event_id }) => event_id)), 'uuid'))
        .execute()
      const bodies = new Map(events.map(({ id, body }) => [id, body]))
      // An UPDATE returns its rows in no particular order. An event that was deleted in between takes its deliveries along.
      return rows.flatMap((row) => {
        const body = bodies.get(row.event_id)
        return body === undefined ? [] : [toDelivery(row, body)]
      })
    },

    async getNextDueMs() {
      const { rows } = await buildNextDueStatement().execute(db)
      return rows[0]?.due_in_ms ?? undefined
    },

    async markDelivered({ event, endpointId, chargeId, isAnswering }) {
      await db.transaction().execute(async (tx) => {
        if (!isAnswering) await setAnswering(tx, endpointId, true)
        await tx
          .updateTable('webhook_deliveries')
          .set({ status: 'DELIVERED', last_error: '', lease_expires_at: null })
          // Whatever the claim number: it has arrived, even if the lease was over.
          .where('event_id', '=', event.id)
          .where('endpoint_id', '=', endpointId)
          .execute()
        await settleEvents(tx, [event.id])
        await scheduleDeliveriesOfCharge(tx, chargeId, endpointId, 0)
      })
    },

    async markFailed({ event, endpointId, chargeId, claimNumber }, error, retryDelayMs) {
      await db.transaction().execute(async (tx) => {
        // Not where this process stops and has ended the attempt itself.
        if (retryDelayMs !== 0) await setAnswering(tx, endpointId, false)
        const schedule =
          retryDelayMs === undefined ? {} : { next_attempt_at: toFutureTime(retryDelayMs) }
        const result = await tx
          .updateTable('webhook_deliveries')
          .set({
            status: retryDelayMs === undefined ? 'FAILED' : 'WAITING',
            last_error: error,
            lease_expires_at: null,
          })
          .set(schedule)
          .where('event_id', '=', event.id)
          .where('endpoint_id', '=', endpointId)
          .where('claim_number', '=', claimNumber)
          .where('status', '=', 'WAITING')
          .executeTakeFirst()
        if (result.numUpdatedRows === 0n) return
        if (retryDelayMs === undefined) await settleEvents(tx, [event.id])
        await scheduleDeliveriesOfCharge(tx, chargeId, endpointId, retryDelayMs ?? 0)
        // A process that stops leaves it to the others.
        if (retryDelayMs === 0) await sendSignal(tx, 'webhooks')
      })
    },

    async listEvents(status, limit) {
      const rows = await db
        .selectFrom('webhook_events')
        .selectAll()
        .$if(status !== undefined, (query) =>
          query.where(({ exists, selectFrom }) =>
            exists(
              selectFrom('webhook_deliveries as delivery')
                .whereRef('delivery.event_id', '=', 'webhook_events.id')
                .where('delivery.status', '=', status ?? ''),
            ),
          ),
        )
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute()
      return await loadEvents(db, rows)
    },

    async deleteEvents(before, limit) {
      const old = db
        .selectFrom('webhook_events')
        .select('id')
        .where('created_at', '<', before)
        .where('has_failed', '=', false)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('webhook_deliveries as delivery')
                .whereRef('delivery.event_id', '=', 'webhook_events.id')
                .where('delivery.status', '=', 'WAITING'),
            ),
          ),
        )
        .orderBy('created_at')
        .limit(limit)
      const { numDeletedRows } = await db
        .deleteFrom('webhook_events')
        .where('id', 'in', old)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    async retryEvents(ids) {
      return await db.transaction().execute(async (tx) => {
        const isAll = ids === 'failed'
        const known = await tx
          .selectFrom('webhook_events')
          .select('id')
          .$if(isAll, (events) => events.where('has_failed', '=', true))
          .$if(!isAll, (events) => events.where('id', '=', anyOf(isAll ? [] : ids, 'uuid')))
          .execute()
        const knownIds = known.map(({ id }) => id)
        // The operator may also end the wait for a process that has claimed one and is gone.
        if (!isAll) {
          await endLeases(tx, knownIds)
          await insertDeliveries(tx, knownIds)
        }
        const count = await restartDeliveries(tx, knownIds, isAll ? 'FAILED' : 'ALL')
        return { count, unknown: isAll ? 0 : ids.length - known.length }
      })
    },
  }
}

async function endLeases(tx: Kysely<Tables>, eventIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ lease_expires_at: null })
    .where('event_id', '=', anyOf(eventIds, 'uuid'))
    .execute()
}

/**
 * Ends the leases of all deliveries. For a process that is alone on its database, at its start: those that an earlier process
 * had claimed need not wait until the lease ends.
 */
export async function endDeliveryLeases(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ lease_expires_at: null })
    .where('lease_expires_at', 'is not', null)
    .execute()
}

/** Saves whether an endpoint has answered, where that has changed. */
async function setAnswering(
  tx: Kysely<Tables>,
  endpointId: string,
  isAnswering: boolean,
): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ is_answering: isAnswering })
    .where('id', '=', endpointId)
    .where('is_answering', '<>', isAnswering)
    .execute()
}

/**
 * Sets when the waiting deliveries about a charge are due at an endpoint. Their order does not depend on this, the claim
 * statement keeps it: this only keeps those out of the claim that wait for a receiver which is down.
 */
async function scheduleDeliveriesOfCharge(
  tx: Kysely<Tables>,
  chargeId: string | undefined,
  endpointId: string,
  delayMs: number,
): Promise<void> {
  if (chargeId === undefined) return
  await tx
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: toFutureTime(delayMs) })
    .where('charge_id', '=', chargeId)
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'WAITING')
    .where('lease_expires_at', 'is', null)
    .execute()
}

function toDelivery(row: ClaimedRow, body: string): Delivery {
  return {
    event: JSON.parse(body) as WebhookEvent,
    endpointId: row.endpoint_id,
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
