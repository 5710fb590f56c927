import { type Kysely, sql } from 'kysely'
import type { WebhookEvent } from '../../../api/schemas/webhook.ts'
import type { EventFilter, EventStore } from '../../domain/webhooks/events.ts'
import { anyOf } from '../database/any-of.ts'
import { toFutureTime } from '../database/clock.ts'
import { isWithin, readPage } from '../database/page.ts'
import { sendSignal } from '../database/signals.ts'
import type { Tables } from '../database/tables.ts'
import { toDeliveryRecord } from './outbox.ts'

/** Creates the part of the store for one account's webhook events. */
export function createEventStore(db: Kysely<Tables>): EventStore {
  return {
    async listAccountEvents(accountId, { filter, ...query }) {
      const { cursor } = query
      const place = cursor && (await findEvent(db, accountId, cursor.id))
      if (cursor && !place) return undefined
      const { rows, hasMore } = await readPage(
        query,
        place && { time: place.created_at, id: place.id },
        ({ direction, limit, isBeyondCursor }) =>
          selectEvents(db, accountId, filter)
            .where(isBeyondCursor)
            .orderBy('created_at', direction)
            .orderBy('id', direction)
            .limit(limit)
            .execute(),
      )
      return { events: rows.map(toDeliveryRecord), hasMore }
    },

    async getAccountEvent(accountId, id) {
      const row = await findEvent(db, accountId, id)
      return row && { event: toDeliveryRecord(row), body: JSON.parse(row.body) as WebhookEvent }
    },

    async redeliverEvent(accountId, id) {
      const { numUpdatedRows } = await restartDelivery(db, [id])
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await sendSignal(db, 'webhooks')
      return numUpdatedRows > 0n
    },

    async redeliverEvents(accountId, filter, limit) {
      const rows = await selectEvents(db, accountId, filter)
        // What is due, or on its way, is delivered anyway.
        .where((by) =>
          by.or([by('status', '<>', 'WAITING'), by('next_attempt_at', '>', sql<Date>`now()`)]),
        )
        .where('lease_expires_at', 'is', null)
        .clearSelect()
        .select('id')
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit + 1)
        .execute()
      const ids = rows.slice(0, limit).map(({ id }) => id)
      const { numUpdatedRows } = await restartDelivery(db, ids).executeTakeFirst()
      if (numUpdatedRows > 0n) await sendSignal(db, 'webhooks')
      return { count: Number(numUpdatedRows), hasMore: rows.length > limit }
    },
  }
}

/** Makes events due that no process is delivering. */
function restartDelivery(db: Kysely<Tables>, ids: readonly string[]) {
  return db
    .updateTable('webhook_events')
    .set({ status: 'WAITING', attempts: 0, next_attempt_at: toFutureTime(0) })
    .where('id', '=', anyOf(ids, 'uuid'))
    .where('lease_expires_at', 'is', null)
}

async function findEvent(db: Kysely<Tables>, accountId: string, id: string) {
  return await db
    .selectFrom('webhook_events')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

function selectEvents(
  db: Kysely<Tables>,
  accountId: string,
  { status, chargeId, created }: EventFilter,
) {
  return db
    .selectFrom('webhook_events')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(isWithin(created))
    .$if(status !== undefined, (events) => events.where('status', '=', status ?? ''))
    .$if(chargeId !== undefined, (events) => events.where('charge_id', '=', chargeId ?? ''))
}
