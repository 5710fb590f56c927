import { type Kysely, type Selectable, sql } from 'kysely'
import type { ChargeEventType } from '../../../api/schemas/webhook.ts'
import { lockUnsentEvent } from '../../accounts/store/events.ts'
import { anyOf } from '../../db/any-of.ts'
import type { ChargeRow } from '../../db/tables/charges.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { type createChargeEvent, judgeHeldEvent, undoGraceMs } from '../events.ts'
import type { ChargeRecord } from '../records.ts'

// The event about an undone decision waits for some minutes, so that a decision which is made anew takes it back before the store
// has heard of it.

/** A charge whose row has changed, and the event that reports it; undefined for a change without an event. */
export interface ChangedCharge {
  /** As it was before. */
  before: ChargeRecord
  /** The row as this transaction left it. */
  row: Selectable<ChargeRow>
  type: ChargeEventType | undefined
}

/** The event that waits. */
export const heldEventType = 'charge:unconfirmed' satisfies ChargeEventType

/** An event to write: a new one, or the newest state of one that waits. */
export interface EventToWrite {
  row: Selectable<ChargeRow>
  type: ChargeEventType
  /** The id of the event that waits. */
  heldId: string | undefined
}

/** Drops and releases the events that wait, by the changes of their charges, and returns the events to write. */
export async function settleHeldEvents(
  tx: Kysely<Tables>,
  changes: readonly ChangedCharge[],
): Promise<EventToWrite[]> {
  const held = await lockHeldEvents(tx, changes)
  const written: EventToWrite[] = []
  for (const { row, type } of changes) {
    const heldId = held.get(row.id)
    const verdict = heldId === undefined ? undefined : judgeHeldEvent(type)
    if (heldId && verdict === 'drop')
      await tx.deleteFrom('webhookEvents').where('id', '=', heldId).execute()
    else if (heldId && verdict === 'keep') written.push({ row, type: heldEventType, heldId })
    else {
      if (heldId) await releaseEvent(tx, heldId)
      if (type) written.push({ row, type, heldId: undefined })
    }
  }
  return written
}

/**
 * Locks the events about undone decisions that wait, and returns their ids by charge. Asks only for charges that were paid before
 * and are not.
 */
async function lockHeldEvents(
  tx: Kysely<Tables>,
  changes: readonly ChangedCharge[],
): Promise<ReadonlyMap<string, string>> {
  const ids = changes.flatMap(({ before: { id, status, timeline } }) =>
    status !== 'COMPLETED' && timeline.some((change) => change.status === 'COMPLETED') ? [id] : [],
  )
  if (ids.length === 0) return new Map()
  const waiting = await tx
    .selectFrom('webhookEvents')
    .select(['id', 'chargeId'])
    .where('chargeId', '=', anyOf(ids, 'uuid'))
    .where('type', '=', heldEventType)
    // Of an account without endpoints, too, which has no delivery that waits.
    .where('createdAt', '>', new Date(Date.now() - undoGraceMs))
    .orderBy('seq')
    .execute()
  const held = new Map<string, string>()
  for (const { id, chargeId } of waiting)
    if (chargeId && (await lockUnsentEvent(tx, id))) held.set(chargeId, id)
  return held
}

/** Lets an event that waits be sent now. */
async function releaseEvent(tx: Kysely<Tables>, id: string): Promise<void> {
  await tx
    .updateTable('webhookDeliveries')
    .set({ nextAttemptAt: sql<Date>`now()` })
    .where('eventId', '=', id)
    .execute()
}

/** Gives an event that waits the newest state of its charge. Its id, its number and its time stay. */
export async function renewHeldEvent(
  tx: Kysely<Tables>,
  id: string,
  event: ReturnType<typeof createChargeEvent>,
): Promise<void> {
  const { createdAt } = await tx
    .selectFrom('webhookEvents')
    .select('createdAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const body = JSON.stringify({ ...event, id, created_at: createdAt.toISOString() })
  await tx.updateTable('webhookEvents').set({ body }).where('id', '=', id).execute()
}
