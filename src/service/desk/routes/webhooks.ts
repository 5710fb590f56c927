import { webhookEventTypes } from '../../../api/event-types.ts'
import { routes } from '../../../api/routes/routes.ts'
import { createFieldError } from '../../http/field-error.ts'
import { type Done, registerAction } from '../act.ts'
import { deskRoutes } from '../api/routes.ts'
import type { DeskCall } from '../call.ts'
import type { Desk } from '../desk.ts'
import { readTroubled } from '../pages/panel.ts'
import { renderEndpoint } from '../pages/webhook-endpoint.ts'
import { renderEvent } from '../pages/webhook-event.ts'
import { renderWebhooks } from '../pages/webhooks.ts'
import { buildPath } from '../paths.ts'
import { registerPage } from '../register.ts'

/** Registers the list of webhook endpoints, the pages of an endpoint and of an event, and their actions. */
export function registerWebhookPages(desk: Desk): void {
  registerPage(desk, '/webhooks', 'webhooks', async ({ c, view }) =>
    renderWebhooks(view, readTroubled(c.req.query('show')), view.endpoints),
  )

  registerPage(desk, '/webhooks/:uuid', 'webhooks', async ({ call, view, param }) => {
    const uuid = param('uuid')
    const [endpoint, events] = await Promise.all([
      call(routes.getWebhookEndpoint, { params: { uuid } }),
      call(routes.listEvents, { query: { endpoint: uuid, limit: '25' } }),
    ])
    return renderEndpoint(view, endpoint, events.data)
  })

  registerPage(desk, '/events/:uuid', 'webhooks', async ({ call, view, param }) => {
    const [event, removed] = await Promise.all([
      call(routes.getEvent, { params: { uuid: param('uuid') } }),
      call(deskRoutes.listRemovedEndpoints),
    ])
    return renderEvent(view, event, removed.data)
  })

  registerEndpointChanges(desk)
  registerSwitches(desk)
  registerDeliveries(desk)
}

/** Registers what adds, changes and removes an endpoint. */
function registerEndpointChanges(desk: Desk): void {
  registerAction(desk, '/webhooks', routes.addWebhookEndpoint, async ({ call, field }) => {
    const body = { url: field('url'), description: field('description') }
    const same = await findSameUrl(call, body.url)
    if (same) return { path: buildPath('/webhooks/:uuid', { uuid: same }), done: 'doneSameUrl' }
    return showSecret(await call(routes.addWebhookEndpoint, { body }))
  })

  registerAction(
    desk,
    '/webhooks/:uuid/twin',
    routes.addWebhookEndpoint,
    async ({ call, param }) => {
      const { url } = await call(routes.getWebhookEndpoint, { params: { uuid: param('uuid') } })
      const body = { url, allow_same_url: true }
      return showSecret(await call(routes.addWebhookEndpoint, { body }))
    },
  )

  registerAction(
    desk,
    '/webhooks/:uuid/edit',
    routes.updateWebhookEndpoint,
    async ({ call, param, field }) => {
      const uuid = param('uuid')
      const chosen = webhookEventTypes.filter((type) => field(type) !== '')
      const isAll = field('all') !== ''
      if (!isAll && chosen.length === 0)
        throw createFieldError(
          'events',
          'must have at least one type: turn the endpoint off to send it nothing',
        )
      const { url } = await call(routes.getWebhookEndpoint, { params: { uuid } })
      const body = {
        description: field('description'),
        events: isAll ? [] : chosen,
        // The present url would cancel a change that waits.
        ...(field('url') !== url && { url: field('url') }),
      }
      const changed = await call(routes.updateWebhookEndpoint, { params: { uuid }, body })
      return changed.secret === undefined
        ? { path: buildPath('/webhooks/:uuid', { uuid }), done: 'doneChanged' }
        : showSecret(changed)
    },
  )

  registerAction(
    desk,
    '/webhooks/:uuid/keep',
    routes.updateWebhookEndpoint,
    async ({ call, param }) => {
      const params = { uuid: param('uuid') }
      const { url } = await call(routes.getWebhookEndpoint, { params })
      await call(routes.updateWebhookEndpoint, { params, body: { url } })
      return { path: buildPath('/webhooks/:uuid', params), done: 'doneChangeCanceled' }
    },
  )

  registerAction(
    desk,
    '/webhooks/:uuid/remove',
    routes.removeWebhookEndpoint,
    async ({ call, param }) => {
      const params = { uuid: param('uuid') }
      const { effective_at } = await call(routes.removeWebhookEndpoint, { params })
      return effective_at
        ? { path: buildPath('/webhooks/:uuid', params), done: 'doneChanged' }
        : { path: buildPath('/webhooks'), done: 'doneRemoved' }
    },
  )

  registerAction(
    desk,
    '/webhooks/:uuid/rotate-secret',
    routes.rotateWebhookSecret,
    async ({ call, param }) => {
      const params = { uuid: param('uuid') }
      return showSecret(await call(routes.rotateWebhookSecret, { params }))
    },
  )
}

function registerSwitches(desk: Desk): void {
  for (const [path, done, enabled] of [
    ['/webhooks/:uuid/on', 'doneOn', true],
    ['/webhooks/:uuid/off', 'doneOff', false],
  ] as const)
    registerAction(desk, path, routes.updateWebhookEndpoint, async ({ call, param }) => {
      const uuid = param('uuid')
      await call(routes.updateWebhookEndpoint, { params: { uuid }, body: { enabled } })
      return { path: buildPath('/webhooks/:uuid', { uuid }), done }
    })
}

/** Registers what sends events. */
function registerDeliveries(desk: Desk): void {
  registerAction(
    desk,
    '/webhooks/:uuid/test',
    routes.testWebhookEndpoint,
    async ({ call, param }) => {
      const uuid = param('uuid')
      await call(routes.testWebhookEndpoint, { params: { uuid } })
      return { path: buildPath('/webhooks/:uuid', { uuid }), done: 'doneTested' }
    },
  )

  registerAction(desk, '/webhooks/:uuid/retry', routes.redeliverEvents, async ({ call, param }) => {
    const endpoint = param('uuid')
    let since = ''
    do {
      const query = { endpoint, ...(since && { since }) }
      since = (await call(routes.redeliverEvents, { query })).next_since
    } while (since !== '')
    return { path: buildPath('/webhooks/:uuid', { uuid: endpoint }), done: 'doneRetried' }
  })

  registerAction(
    desk,
    '/webhooks/:uuid/events/:event/send',
    routes.redeliverEventToEndpoint,
    async ({ call, param }) => {
      const event = param('event')
      await call(routes.redeliverEventToEndpoint, { params: { uuid: param('uuid'), event } })
      return { path: buildPath('/events/:uuid', { uuid: event }), done: 'doneSent' }
    },
  )
}

/** Returns the endpoint that has a url already, as the service finds it; undefined for none. */
async function findSameUrl(call: DeskCall, url: string): Promise<string | undefined> {
  if (!URL.canParse(url)) return undefined
  const { href } = new URL(url)
  const { data } = await call(routes.listWebhookEndpoints)
  return data.find((endpoint) => new URL(endpoint.url).href === href)?.uuid
}

/** Shows the secret of an endpoint this once, on the endpoint's page. */
function showSecret({ uuid, secret }: { uuid: string; secret?: string | undefined }): Done {
  return { path: buildPath('/webhooks/:uuid', { uuid }), done: 'secretTitle', secret }
}
