import { type Kysely, type Selectable, sql } from 'kysely'
import type { WebhookEvent } from '../../../api/schemas/webhook.ts'
import { insertDeliveries, insertSample } from '../../accounts/store/events.ts'
import { settleEvents } from '../../accounts/store/removed-endpoints.ts'
import { anyOf } from '../../db/any-of.ts'
import { toFutureTime } from '../../db/clock.ts'
import { isWithin, type ListOrder, type PageOrder, readPage } from '../../db/page.ts'
import { sendSignal } from '../../db/signals.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { WebhookDeliveryRow, WebhookEventRow } from '../../db/tables/webhooks.ts'
import type { PageQuery } from '../../kernel/pages.ts'
import {
  type EventFilter,
  type Redelivery,
  type RepeatedDeliveries,
  toStatuses,
} from '../events.ts'
import type { DeliveryRecord, DeliveryStatus, EventRecord } from '../outbox.ts'

/** Creates the part of the store for one account's webhook events. */
export function createEventStore(db: Kysely<Tables>) {
  return {
    /** A page of an account's events, newest first; undefined where the cursor names none of its events. */
    async listAccountEvents(
      accountId: string,
      { filter, ...query }: PageQuery & { filter: EventFilter },
    ): Promise<{ events: EventRecord[]; hasMore: boolean } | undefined> {
      const isOfDeliveries =
        filter.chargeId === undefined &&
        filter.type === undefined &&
        (filter.status !== undefined || filter.endpointId !== undefined)
      const page = await readPage(
        query,
        async (id) => (await findEvent(db, accountId, id))?.createdAt,
        (order) =>
          isOfDeliveries
            ? listByDelivery(db, accountId, filter, order)
            : listEvents(db, accountId, filter, order),
        isOfDeliveries ? byDelivery : undefined,
      )
      return page && { events: await loadEvents(db, page.rows), hasMore: page.hasMore }
    },

    /** Returns an event of the account with its body; undefined also for one of another account. */
    async getAccountEvent(
      accountId: string,
      id: string,
    ): Promise<{ event: EventRecord; body: WebhookEvent } | undefined> {
      const row = await findEvent(db, accountId, id)
      const [event] = row ? await loadEvents(db, [row]) : []
      return row && event && { event, body: readEvent(row) }
    },

    /**
     * Delivers an event of the account again, to the endpoints that it was sent to and to those that want it by now, or to one of
     * them. A delivery that is on its way is left alone. Returns false where there is none to repeat.
     */
    async redeliverEvent(
      accountId: string,
      id: string,
      endpointId?: string | undefined,
    ): Promise<boolean> {
      return await db.transaction().execute(async (tx) => {
        const event = await findEvent(tx, accountId, id)
        if (!event) return false
        await insertDeliveries(tx, [id], { endpointId })
        await restartDeliveries(tx, [id], { status: 'ALL', endpointId })
        return endpointId === undefined || (await hasDelivery(tx, id, endpointId))
      })
    },

    /** Saves a sample, which reports nothing that has happened, with a delivery for each endpoint that wants its type. */
    async addSample(accountId: string, event: WebhookEvent): Promise<void> {
      await db.transaction().execute((tx) => insertSample(tx, accountId, event))
    },

    /**
     * Delivers events of the account again, the oldest first: at most `limit`. Returns how many, and when the next one was
     * created; undefined where there is none.
     */
    async redeliverEvents(
      accountId: string,
      { created, ...which }: Redelivery,
      limit: number,
    ): Promise<{ count: number; nextSince: Date | undefined }> {
      return await db.transaction().execute(async (tx) => {
        const events = await listRedeliverable(tx, accountId, { created, ...which }, limit + 1)
        const ids = events.slice(0, limit).map(({ id }) => id)
        if (which.status === 'ALL') await insertDeliveries(tx, ids, which)
        const count = await restartDeliveries(tx, ids, which)
        return { count, nextSince: events[limit]?.createdAt }
      })
    },
  }
}

/** The events of one account, as its merchant sees them. */
export type EventStore = ReturnType<typeof createEventStore>

/** Returns an event as it is sent, with its number among those of its charge. */
export function readEvent(
  row: Pick<Selectable<WebhookEventRow>, 'body' | 'chargeSequence'>,
): WebhookEvent {
  const { data, ...head } = JSON.parse(row.body)
  return row.chargeSequence === undefined
    ? { ...head, data }
    : { ...head, sequence: row.chargeSequence, data }
}

async function findEvent(db: Kysely<Tables>, accountId: string, id: string) {
  return await db
    .selectFrom('webhookEvents')
    .selectAll()
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
}

/** Lists events without joining deliveries: those of a charge, which are few, or all, regardless of their deliveries' state. */
async function listEvents(
  db: Kysely<Tables>,
  accountId: string,
  filter: EventFilter,
  { select }: PageOrder,
) {
  const { chargeId, type, created, status, endpointId } = filter
  return await select(
    db
      .selectFrom('webhookEvents')
      .selectAll()
      .where('accountId', '=', accountId)
      .where(isWithin(created))
      .$if(chargeId !== undefined, (events) => events.where('chargeId', '=', chargeId ?? ''))
      .$if(type !== undefined, (events) => events.where('type', '=', type ?? ''))
      .$if(status !== undefined || endpointId !== undefined, (events) =>
        events.where((by) =>
          by.exists(
            by
              .selectFrom('webhookDeliveries')
              .select('eventId')
              .whereRef('eventId', '=', 'webhookEvents.id')
              .$if(status !== undefined, (rows) => rows.where('status', '=', status ?? ''))
              .$if(endpointId !== undefined, (rows) =>
                rows.where('endpointId', '=', endpointId ?? ''),
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
      .selectFrom('webhookDeliveries')
      .select(['eventCreatedAt', 'eventId'])
      .distinct()
      .where('accountId', '=', accountId)
      .where(isWithin(created, byDelivery.time))
      .$if(status !== undefined, (rows) => rows.where('status', '=', status ?? ''))
      .$if(endpointId !== undefined, (rows) => rows.where('endpointId', '=', endpointId ?? '')),
  )
  return await db
    .selectFrom(page.as('page'))
    .innerJoin('webhookEvents', 'webhookEvents.id', 'page.eventId')
    .selectAll('webhookEvents')
    .orderBy('page.eventCreatedAt', direction)
    .orderBy('page.eventId', direction)
    .execute()
}

/** Returns whether an event has a delivery that can be repeated to an endpoint. */
async function hasDelivery(tx: Kysely<Tables>, eventId: string, endpointId: string) {
  const delivery = await tx
    .selectFrom('webhookDeliveries')
    .select('eventId')
    .where('eventId', '=', eventId)
    .where('endpointId', '=', endpointId)
    .where(isDeliverable)
    .executeTakeFirst()
  return delivery !== undefined
}

/** Lists the events of a time, the oldest first; of a status, those with such a delivery. */
async function listRedeliverable(
  tx: Kysely<Tables>,
  accountId: string,
  { created, status, endpointId }: Redelivery,
  limit: number,
): Promise<{ id: string; createdAt: Date }[]> {
  const statuses = toStatuses(status)
  if (statuses)
    return await tx
      .selectFrom('webhookDeliveries')
      .select(['eventCreatedAt as createdAt', 'eventId as id'])
      .distinct()
      .where('accountId', '=', accountId)
      .where('status', '=', anyOf(statuses))
      .$if(endpointId !== undefined, (rows) => rows.where('endpointId', '=', endpointId ?? ''))
      .where(isDeliverable)
      .where(isWithin(created, byDelivery.time))
      .orderBy('eventCreatedAt')
      .orderBy('eventId')
      .limit(limit)
      .execute()
  return await tx
    .selectFrom('webhookEvents')
    .select(['createdAt', 'id'])
    .where('accountId', '=', accountId)
    .where(isWithin(created))
    .orderBy('createdAt')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** A delivery to an endpoint that was not removed, or of a notice, which has a url of its own. */
const isDeliverable = sql<boolean>`(target_url is not null
  or exists (select from webhook_endpoints where id = webhook_deliveries.endpoint_id))`

/**
 * Makes the deliveries of these events due that are not in progress: of a status or all, to an endpoint or to all. Returns the number
 * of events.
 */
export async function restartDeliveries(
  db: Kysely<Tables>,
  ids: readonly string[],
  { status, endpointId }: RepeatedDeliveries,
): Promise<number> {
  if (ids.length === 0) return 0
  const statuses = toStatuses(status)
  const rows = await db
    .updateTable('webhookDeliveries')
    .set({
      status: 'WAITING',
      attempts: 0,
      nextAttemptAt: toFutureTime(0),
      // Since when it fails is known until it arrives; in which order it goes is decided anew.
      failingSince: sql`case when status = 'WAITING' then failing_since end`,
      yieldsAt: null,
    })
    .where('eventId', '=', anyOf(ids, 'uuid'))
    .where('leaseExpiresAt', 'is', null)
    .where(isDeliverable)
    .$if(endpointId !== undefined, (rows) => rows.where('endpointId', '=', endpointId ?? ''))
    .$if(statuses !== undefined, (rows) => rows.where('status', '=', anyOf(statuses ?? [])))
    .returning('eventId')
    .execute()
  const restarted = new Set(rows.map(({ eventId }) => eventId))
  await settleEvents(db, [...restarted])
  if (restarted.size > 0) await sendSignal(db, 'webhooks')
  return restarted.size
}

/** Returns the records of events, with their deliveries. */
export async function loadEvents(
  db: Kysely<Tables>,
  rows: readonly Selectable<WebhookEventRow>[],
): Promise<EventRecord[]> {
  if (rows.length === 0) return []
  const deliveries = await db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('eventId', '=', anyOf(new Set(rows.map(({ id }) => id)), 'uuid'))
    .orderBy('endpointId')
    .execute()
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'livemode'])
    .where('id', '=', anyOf(new Set(rows.map(({ accountId }) => accountId)), 'uuid'))
    .execute()
  const modes = new Map(accounts.map(({ id, livemode }) => [id, livemode]))
  const ofEvent = Map.groupBy(deliveries, ({ eventId }) => eventId)
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    accountId: row.accountId,
    livemode: modes.get(row.accountId) ?? true,
    chargeId: row.chargeId,
    createdAt: row.createdAt,
    deliveries: (ofEvent.get(row.id) ?? []).map(toDeliveryRecord),
  }))
}

function toDeliveryRecord(row: Selectable<WebhookDeliveryRow>): DeliveryRecord {
  return {
    endpointId: row.endpointId,
    status: row.status as DeliveryStatus,
    attempts: row.attempts,
    lastError: row.lastError,
    attemptedAt: row.attemptedAt,
    answer:
      row.answerStatus === undefined
        ? undefined
        : { status: row.answerStatus, durationMs: row.answerMs ?? 0, body: row.answerBody },
    nextAttemptAt: row.status === 'WAITING' ? row.nextAttemptAt : undefined,
  }
}
