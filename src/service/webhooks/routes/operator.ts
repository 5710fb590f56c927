import type { Hono } from 'hono'
import { PayError } from '../../../errors.ts'
import type { Env } from '../../http/context.ts'
import { registerOperatorEndpoint } from '../../http/endpoint.ts'
import { createFieldError } from '../../http/field-error.ts'
import { type OperatorEvent, operatorRoutes } from '../../http/operator-routes.ts'
import { toListedEvent } from '../events.ts'
import type { EventRecord } from '../outbox.ts'
import type { EventLogStore } from '../store/event-log.ts'

/** Registers the operator's routes about webhook events and their delivery. */
export function registerDeliveryRoutes(
  app: Hono<Env>,
  { store }: { store: Pick<EventLogStore, 'listEvents' | 'retryEvents'> },
): void {
  registerOperatorEndpoint(app, operatorRoutes.listWebhookEvents, async ({ query }) => {
    const events = await store.listEvents(query.status, Number(query.limit), query.type)
    return { status: 200, body: { data: events.map(toOperatorEvent) } }
  })

  registerOperatorEndpoint(app, operatorRoutes.retryWebhookEvents, async ({ body }) => {
    const { ids, failed } = body
    if (failed === ids.length > 0)
      throw createFieldError('ids', 'or --failed must be given, but not both')
    const { count, unknown } = await store.retryEvents(failed ? 'failed' : ids)
    if (unknown === 0) return { status: 200, body: { count } }
    const message = `is unknown in ${unknown} cases`
    const details = [{ field: 'ids', message }]
    throw new PayError('not_found', `ids ${message}`, { field: 'ids', details })
  })
}

function toOperatorEvent({ accountId, ...event }: EventRecord): OperatorEvent {
  return { account: accountId, ...toListedEvent({ accountId, ...event }) }
}
