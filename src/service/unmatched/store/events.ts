import { type Kysely, type Selectable, sql } from 'kysely'
import type { UnmatchedEvent } from '../../../api/schemas/webhook.ts'
import { insertEvents, lockUnsentEvent } from '../../accounts/store/events.ts'
import { anyOf } from '../../db/any-of.ts'
import type { TransferRow } from '../../db/tables/payments.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { addUnmatched, createUnmatchedEvent, maxUnmatchedOfEvent } from '../events.ts'
import { loadUnmatchedRecords, selectAccountTransfers } from './unmatched.ts'

/**
 * After an event about unmatched money, further transfers within this many milliseconds are gathered into one event. Anyone can
 * send a merchant thousands of transfers, and each event is a call to the merchant's receiver.
 */
const gatherMs = 5_000

/**
 * Writes an event about new unmatched transfers for every account that holds an address where some arrived, in the transaction that
 * saves them: the first one immediately, and the ones that soon follow it together.
 */
export async function writeUnmatchedEvents(
  tx: Kysely<Tables>,
  transfers: readonly Selectable<TransferRow>[],
): Promise<void> {
  if (transfers.length === 0) return
  const ids = transfers.map(({ id }) => id)
  // In one order, so that two transactions that add to the events of two accounts cannot wait for each other.
  const { rows: accounts } = await sql<{ accountId: string; livemode: boolean; count: number }>`
    select transfers.account_id, accounts.livemode, count(*) as count from transfers
    join accounts on accounts.id = transfers.account_id
    where transfers.id = ${anyOf(ids, 'uuid')}
    group by transfers.account_id, accounts.livemode order by transfers.account_id`.execute(tx)
  for (const { accountId: id, livemode, count } of accounts)
    await tellAccount(tx, { id, livemode }, ids, count)
}

async function tellAccount(
  tx: Kysely<Tables>,
  { id: accountId, livemode }: { id: string; livemode: boolean },
  ids: readonly string[],
  count: number,
): Promise<void> {
  const rows = await selectAccountTransfers(tx, accountId)
    .where('transfers.id', '=', anyOf(ids, 'uuid'))
    .orderBy('transfers.seq')
    .limit(maxUnmatchedOfEvent)
    .execute()
  const records = await loadUnmatchedRecords(tx, rows)
  const accountEvents = tx
    .selectFrom('webhookEvents')
    .where('accountId', '=', accountId)
    .where('type', '=', 'payment:unmatched')
    .where('isSample', '=', false)
  const recentEvent = await accountEvents
    .select('id')
    .where('createdAt', '>', new Date(Date.now() - gatherMs))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const waitingEvent = recentEvent && (await lockUnsentEvent(tx, recentEvent.id))
  if (waitingEvent) {
    const event = addUnmatched(JSON.parse(waitingEvent.body) as UnmatchedEvent, records, count)
    const body = JSON.stringify(event)
    await tx.updateTable('webhookEvents').set({ body }).where('id', '=', waitingEvent.id).execute()
    return
  }
  const now = new Date()
  const event = createUnmatchedEvent(records, count, livemode, now)
  if (!event) return
  await insertEvents(tx, [{ event, accountId, chargeId: undefined }], recentEvent ? gatherMs : 0)
}
