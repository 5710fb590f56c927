import {
  type ExpressionBuilder,
  type Kysely,
  type QueryCreator,
  type Selectable,
  sql,
} from 'kysely'
import type { ChargeEventType, WebhookEvent } from '../../../api/schemas/webhook.ts'
import type { Author, PendingChangeRecord, SettingValue } from '../../domain/accounts/settings.ts'
import { splitIntoBatches } from '../../domain/batches.ts'
import type { Brand, ChargeRecord } from '../../domain/records.ts'
import {
  createChangingEvent,
  createChargeEvent,
  type Delivery,
  type DeliveryRecord,
  type DeliveryStatus,
  type Outbox,
} from '../../domain/webhooks/events.ts'
import { signingSecrets } from '../accounts/setting-values.ts'
import { loadCharges } from '../charges/load.ts'
import { toMerchantAccount } from '../charges/rows.ts'
import { anyOf, maxRowsPerInsert } from '../database/any-of.ts'
import { toFutureTime } from '../database/clock.ts'
import { sendSignal } from '../database/signals.ts'
import type { ChargeRow, Tables, WebhookEventRow } from '../database/tables.ts'
import { buildClaimStatement, buildNextDueStatement, type ClaimedRow } from './claim-events.ts'

/** A charge whose row has changed, and the event that reports it; undefined for a change that nobody is told of. */
export interface ChangedCharge {
  /** The row as this transaction left it. */
  row: Selectable<ChargeRow>
  type: ChargeEventType | undefined
}

/**
 * Writes the webhook events of changed charges in the same transaction as the changes. An account that has no webhook at
 * that time never gets the event.
 */
export async function writeEvents(
  tx: Kysely<Tables>,
  changes: readonly ChangedCharge[],
): Promise<void> {
  const reported = changes.filter(({ type }) => type !== undefined)
  if (reported.length === 0) return
  const accounts = await tx
    .selectFrom('accounts')
    .innerJoin('webhook_settings', 'webhook_settings.account_id', 'accounts.id')
    .selectAll('accounts')
    .where('accounts.id', '=', anyOf(new Set(reported.map(({ row }) => row.account_id)), 'uuid'))
    .execute()
  const brands = new Map(accounts.map((row) => [row.id, toMerchantAccount(row).brand]))
  const told = reported.filter(({ row }) => brands.has(row.account_id))
  if (told.length === 0) return
  const now = new Date()
  const charges = await loadCharges(
    tx,
    told.map(({ row }) => row),
  )
  const rows = told.map(({ row, type }, index) => {
    const [charge, brand] = [charges[index] as ChargeRecord, brands.get(row.account_id) as Brand]
    const event = createChargeEvent(type as ChargeEventType, charge, brand, now)
    return {
      ...{ id: event.id, account_id: row.account_id, charge_id: row.id, type: event.type },
      ...{ body: JSON.stringify(event), created_at: now },
    }
  })
  for (const batch of splitIntoBatches(rows, maxRowsPerInsert))
    await tx.insertInto('webhook_events').values(batch).execute()
}

/** Builds the statement that inserts the events of new charges, where the charge's account has a webhook. */
export function insertCreatedEvents(
  by: QueryCreator<Tables>,
  created: readonly { charge: ChargeRecord; brand: Brand }[],
) {
  const select = (
    is: ExpressionBuilder<Tables, 'webhook_events'>,
    { charge, brand }: { charge: ChargeRecord; brand: Brand },
  ) => {
    const event = createChargeEvent('charge:created', charge, brand, charge.createdAt)
    // With their types, which PostgreSQL does not derive for more than one.
    return is
      .selectFrom('webhook_settings')
      .select([
        sql<string>`${event.id}::uuid`.as('id'),
        'account_id',
        sql<string>`${charge.id}::uuid`.as('charge_id'),
        sql<string>`${event.type}::text`.as('type'),
        sql<string>`${JSON.stringify(event)}::text`.as('body'),
        sql<Date>`${charge.createdAt}::timestamptz`.as('created_at'),
      ])
      .where('account_id', '=', charge.accountId)
  }
  const [first, ...others] = created as [(typeof created)[0], ...typeof created]
  return by
    .insertInto('webhook_events')
    .columns(['id', 'account_id', 'charge_id', 'type', 'body', 'created_at'])
    .expression((is) =>
      others.reduce((events, one) => events.unionAll(select(is, one)), select(is, first)),
    )
}

/**
 * Writes the event about a pending change, to the webhook that the account has now. An account without one gets none.
 */
export async function writeChangingEvent(
  tx: Kysely<Tables>,
  change: PendingChangeRecord,
  current: SettingValue,
): Promise<void> {
  await writeNotice(tx, change.accountId, createChangingEvent(change, current, new Date()))
}

/** Writes an event about a new secret of the webhook, which its receiver verifies with the earlier one. */
export async function writeRotationEvent(
  tx: Kysely<Tables>,
  accountId: string,
  { author, current, effectiveAt }: { author: Author; current: SettingValue; effectiveAt: Date },
): Promise<void> {
  const key =
    author === 'cli'
      ? undefined
      : await tx
          .selectFrom('api_keys')
          .select('prefix')
          .where('id', '=', author.keyId)
          .executeTakeFirst()
  const change = { value: current, author: key?.prefix ?? 'cli', effectiveAt }
  await writeNotice(tx, accountId, createChangingEvent(change, current, new Date()))
}

/** Writes an event for the present webhook, signed with every secret that its receiver may hold now. */
async function writeNotice(
  tx: Kysely<Tables>,
  accountId: string,
  event: WebhookEvent,
): Promise<void> {
  const webhook = await tx
    .selectFrom('webhook_settings')
    .select('url')
    .select(signingSecrets.as('secrets'))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!webhook) return
  await tx
    .insertInto('webhook_events')
    .values({
      id: event.id,
      account_id: accountId,
      charge_id: null,
      type: event.type,
      body: JSON.stringify(event),
      created_at: new Date(event.created_at),
      target_url: webhook.url,
      target_secrets: webhook.secrets,
    })
    .execute()
}

/** Creates the outbox: webhook events that wait for their delivery, and the outcome of the others. */
export function createOutbox(db: Kysely<Tables>): Outbox {
  return {
    async claimEvents(options) {
      const { rows } = await buildClaimStatement(options).execute(db)
      // An UPDATE returns its rows in no particular order.
      return rows.map(toDelivery)
    },

    async getNextDueMs() {
      const { rows } = await buildNextDueStatement().execute(db)
      return rows[0]?.due_in_ms ?? undefined
    },

    async markDelivered({ event, accountId, chargeId, isAnswering }) {
      await db.transaction().execute(async (tx) => {
        if (!isAnswering) await setAnswering(tx, accountId, true)
        await tx
          .updateTable('webhook_events')
          .set({ status: 'DELIVERED', last_error: '', lease_expires_at: null })
          // Whatever the claim number: it has arrived, even if the lease was over.
          .where('id', '=', event.id)
          .execute()
        await scheduleEventsOfCharge(tx, chargeId, 0)
      })
    },

    async markFailed({ event, accountId, chargeId, claimNumber }, error, retryDelayMs) {
      await db.transaction().execute(async (tx) => {
        // Not where this process stops and has ended the attempt itself.
        if (retryDelayMs !== 0) await setAnswering(tx, accountId, false)
        const schedule =
          retryDelayMs === undefined ? {} : { next_attempt_at: toFutureTime(retryDelayMs) }
        const changed = await tx
          .updateTable('webhook_events')
          .set({
            status: retryDelayMs === undefined ? 'FAILED' : 'WAITING',
            last_error: error,
            lease_expires_at: null,
          })
          .set(schedule)
          .where('id', '=', event.id)
          .where('claim_number', '=', claimNumber)
          .where('status', '=', 'WAITING')
          .executeTakeFirst()
        if (changed.numUpdatedRows === 0n) return
        await scheduleEventsOfCharge(tx, chargeId, retryDelayMs ?? 0)
        // A process that stops leaves it to the others.
        if (retryDelayMs === 0) await sendSignal(tx, 'webhooks')
      })
    },

    async listEvents(status, limit) {
      const rows = await db
        .selectFrom('webhook_events')
        .selectAll()
        .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toDeliveryRecord)
    },

    async deleteEvents(before, limit) {
      const old = db
        .selectFrom('webhook_events')
        .select('id')
        .where('status', '=', 'DELIVERED')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit)
      const { numDeletedRows } = await db
        .deleteFrom('webhook_events')
        .where('id', 'in', old)
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    async retryEvents(ids) {
      if (ids !== 'failed' && ids.length === 0) return 0
      const { numUpdatedRows } = await db
        .updateTable('webhook_events')
        .set({
          status: 'WAITING',
          attempts: 0,
          lease_expires_at: null,
          next_attempt_at: toFutureTime(0),
        })
        .$if(ids === 'failed', (query) => query.where('status', '=', 'FAILED'))
        .$if(ids !== 'failed', (query) => query.where('id', '=', anyOf(ids, 'uuid')))
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await sendSignal(db, 'webhooks')
      return Number(numUpdatedRows)
    },
  }
}

/**
 * Ends the leases of all events. For a process that is alone on its database, at its start: events that an earlier
 * process had claimed need not wait until the lease ends.
 */
export async function endEventLeases(db: Kysely<Tables>): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ lease_expires_at: null })
    .where('lease_expires_at', 'is not', null)
    .execute()
}

/** Saves whether the receiver of an account has answered, where that has changed. */
async function setAnswering(
  tx: Kysely<Tables>,
  accountId: string,
  isAnswering: boolean,
): Promise<void> {
  await tx
    .updateTable('webhook_settings')
    .set({ is_answering: isAnswering })
    .where('account_id', '=', accountId)
    .where('is_answering', '<>', isAnswering)
    .execute()
}

/**
 * Sets when the waiting events of a charge are due. Their order does not depend on this, the claim statement keeps it:
 * this only keeps events out of the claim that wait for a receiver which is down.
 */
async function scheduleEventsOfCharge(
  tx: Kysely<Tables>,
  chargeId: string | undefined,
  delayMs: number,
): Promise<void> {
  if (chargeId === undefined) return
  await tx
    .updateTable('webhook_events')
    .set({ next_attempt_at: toFutureTime(delayMs) })
    .where('charge_id', '=', chargeId)
    .where('status', '=', 'WAITING')
    .where('lease_expires_at', 'is', null)
    .execute()
}

function toDelivery(row: ClaimedRow): Delivery {
  return {
    event: JSON.parse(row.body) as WebhookEvent,
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

function toDeliveryRecord(row: Selectable<WebhookEventRow>): DeliveryRecord {
  return {
    id: row.id,
    type: row.type,
    accountId: row.account_id,
    chargeId: row.charge_id ?? undefined,
    status: row.status as DeliveryStatus,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at,
    nextAttemptAt: row.status === 'WAITING' ? row.next_attempt_at : undefined,
  }
}
