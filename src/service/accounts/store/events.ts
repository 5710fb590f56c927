import { type Insertable, type Kysely, sql } from 'kysely'
import type {
  ChargeEvent,
  KeyGrantedEvent,
  RefundEvent,
  WebhookEvent,
} from '../../../api/schemas/webhook.ts'
import { anyOf, maxRowsPerInsert } from '../../db/any-of.ts'
import { toFutureTime } from '../../db/clock.ts'
import type { Tables } from '../../db/tables/tables.ts'
import type { WebhookEventRow } from '../../db/tables/webhooks.ts'
import { splitIntoBatches } from '../../kernel/batches.ts'
import type { Author } from '../accounts.ts'
import {
  createChangingEvent,
  createKeyGrantedEvent,
  createTestEvent,
  type SettingChange,
} from '../events.ts'
import { signingSecrets } from './setting-values.ts'

/** A webhook event that is to be saved, of an account and a charge; undefined for an event that is about none. */
export interface NewEvent {
  event: WebhookEvent | Omit<ChargeEvent, 'sequence'> | Omit<RefundEvent, 'sequence'>
  accountId: string
  chargeId: string | undefined
}

/** Returns the row of a new event; the database numbers those of a charge. */
export function toEventRow({ event, accountId, chargeId }: NewEvent): Insertable<WebhookEventRow> {
  return {
    id: event.id,
    accountId,
    chargeId,
    type: event.type,
    body: JSON.stringify(event),
    createdAt: new Date(event.created_at),
  }
}

/**
 * A condition on `endpoints` to get the events `events` that are about charges of a shop: it is on, and neither its filter
 * nor its shop excludes them. An endpoint of no shop gets those of all. Notices and tests, whose types have no colon, are for
 * the endpoints that they were written for.
 *
 * @param shop an expression for the shop of the event's charge; null for an event that is about none
 */
function isWanted(shop: ReturnType<typeof sql>) {
  return sql<boolean>`endpoints.is_enabled and events.type like '%:%'
    and (endpoints.event_types = '' or events.type = any(string_to_array(endpoints.event_types, ' ')))
    and (endpoints.shop = '' or endpoints.shop = ${shop})`
}

/**
 * Builds the expression of the deliveries of events, for an INSERT into `webhook_deliveries`.
 *
 * @param source of `events`: columns id, seq, account_id, charge_id, type and created_at
 * @param shop of an event's charge
 */
export function selectDeliveries(source: ReturnType<typeof sql>, shop: ReturnType<typeof sql>) {
  return sql`
    select events.id, endpoints.id, events.seq, events.account_id, events.charge_id, events.created_at
    from ${source} as events join webhook_endpoints as endpoints on endpoints.account_id = events.account_id
    where ${isWanted(shop)}`
}

/** The columns that {@link selectDeliveries} fills. */
export const deliveryColumns = [
  'eventId',
  'endpointId',
  'seq',
  'accountId',
  'chargeId',
  'eventCreatedAt',
] as const
const deliveryColumnList = sql.join(deliveryColumns.map((name) => sql.ref(name)))

/** The shop of the charge of `events`, in a statement that sees the charge. */
const shopOfCharge = sql`(select charges.shop from charges where charges.id = events.charge_id)`

/**
 * Saves events in the transaction of the change that they report, with a delivery for each endpoint of the account that wants
 * them.
 *
 * @param delayMs until they are due
 */
export async function insertEvents(
  tx: Kysely<Tables>,
  events: readonly NewEvent[],
  delayMs = 0,
): Promise<void> {
  for (const batch of splitIntoBatches(events.map(toEventRow), maxRowsPerInsert))
    await tx.insertInto('webhookEvents').values(batch).execute()
  await insertDeliveries(
    tx,
    events.map(({ event }) => event.id),
    { delayMs },
  )
}

/**
 * Saves a delivery of each event for each endpoint of its account that wants it now and was not sent it before, or for one of these
 * endpoints; returns the number of events with a new delivery.
 *
 * @param options `delayMs` until they are due
 */
export async function insertDeliveries(
  tx: Kysely<Tables>,
  eventIds: readonly string[],
  { delayMs = 0, endpointId }: { delayMs?: number; endpointId?: string | undefined } = {},
): Promise<number> {
  const isOne = endpointId === undefined ? sql`true` : sql`endpoints.id = ${endpointId}::uuid`
  const { rows } = await sql<{ eventId: string }>`
    insert into webhook_deliveries (${deliveryColumnList}, next_attempt_at)
    select *, ${toFutureTime(delayMs)} from (
      ${selectDeliveries(sql`webhook_events`, shopOfCharge)} and events.id = ${anyOf(eventIds, 'uuid')} and ${isOne}
    ) as deliveries
    on conflict do nothing
    returning event_id`.execute(tx)
  return new Set(rows.map(({ eventId }) => eventId)).size
}

/**
 * Writes the event about a change of a wallet or a webhook to every endpoint that the account has now, regardless of its filter: a
 * thief must not be able to suppress the warning. An account without endpoints gets no event.
 */
export async function writeChangingEvent(
  tx: Kysely<Tables>,
  accountId: string,
  change: SettingChange,
): Promise<void> {
  const event = createChangingEvent(change, await readMode(tx, accountId), new Date())
  await writeNotice(tx, accountId, event)
}

/** Writes the event about a key that was made at the desk, to the same endpoints. */
export async function writeKeyGrantedEvent(
  tx: Kysely<Tables>,
  accountId: string,
  data: KeyGrantedEvent['data'],
): Promise<void> {
  const event = createKeyGrantedEvent(data, await readMode(tx, accountId), new Date())
  await writeNotice(tx, accountId, event)
}

/** Returns how events show an author: the public prefix of an api-key, or `cli`. */
export async function describeAuthor(tx: Kysely<Tables>, author: Author): Promise<string> {
  if (author === 'cli') return 'cli'
  const key = await tx
    .selectFrom('apiKeys')
    .select('prefix')
    .where('id', '=', author.keyId)
    .executeTakeFirst()
  return key?.prefix ?? 'cli'
}

/** Returns whether an account is live. */
async function readMode(tx: Kysely<Tables>, accountId: string): Promise<boolean> {
  const { livemode } = await tx
    .selectFrom('accounts')
    .select('livemode')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return livemode
}

/** Writes a test event for one endpoint, regardless of its filter; returns the event's id. */
export async function insertDeliveryOfTest(
  tx: Kysely<Tables>,
  accountId: string,
  endpointId: string,
): Promise<string> {
  const event = createTestEvent(endpointId, await readMode(tx, accountId), new Date())
  const seq = await insertEvent(tx, accountId, event)
  await sql`
    insert into webhook_deliveries (${deliveryColumnList})
    values (${event.id}::uuid, ${endpointId}::uuid, ${seq}::bigint, ${accountId}::uuid, null,
      ${event.created_at}::timestamptz)`.execute(tx)
  return event.id
}

/**
 * Returns an event that was not sent to any endpoint and is not being sent, and locks it until the transaction ends: its body may
 * still change. Its deliveries are locked first, so that no dispatcher claims one that was read before.
 */
export async function lockUnsentEvent(tx: Kysely<Tables>, id: string) {
  const deliveries = await tx
    .selectFrom('webhookDeliveries')
    .select(['attempts', sql<boolean>`next_attempt_at <= now()`.as('isDue')])
    .where('eventId', '=', id)
    .orderBy('endpointId')
    .forUpdate()
    .execute()
  if (deliveries.some(({ attempts, isDue }) => attempts > 0 || isDue)) return undefined
  return await tx
    .selectFrom('webhookEvents')
    .select(['id', 'body'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** Writes an event for the present endpoints, to their present urls, signed with every secret that each may hold now. */
async function writeNotice(
  tx: Kysely<Tables>,
  accountId: string,
  event: WebhookEvent,
): Promise<void> {
  const endpoint = await tx
    .selectFrom('webhookEndpoints')
    .select('id')
    .where('accountId', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  if (!endpoint) return
  const seq = await insertEvent(tx, accountId, event)
  await sql`
    insert into webhook_deliveries (${deliveryColumnList}, target_url, target_secrets)
    select ${event.id}::uuid, id, ${seq}::bigint, account_id, null, ${event.created_at}::timestamptz, url, ${signingSecrets}
    from webhook_endpoints where account_id = ${accountId}::uuid`.execute(tx)
}

/**
 * Writes a sample of an event, which reports nothing that has happened, to each enabled endpoint of any shop that wants its type.
 * Types without a colon are those that no endpoint can filter out.
 */
export async function insertSample(
  tx: Kysely<Tables>,
  accountId: string,
  event: WebhookEvent,
): Promise<void> {
  const seq = await insertEvent(tx, accountId, event, true)
  const { id, type, created_at: createdAt } = event
  await sql`
    insert into webhook_deliveries (${deliveryColumnList})
    select ${id}::uuid, id, ${seq}::bigint, account_id, null, ${createdAt}::timestamptz
    from webhook_endpoints where is_enabled and account_id = ${accountId}::uuid
      and (event_types = '' or ${type}::text not like '%:%'
        or ${type}::text = any(string_to_array(event_types, ' ')))`.execute(tx)
}

/** Inserts an event that is about no charge. */
async function insertEvent(
  tx: Kysely<Tables>,
  accountId: string,
  event: WebhookEvent,
  isSample = false,
): Promise<number> {
  const { seq } = await tx
    .insertInto('webhookEvents')
    .values({ ...toEventRow({ event, accountId, chargeId: undefined }), isSample })
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq
}
