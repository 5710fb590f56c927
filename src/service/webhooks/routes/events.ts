import type { Hono } from 'hono'
import { routes } from '../../../api/routes/routes.ts'
import { PayError } from '../../../errors.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createFieldError } from '../../http/field-error.ts'
import { createUnknownCursorError, readListQuery, readTimeRange } from '../../http/list-query.ts'
import { createId } from '../../kernel/id.ts'
import { maxRedelivered, toEventReply, toListedEvent } from '../events.ts'
import type { EndpointStore } from '../store/endpoints.ts'
import type { EventStore } from '../store/events.ts'

/** The stores that these routes use. */
type Stores = EndpointStore & EventStore & ModeStore

/** Registers GET /events, GET /events/:uuid, redelivery of events, and sending a sample event. */
export function registerEventRoutes(app: Hono<Env>, context: EndpointContext<Stores>): void {
  const { store, publicUrl } = context

  registerEndpoint(app, context, routes.listEvents, async ({ account, query }) => {
    const { status, charge, endpoint, type, since, before } = query
    const filter = {
      status,
      type,
      endpointId: endpoint?.toLowerCase(),
      chargeId: charge?.toLowerCase(),
      created: readTimeRange({ since, before }),
    }
    const page = await store.listAccountEvents(account.id, { ...readListQuery(query), filter })
    if (!page) throw createUnknownCursorError(query)
    const data = page.events.map(toListedEvent)
    return { status: 200, body: { data, pagination: { has_more: page.hasMore } } }
  })

  registerEndpoint(app, context, routes.getEvent, async ({ account, params }) => {
    const { event, body } = await findEvent(account.id, params.uuid)
    return { status: 200, body: toEventReply(event, body, publicUrl) }
  })

  registerEndpoint(app, context, routes.redeliverEvent, async ({ account, params }) => {
    await store.redeliverEvent(account.id, params.uuid)
    // A delivery in progress is not restarted, and the reply shows that.
    const { event } = await findEvent(account.id, params.uuid)
    return { status: 200, body: toListedEvent(event) }
  })

  registerEndpoint(app, context, routes.redeliverEventToEndpoint, async ({ account, params }) => {
    const endpointId = params.uuid.toLowerCase()
    if (!(await store.redeliverEvent(account.id, params.event, endpointId)))
      throw new PayError(
        'not_found',
        'There is no such event or webhook endpoint, or the endpoint does not want the event.',
      )
    const { event } = await findEvent(account.id, params.event)
    return { status: 200, body: toListedEvent(event) }
  })

  registerEndpoint(app, context, routes.redeliverEvents, async ({ account, query }) => {
    const { status = 'UNDELIVERED', endpoint, since, before } = query
    if (since === undefined && (status === 'ALL' || status === 'DELIVERED'))
      throw createFieldError(
        'since',
        `must be given with ${status}: all that was ever sent would go out again`,
      )
    const endpointId = endpoint?.toLowerCase()
    if (endpointId !== undefined && !(await store.getEndpoint(account.id, endpointId)))
      throw new PayError('not_found', 'There is no such webhook endpoint.')
    const which = { status, endpointId, created: readTimeRange({ since, before }) }
    const { count, nextSince } = await store.redeliverEvents(account.id, which, maxRedelivered)
    return { status: 200, body: { count, next_since: nextSince?.toISOString() ?? '' } }
  })

  registerEndpoint(app, context, routes.triggerEvent, async ({ account, body }) => {
    // A receiver that does not check `livemode` would take a sample for a paid order.
    if (account.livemode)
      throw new PayError(
        'forbidden',
        'This api-key is live. Samples are sent in test mode only: use a test key, which begins with pc_test_.',
      )
    // Loaded with the first sample: a service need not hold data that only documents show.
    const { eventSamples } = await import('../../openapi/examples/webhooks.ts')
    const [id, created_at] = [createId(), new Date().toISOString()]
    await store.addSample(account.id, { ...eventSamples[body.type], id, created_at })
    const { event } = await findEvent(account.id, id)
    return { status: 201, body: toListedEvent(event) }
  })

  async function findEvent(accountId: string, id: string) {
    const found = await store.getAccountEvent(accountId, id)
    if (found) return found
    throw new PayError('not_found', 'There is no such event.')
  }
}
