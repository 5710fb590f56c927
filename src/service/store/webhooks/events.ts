import { type Kysely, type Selectable, sql } from 'kysely'
import type { WebhookEvent } from '../../../api/schemas/webhook.ts'
import type {
  EventFilter,
  EventStore,
  Redelivery,
  RedeliveryStatus,
} from '../../domain/webhooks/events.ts'
import type { DeliveryRecord, DeliveryStatus, EventRecord } from '../../domain/webhooks/outbox.ts'
import { insertDeliveries, insertSample } from '../accounts/events.ts'
import { anyOf } from '../database/any-of.ts'
import { toFutureTime } from '../database/clock.ts'
import { isWithin, type ListOrder, type PageOrder, readPage } from '../database/page.ts'
import { sendSignal } from '../database/signals.ts'
import type { Tables } from '../database/tables/tables.ts'
import type { WebhookDeliveryRow, WebhookEventRow } from '../database/tables/webhooks.ts'

/** Creates the part of the store for one account's webhook events. */
export function createEventStore(db: Kysely<Tables>): EventStore {
  return {
    async listAccountEvents(accountId, { filter, ...query }) {
      const isOfDeliveries =
        filter.chargeId === undefined &&
        filter.type === undefined &&
        (filter.status !== undefined || filter.endpointId !== undefined)
      const page = await readPage(
        query,
        async (id) => (await findEvent(db, accountId, id))?.created_at,
        (order) =>
          isOfDeliveries
            ? listByDelivery(db, accountId, filter, order)
            : listEvents(db, accountId, filter, order),
        isOfDeliveries ? byDelivery : undefined,
      )
      return page && { events: await loadEvents(db, page.rows), hasMore: page.hasMore }
    },

    async getAccountEvent(accountId, id) {
      const row = await findEvent(db, accountId, id)
      const [event] = row ? await loadEvents(db, [row]) : []
      return row && event && { event, body: readEvent(row) }
    },

    async redeliverEvent(accountId, id) {
      await db.transaction().execute(async (tx) => {
        const event = await findEvent(tx, accountId, id)
        if (!event) return
        await insertDeliveries(tx, [id])
        await restartDeliveries(tx, [id], 'ALL')
      })
    },

    async addSample(accountId, event) {
      await db.transaction().execute((tx) => insertSample(tx, accountId, event))
    },

    async redeliverEvents(accountId, { created, status }, limit) {
      return await db.transaction().execute(async (tx) => {
        const events = await listRedeliverable(tx, accountId, { created, status }, limit + 1)
        const ids = events.slice(0, limit).map(({ id }) => id)
        if (status === 'ALL') await insertDeliveries(tx, ids)
        const count = await restartDeliveries(tx, ids, status)
        return { count, nextSince: events[limit]?.created_at }
      })
    },
  }
}

/** Returns an event as it is sent, with its number among those of its charge. */
export function readEvent(
  row: Pick<Selectable<WebhookEventRow>, 'body' | 'charge_sequence'>,
): WebhookEvent {
  const { data, ...head } = JSON.parse(row.body)
  return row.charge_sequence === null
    ? { ...head, data }
    : { ...head, sequence: row.charge_sequence, data }
}

async function findEvent(db: Kysely<Tables>, accountId: string, id: string) {
  return await db
    .selectFrom('webhook_events')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** Lists events by themselves: of a charge, that has few, or whatever became of their deliveries. */
async function listEvents(
  db: Kysely<Tables>,
  accountId: string,
  filter: EventFilter,
  { select }: PageOrder,
) {
  const { chargeId, type, created, status, endpointId } = filter
  return await select(
    db
      .selectFrom('webhook_events')
      .selectAll()
      .where('account_id', '=', accountId)
      .where(isWithin(created))
      .$if(chargeId !== undefined, (events) => events.where('charge_id', '=', chargeId ?? ''))
      .$if(type !== undefined, (events) => events.where('type', '=', type ?? ''))
      .$if(status !== undefined || endpointId !== undefined, (events) =>
        events.where((by) =>
          by.exists(
            by
              .selectFrom('webhook_deliveries')
              .select('event_id')
              .whereRef('event_id', '=', 'webhook_events.id')
              .$if(status !== undefined, (rows) => rows.where('status', '=', status ?? ''))
              .$if(endpointId !== undefined, (rows) =>
                rows.where('endpoint_id', '=', endpointId ?? ''),
              ),
          ),
        ),
      ),
  ).execute()
}

/** The order of a list of events that is read from their deliveries. */
const byDelivery: ListOrder = { time: sql<Date>`event_created_at`, id: sql<string>`event_id` }

/** Lists events by their deliveries: a page is one range of an index of these, and an event may have several of them. */
async function listByDelivery(
  db: Kysely<Tables>,
  accountId: string,
  { status, endpointId, created }: EventFilter,
  { direction, select }: PageOrder,
) {
  const page = select(
    db
      .selectFrom('webhook_deliveries')
      .select(['event_created_at', 'event_id'])
      .distinct()
      .where('account_id', '=', accountId)
      .where(isWithin(created, byDelivery.time))
      .$if(status !== undefined, (rows) => rows.where('status', '=', status ?? ''))
      .$if(endpointId !== undefined, (rows) => rows.where('endpoint_id', '=', endpointId ?? '')),
  )
  return await db
    .selectFrom(page.as('page'))
    .innerJoin('webhook_events', 'webhook_events.id', 'page.event_id')
    .selectAll('webhook_events')
    .orderBy('page.event_created_at', direction)
    .orderBy('page.event_id', direction)
    .execute()
}

/** Lists the events of a time, the oldest first; of a status, those with such a delivery. */
async function listRedeliverable(
  tx: Kysely<Tables>,
  accountId: string,
  { created, status }: Pick<Redelivery, 'created' | 'status'>,
  limit: number,
): Promise<{ id: string; created_at: Date }[]> {
  if (status !== 'ALL')
    return await tx
      .selectFrom('webhook_deliveries')
      .select(['event_created_at as created_at', 'event_id as id'])
      .distinct()
      .where('account_id', '=', accountId)
      .where('status', '=', status)
      .where(isWithin(created, byDelivery.time))
      .orderBy('event_created_at')
      .orderBy('event_id')
      .limit(limit)
      .execute()
  return await tx
    .selectFrom('webhook_events')
    .select(['created_at', 'id'])
    .where('account_id', '=', accountId)
    .where(isWithin(created))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/**
 * Makes deliveries of these events due that are not under way: of a status, or all of them. Returns of how many events.
 */
export async function restartDeliveries(
  db: Kysely<Tables>,
  ids: readonly string[],
  status: RedeliveryStatus,
): Promise<number> {
  if (ids.length === 0) return 0
  const rows = await db
    .updateTable('webhook_deliveries')
    .set({
      status: 'WAITING',
      attempts: 0,
      next_attempt_at: toFutureTime(0),
      failing_since: null,
      yields_at: null,
    })
    .where('event_id', '=', anyOf(ids, 'uuid'))
    .where('lease_expires_at', 'is', null)
    .$if(status !== 'ALL', (deliveries) => deliveries.where('status', '=', status))
    .returning('event_id')
    .execute()
  const restarted = new Set(rows.map(({ event_id }) => event_id))
  await settleEvents(db, [...restarted])
  if (restarted.size > 0) await sendSignal(db, 'webhooks')
  return restarted.size
}

/** Saves whether a delivery of each event was given up, after one of them has changed. */
export async function settleEvents(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  await sql`
    update webhook_events as event set has_failed = not has_failed
    where event.id = ${anyOf(ids, 'uuid')} and has_failed <> exists (
      select from webhook_deliveries where event_id = event.id and status = 'FAILED'
    )`.execute(db)
}

/** Returns the records of events, with their deliveries. */
export async function loadEvents(
  db: Kysely<Tables>,
  rows: readonly Selectable<WebhookEventRow>[],
): Promise<EventRecord[]> {
  if (rows.length === 0) return []
  const deliveries = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('event_id', '=', anyOf(new Set(rows.map(({ id }) => id)), 'uuid'))
    .orderBy('endpoint_id')
    .execute()
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'livemode'])
    .where('id', '=', anyOf(new Set(rows.map(({ account_id }) => account_id)), 'uuid'))
    .execute()
  const modes = new Map(accounts.map(({ id, livemode }) => [id, livemode]))
  const ofEvent = Map.groupBy(deliveries, ({ event_id }) => event_id)
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    accountId: row.account_id,
    livemode: modes.get(row.account_id) ?? true,
    chargeId: row.charge_id ?? undefined,
    createdAt: row.created_at,
    deliveries: (ofEvent.get(row.id) ?? []).map(toDeliveryRecord),
  }))
}

function toDeliveryRecord(row: Selectable<WebhookDeliveryRow>): DeliveryRecord {
  return {
    endpointId: row.endpoint_id,
    status: row.status as DeliveryStatus,
    attempts: row.attempts,
    lastError: row.last_error,
    nextAttemptAt: row.status === 'WAITING' ? row.next_attempt_at : undefined,
  }
}
