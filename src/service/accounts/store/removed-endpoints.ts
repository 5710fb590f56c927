import { type Kysely, type RawBuilder, sql } from 'kysely'
import { anyOf } from '../../db/any-of.ts'
import type { Tables } from '../../db/tables/tables.ts'

/**
 * Removes an endpoint. Its name stays for the history of its deliveries. Those that wait have failed for good; one that is being
 * attempted ends by itself, and a notice still goes to the url that it was written for.
 */
export async function removeEndpoint(tx: Kysely<Tables>, id: string): Promise<void> {
  await sql`
    with removed as (
      delete from webhook_endpoints where id = ${id}::uuid returning id, account_id, description, url
    )
    insert into removed_webhook_endpoints (id, account_id, description, url) select * from removed`.execute(
    tx,
  )
  await tx
    .updateTable('webhookDeliveries')
    .set({ status: 'FAILED', lastError: 'The endpoint was removed.' })
    .where('endpointId', '=', id)
    .where('status', '=', 'WAITING')
    .where('leaseExpiresAt', 'is', null)
    .where('targetUrl', 'is', null)
    .execute()
  await settle(
    tx,
    sql`in (select event_id from webhook_deliveries where endpoint_id = ${id}::uuid and status = 'FAILED')`,
  )
}

/**
 * Saves for each event whether its delivery to one of the account's present endpoints has failed for good, after one of its
 * deliveries has changed. A removed endpoint misses nothing.
 */
export async function settleEvents(tx: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  await settle(tx, sql`= ${anyOf(ids, 'uuid')}`)
}

async function settle(tx: Kysely<Tables>, isOne: RawBuilder<unknown>): Promise<void> {
  await sql`
    update webhook_events as event set has_failed = not has_failed
    where event.id ${isOne} and has_failed <> exists (
      select from webhook_deliveries as delivery join webhook_endpoints as endpoint on endpoint.id = delivery.endpoint_id
      where delivery.event_id = event.id and delivery.status = 'FAILED'
    )`.execute(tx)
}
