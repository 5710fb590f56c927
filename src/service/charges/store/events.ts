import { type Kysely, type QueryCreator, type Selectable, sql } from 'kysely'
import type { ChargeEventType } from '../../../api/schemas/webhook.ts'
import type { Brand } from '../../accounts/accounts.ts'
import {
  deliveryColumns,
  insertEvents,
  selectDeliveries,
  toEventRow,
} from '../../accounts/store/events.ts'
import { toMerchantAccount } from '../../accounts/store/rows.ts'
import { anyOf } from '../../db/any-of.ts'
import type { ChargeRow } from '../../db/tables/charges.ts'
import type { Tables } from '../../db/tables/tables.ts'
import { createChargeEvent } from '../events.ts'
import type { ChargeRecord } from '../records.ts'
import { loadCharges } from './load.ts'

/** A charge, and the event that reports its present state. */
export interface EventOfCharge {
  /** The row as this transaction left it. */
  row: Selectable<ChargeRow>
  type: ChargeEventType
}

/** Writes the webhook events of changed charges in the same transaction as the changes. */
export async function writeEvents(
  tx: Kysely<Tables>,
  reported: readonly EventOfCharge[],
): Promise<void> {
  if (reported.length === 0) return
  const rows = reported.map(({ row }) => row)
  const accounts = await tx
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', anyOf(new Set(rows.map(({ accountId }) => accountId)), 'uuid'))
    .execute()
  const brands = new Map(accounts.map((row) => [row.id, toMerchantAccount(row).brand]))
  const now = new Date()
  const charges = await loadCharges(tx, rows)
  const events = reported.map(({ row, type }, index) => {
    const [charge, brand] = [charges[index] as ChargeRecord, brands.get(row.accountId) as Brand]
    const event = createChargeEvent(type, charge, brand, now)
    return { event, accountId: charge.accountId, chargeId: charge.id }
  })
  await insertEvents(tx, events)
}

/**
 * Builds the expressions `events` and `deliveries` of the statement that inserts new charges: their events, and the deliveries
 * of these. No statement sees the rows that it inserts: the shops are from its expression `added`, the charges.
 */
export function withCreatedEvents(
  query: QueryCreator<Tables>,
  newCharges: readonly { charge: ChargeRecord; brand: Brand }[],
) {
  const rows = newCharges.map(({ charge, brand }) => {
    const event = createChargeEvent('charge:created', charge, brand, charge.createdAt)
    return toEventRow({ event, accountId: charge.accountId, chargeId: charge.id })
  })
  const shop = sql`(select added.shop from added where added.id = events.charge_id)`
  return query
    .with('events', (by) =>
      by
        .insertInto('webhookEvents')
        .values(rows)
        .returning(['id', 'seq', 'accountId', 'chargeId', 'type', 'createdAt']),
    )
    .with('deliveries', (by) =>
      by
        .insertInto('webhookDeliveries')
        .columns(deliveryColumns)
        .expression(selectDeliveries(sql`events`, shop)),
    )
}
