import { type Kysely, sql } from 'kysely'
import type { DeliveryStatus } from '../../../api/schemas/events.ts'
import { insertDeliveries } from '../../accounts/store/events.ts'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { EventRecord } from '../outbox.ts'
import { loadEvents, restartDeliveries } from './events.ts'

/** Creates the part of the store for the webhook events of all accounts. */
export function createEventLogStore(db: Kysely<Tables>) {
  return {
    /** Returns events with a delivery of a status, or any events, newest first; of a type, or of all. */
    async listEvents(
      status: DeliveryStatus | undefined,
      limit: number,
      type?: string | undefined,
    ): Promise<EventRecord[]> {
      const rows = await db
        .selectFrom('webhookEvents')
        .selectAll()
        .$if(status !== undefined, (query) =>
          query.where(sql<boolean>`exists (
            select from webhook_deliveries where event_id = webhook_events.id and status = ${status})`),
        )
        .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute()
      return await loadEvents(db, rows)
    },

    /** Deletes events that are older than this time and were not given up, at most `limit`, and returns how many. */
    async deleteEvents(before: Date, limit: number): Promise<number> {
      const { numAffectedRows } = await sql`
        delete from webhook_events where id in (
          select id from webhook_events as event
          where created_at < ${before} and not has_failed and not exists (
            select from webhook_deliveries where event_id = event.id and status = 'WAITING'
          )
          order by created_at limit ${limit}
        )`.execute(db)
      return Number(numAffectedRows ?? 0)
    },

    /**
     * Restarts the deliveries of these events, or all that were given up. Returns of how many events, and how many of the ids
     * are of none.
     */
    async retryEvents(
      ids: readonly string[] | 'failed',
    ): Promise<{ count: number; unknown: number }> {
      return await db.transaction().execute(async (tx) => {
        const isAll = ids === 'failed'
        const known = await tx
          .selectFrom('webhookEvents')
          .select('id')
          .$if(isAll, (events) => events.where('hasFailed', '=', true))
          .$if(!isAll, (events) => events.where('id', '=', anyOf(isAll ? [] : ids, 'uuid')))
          .execute()
        const knownIds = known.map(({ id }) => id)
        // The operator may also end the wait for a process that has claimed one and is gone.
        if (!isAll) {
          await endLeases(tx, knownIds)
          await insertDeliveries(tx, knownIds)
        }
        const count = await restartDeliveries(tx, knownIds, {
          status: isAll ? 'FAILED' : 'ALL',
          endpointId: undefined,
        })
        return { count, unknown: isAll ? 0 : ids.length - known.length }
      })
    },
  }
}

/** The webhook events of all accounts, for the operator. */
export type EventLogStore = ReturnType<typeof createEventLogStore>

async function endLeases(tx: Kysely<Tables>, eventIds: readonly string[]): Promise<void> {
  await tx
    .updateTable('webhookDeliveries')
    .set({ leaseExpiresAt: null })
    .where('eventId', '=', anyOf(eventIds, 'uuid'))
    .execute()
}
