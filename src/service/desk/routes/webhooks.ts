import { routes } from '../../../api/routes/routes.ts'
import { renderEndpoint, renderSecret, renderWebhooks } from '../pages/webhooks.ts'
import { type Desk, registerAction, registerPage } from '../respond.ts'

/** Registers the list of webhook endpoints, the page of one, and what can be done with it. */
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

  registerAction(desk, '/webhooks', async ({ call, field, createView }) => {
    const added = await call(routes.addWebhookEndpoint, { body: { url: field('url') } })
    const { uuid, secret = '' } = added
    return renderSecret(await createView('webhooks'), { uuid, secret })
  })

  registerAction(desk, '/webhooks/:uuid/rotate-secret', async ({ call, param, createView }) => {
    const { uuid, secret = '' } = await call(routes.rotateWebhookSecret, {
      params: { uuid: param('uuid') },
    })
    return renderSecret(await createView('webhooks'), { uuid, secret })
  })

  registerAction(desk, '/webhooks/:uuid/test', async ({ call, param }) => {
    const uuid = param('uuid')
    await call(routes.testWebhookEndpoint, { params: { uuid } })
    return { path: `/webhooks/${uuid}`, done: 'tested' }
  })

  for (const [done, enabled] of [
    ['on', true],
    ['off', false],
  ] as const)
    registerAction(desk, `/webhooks/:uuid/${done}`, async ({ call, param }) => {
      const uuid = param('uuid')
      await call(routes.updateWebhookEndpoint, { params: { uuid }, body: { enabled } })
      return { path: `/webhooks/${uuid}`, done }
    })

  registerAction(desk, '/webhooks/:uuid/events/:event/send', async ({ call, param }) => {
    await call(routes.redeliverEvent, { params: { uuid: param('event') } })
    return { path: `/webhooks/${param('uuid')}`, done: 'sent' }
  })
}
