import type { Kysely, Selectable } from 'kysely'
import type { ChargeEventType, WebhookEvent } from '../../api/webhook.ts'
import {
  type Delivery,
  type DeliveryRecord,
  type DeliveryStatus,
  newEvent,
  type Outbox,
} from '../domain/events.ts'
import type { ChargeRecord } from '../domain/records.ts'
import { claim, later } from './claim-events.ts'
import { toAccount } from './rows.ts'
import type { EventRow, Tables } from './tables.ts'

/**
 * Writes an event into the transaction that makes it true. An account without a webhook is told nothing, also later.
 *
 * @param read gives the charge as it stands in this transaction
 */
export async function writeEvent(
  tx: Kysely<Tables>,
  accountId: string,
  type: ChargeEventType | undefined,
  read: () => ChargeRecord | Promise<ChargeRecord>,
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
  const charge = await read()
  const event = newEvent(type, charge, toAccount(row).brand, now)
  await tx
    .insertInto('events')
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

/** The events that wait for their delivery, and what became of the others. */
export function outbox(db: Kysely<Tables>): Outbox {
  return {
    async claimEvents(limit, share, lease) {
      const { rows } = await claim(limit, share, lease).execute(db)
      // An UPDATE gives its rows in no order.
      return rows.map(toDelivery)
    },

    async eventDelivered({ event, chargeId }) {
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('events')
          .set({ status: 'DELIVERED', fault: '', leased_until: null })
          // Whoever delivered it: it has arrived.
          .where('id', '=', event.id)
          .execute()
        await postpone(tx, chargeId, 0)
      })
    },

    async eventFailed({ event, chargeId, claim }, fault, wait) {
      await db.transaction().execute(async (tx) => {
        const next = wait === undefined ? {} : { next_at: later(wait) }
        const changed = await tx
          .updateTable('events')
          .set({ status: wait === undefined ? 'FAILED' : 'WAITING', fault, leased_until: null })
          .set(next)
          .where('id', '=', event.id)
          .where('claim', '=', claim)
          .where('status', '=', 'WAITING')
          .executeTakeFirst()
        if (changed.numUpdatedRows > 0n) await postpone(tx, chargeId, wait ?? 0)
      })
    },

    async events(status, limit) {
      const rows = await db
        .selectFrom('events')
        .selectAll()
        .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toRecord)
    },

    async forgetEvents(before, limit) {
      const old = db
        .selectFrom('events')
        .select('id')
        .where('status', '=', 'DELIVERED')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit)
      const { numDeletedRows } = await db
        .deleteFrom('events')
        .where('id', 'in', old)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    async retryEvents(ids) {
      if (ids !== 'failed' && ids.length === 0) return 0
      const { numUpdatedRows } = await db
        .updateTable('events')
        .set({ status: 'WAITING', tries: 0, leased_until: null, next_at: later(0) })
        .$if(ids === 'failed', (query) => query.where('status', '=', 'FAILED'))
        .$if(ids !== 'failed', (query) => query.where('id', 'in', [...ids]))
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },
  }
}

/** For a process that is alone, at its start: what one that died had claimed need not wait for the lease's end. */
export async function endLeases(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('events')
    .set({ leased_until: null })
    .where('leased_until', 'is not', null)
    .execute()
}

/**
 * Sets when the followers of a charge's first waiting event are due. It does not keep their order, `claim` does; it
 * keeps those out of the way that wait for a receiver that is down.
 */
async function postpone(
  tx: Kysely<Tables>,
  chargeId: string | undefined,
  wait: number,
): Promise<void> {
  if (chargeId === undefined) return
  await tx
    .updateTable('events')
    .set({ next_at: later(wait) })
    .where('charge_id', '=', chargeId)
    .where('status', '=', 'WAITING')
    .where('leased_until', 'is', null)
    .execute()
}

function toDelivery(row: Selectable<EventRow>): Delivery {
  return {
    event: JSON.parse(row.body) as WebhookEvent,
    accountId: row.account_id,
    chargeId: row.charge_id ?? undefined,
    tried: row.tries - 1,
    claim: Number(row.claim),
  }
}

function toRecord(row: Selectable<EventRow>): DeliveryRecord {
  return {
    id: row.id,
    type: row.type,
    accountId: row.account_id,
    chargeId: row.charge_id ?? undefined,
    status: row.status as DeliveryStatus,
    tries: row.tries,
    fault: row.fault,
    createdAt: row.created_at,
    nextAt: row.status === 'WAITING' ? row.next_at : undefined,
  }
}
