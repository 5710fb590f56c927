import type { Hono } from 'hono'
import { routes } from '../../../api/routes/routes.ts'
import { PayError } from '../../../errors.ts'
import { toListedEvent } from '../../domain/webhooks/events.ts'
import type { EndpointContext, Env } from '../http/context.ts'
import { registerEndpoint } from '../http/endpoint.ts'
import { createSimulation } from './simulate.ts'

/** Registers POST /events/trigger, which has a test account told of an event of any type. */
export function registerTriggerRoute(app: Hono<Env>, context: EndpointContext): void {
  const { store } = context
  const simulate = createSimulation(context)

  registerEndpoint(app, context, routes.triggerEvent, async ({ account, author, shop, body }) => {
    if (account.livemode)
      throw new PayError(
        'forbidden',
        'This api-key is live. Events are triggered in test mode alone: use a test key, which begins with pc_test_.',
      )
    const { type } = body
    const charge = await simulate(type, { account, author, shop })
    const page = await store.listAccountEvents(account.id, {
      limit: 1,
      cursor: undefined,
      filter: {
        status: undefined,
        endpointId: undefined,
        // What is unmatched is about no charge.
        chargeId: type === 'payment:unmatched' ? undefined : charge.id,
        type,
        created: undefined,
      },
    })
    const [event] = page?.events ?? []
    if (!event) throw new Error(`The simulation has written no ${type}.`)
    return { status: 201, body: toListedEvent(event) }
  })
}
