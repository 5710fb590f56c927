import { type Kysely, type Selectable, sql } from 'kysely'
import type { UnmatchedEvent } from '../../../api/schemas/webhook.ts'
import {
  addUnmatched,
  createUnmatchedEvent,
  maxUnmatchedOfEvent,
} from '../../domain/unmatched/events.ts'
import { anyOf } from '../database/any-of.ts'
import { toFutureTime } from '../database/clock.ts'
import type { Tables, TransferRow } from '../database/tables.ts'
import { loadUnmatchedRecord, selectAccountTransfers } from './unmatched.ts'

/**
 * Milliseconds after an event about unmatched money for which more of it is gathered into one event. Anybody can send a
 * merchant thousands of transfers, and each event is a call of the merchant's receiver.
 */
const gatherMs = 5_000

/**
 * Writes an event about new unmatched transfers for every account with their destination and a webhook, in the
 * transaction that saves them: the first one at once, and those soon after it together.
 */
export async function writeUnmatchedEvents(
  tx: Kysely<Tables>,
  transfers: readonly Selectable<TransferRow>[],
): Promise<void> {
  if (transfers.length === 0) return
  const ids = transfers.map(({ id }) => id)
  // In one order, so that two transactions that add to the events of two accounts cannot wait for each other.
  const { rows: accounts } = await sql<{ account_id: string; count: string }>`
    select destinations.account_id, count(*) as count from transfers
    join destinations using (chain_id, token, recipient)
    join webhook_settings on webhook_settings.account_id = destinations.account_id
    where transfers.id = ${anyOf(ids, 'uuid')}
    group by destinations.account_id order by destinations.account_id`.execute(tx)
  for (const { account_id, count } of accounts)
    await tellAccount(tx, account_id, ids, Number(count))
}

async function tellAccount(
  tx: Kysely<Tables>,
  accountId: string,
  ids: readonly string[],
  count: number,
): Promise<void> {
  const rows = await selectAccountTransfers(tx, accountId)
    .where('transfers.id', '=', anyOf(ids, 'uuid'))
    .orderBy('transfers.seq')
    .limit(maxUnmatchedOfEvent)
    .execute()
  const records = await Promise.all(rows.map((row) => loadUnmatchedRecord(tx, row)))
  const accountEvents = tx
    .selectFrom('webhook_events')
    .where('account_id', '=', accountId)
    .where('type', '=', 'payment:unmatched')
  const waitingEvent = await accountEvents
    .select(['id', 'body'])
    .where('status', '=', 'WAITING')
    .where('attempts', '=', 0)
    .where('next_attempt_at', '>', sql<Date>`now()`)
    .orderBy('seq', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (waitingEvent) {
    const event = addUnmatched(JSON.parse(waitingEvent.body) as UnmatchedEvent, records, count)
    const body = JSON.stringify(event)
    await tx.updateTable('webhook_events').set({ body }).where('id', '=', waitingEvent.id).execute()
    return
  }
  const now = new Date()
  const event = createUnmatchedEvent(records, count, now)
  if (!event) return
  const recentEvent = await accountEvents
    .select('id')
    .where('created_at', '>', new Date(now.getTime() - gatherMs))
    .limit(1)
    .executeTakeFirst()
  const columns = { account_id: accountId, charge_id: null, type: event.type, created_at: now }
  await tx
    .insertInto('webhook_events')
    .values({
      ...columns,
      id: event.id,
      body: JSON.stringify(event),
      ...(recentEvent && { next_attempt_at: toFutureTime(gatherMs) }),
    })
    .execute()
}
