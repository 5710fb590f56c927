import {
  type ExpressionBuilder,
  type Kysely,
  type QueryCreator,
  type Selectable,
  sql,
} from 'kysely'
import type { ChargeEventType } from '../../../api/schemas/webhook.ts'
import type { Brand } from '../../domain/accounts/accounts.ts'
import { splitIntoBatches } from '../../domain/batches.ts'
import { createChargeEvent } from '../../domain/charges/events.ts'
import type { ChargeRecord } from '../../domain/charges/records.ts'
import { toMerchantAccount } from '../accounts/rows.ts'
import { anyOf, maxRowsPerInsert } from '../database/any-of.ts'
import type { ChargeRow, Tables } from '../database/tables.ts'
import { loadCharges } from './load.ts'

/** A charge whose row has changed, and the event that reports it; undefined for a change without an event. */
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
  const changesWithEvent = changes.filter(({ type }) => type !== undefined)
  if (changesWithEvent.length === 0) return
  const accounts = await tx
    .selectFrom('accounts')
    .innerJoin('webhook_settings', 'webhook_settings.account_id', 'accounts.id')
    .selectAll('accounts')
    .where(
      'accounts.id',
      '=',
      anyOf(new Set(changesWithEvent.map(({ row }) => row.account_id)), 'uuid'),
    )
    .execute()
  const brands = new Map(accounts.map((row) => [row.id, toMerchantAccount(row).brand]))
  const changesWithWebhook = changesWithEvent.filter(({ row }) => brands.has(row.account_id))
  if (changesWithWebhook.length === 0) return
  const now = new Date()
  const charges = await loadCharges(
    tx,
    changesWithWebhook.map(({ row }) => row),
  )
  const rows = changesWithWebhook.map(({ row, type }, index) => {
    const [charge, brand] = [charges[index] as ChargeRecord, brands.get(row.account_id) as Brand]
    const event = createChargeEvent(type as ChargeEventType, charge, brand, now)
    return {
      id: event.id,
      account_id: row.account_id,
      charge_id: row.id,
      type: event.type,
      body: JSON.stringify(event),
      created_at: now,
    }
  })
  for (const batch of splitIntoBatches(rows, maxRowsPerInsert))
    await tx.insertInto('webhook_events').values(batch).execute()
}

/** Builds the statement that inserts the events of new charges, where the charge's account has a webhook. */
export function insertCreatedEvents(
  by: QueryCreator<Tables>,
  newCharges: readonly { charge: ChargeRecord; brand: Brand }[],
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
  const [first, ...rest] = newCharges as [(typeof newCharges)[0], ...typeof newCharges]
  return by
    .insertInto('webhook_events')
    .columns(['id', 'account_id', 'charge_id', 'type', 'body', 'created_at'])
    .expression((is) =>
      rest.reduce((events, charge) => events.unionAll(select(is, charge)), select(is, first)),
    )
}
