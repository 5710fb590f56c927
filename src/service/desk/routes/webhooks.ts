import { routes } from '../../../api/routes/routes.ts'
import { type Done, registerAction } from '../act.ts'
import { renderEndpoint, renderWebhooks } from '../pages/webhooks.ts'
import { buildPath } from '../paths.ts'
import { type Desk, registerPage } from '../respond.ts'

/** Registers the list of webhook endpoints, the page of one, and its actions. */
export function registerWebhookPages(desk: Desk): void {
  registerPage(desk, '/webhooks', 'webhooks', async ({ call, view }) =>
    renderWebhooks(view, (await call(routes.listWebhookEndpoints)).data),
  )

  registerPage(desk, '/webhooks/:uuid', 'webhooks', async ({ call, view, param }) => {
    const uuid = param('uuid')
    const [endpoint, events] = await Promise.all([
      call(routes.getWebhookEndpoint, { params: { uuid } }),
      call(routes.listEvents, { query: { endpoint: uuid, limit: '25' } }),
    ])
    return renderEndpoint(view, endpoint, events.data)
  })

  registerAction(desk, '/webhooks', async ({ call, field }) => {
    const body = { url: field('url') }
    return showSecret(await call(routes.addWebhookEndpoint, { body }))
  })

  registerAction(desk, '/webhooks/:uuid/rotate-secret', async ({ call, param }) => {
    const params = { uuid: param('uuid') }
    return showSecret(await call(routes.rotateWebhookSecret, { params }))
  })

  registerAction(desk, '/webhooks/:uuid/test', async ({ call, param }) => {
    const uuid = param('uuid')
    await call(routes.testWebhookEndpoint, { params: { uuid } })
    return { path: buildPath('/webhooks/:uuid', { uuid }), done: 'doneTested' }
  })

  for (const [path, done, enabled] of [
    ['/webhooks/:uuid/on', 'doneOn', true],
    ['/webhooks/:uuid/off', 'doneOff', false],
  ] as const)
    registerAction(desk, path, async ({ call, param }) => {
      const uuid = param('uuid')
      await call(routes.updateWebhookEndpoint, { params: { uuid }, body: { enabled } })
      return { path: buildPath('/webhooks/:uuid', { uuid }), done }
    })

  registerAction(desk, '/webhooks/:uuid/events/:event/send', async ({ call, param }) => {
    await call(routes.redeliverEvent, { params: { uuid: param('event') } })
    return { path: buildPath('/webhooks/:uuid', { uuid: param('uuid') }), done: 'doneSent' }
  })
}

/** Shows the secret of an endpoint this once, on the endpoint's page. */
function showSecret({ uuid, secret }: { uuid: string; secret?: string | undefined }): Done {
  return { path: buildPath('/webhooks/:uuid', { uuid }), done: 'secretTitle', secret }
}
