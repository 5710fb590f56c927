import type { Hono } from 'hono'
import { routes } from '../../../api/routes/routes.ts'
import { PayError } from '../../../errors.ts'
import { readDelayMs, toEffectiveAt } from '../../accounts/routes/setting-delay.ts'
import type { ModeStore } from '../../accounts/store/modes.ts'
import type { EndpointContext, Env } from '../../http/context.ts'
import { registerEndpoint } from '../../http/endpoint.ts'
import { createFieldError } from '../../http/field-error.ts'
import { toWebhookEndpoint } from '../endpoints.ts'
import { toListedEvent } from '../events.ts'
import type { EndpointStore } from '../store/endpoints.ts'
import type { EventStore } from '../store/events.ts'

/** The stores that these routes use. */
type Stores = EndpointStore & EventStore & ModeStore

const noChanges = {
  url: undefined,
  description: undefined,
  events: undefined,
  shop: undefined,
  isEnabled: undefined,
}

/** Registers POST /api-keys/charge-webhook (interface 4.5), and the endpoints below /webhook-endpoints. */
export function registerWebhookEndpointRoutes(
  app: Hono<Env>,
  context: EndpointContext<Stores>,
): void {
  const { store } = context

  registerEndpoint(app, context, routes.setChargeWebhook, async (call) => {
    const { account, author, body } = call
    checkUrl(body.url)
    const change = { author, delayMs: readDelayMs(call, context) }
    const { value, isNew, effectiveAt } = await store.setWebhook(account.id, body.url, change)
    const { url, secret } = value
    const output = isNew && url !== '' ? { url, secret } : { url }
    return { status: 200, body: { ...output, ...toEffectiveAt(effectiveAt) } }
  })

  registerEndpoint(app, context, routes.addWebhookEndpoint, async ({ account, author, body }) => {
    const { url, description = '', events = [], shop = '', allow_same_url: allowSameUrl } = body
    checkUrl(url)
    const added = { url, description: description.trim(), events: unique(events), shop }
    const options = { author, allowSameUrl }
    const { endpoint, secret } = await store.addEndpoint(account.id, added, options)
    return { status: 201, body: { ...toWebhookEndpoint(endpoint), secret } }
  })

  registerEndpoint(app, context, routes.listWebhookEndpoints, async ({ account }) => {
    const endpoints = await store.listEndpoints(account.id)
    return { status: 200, body: { data: endpoints.map(toWebhookEndpoint) } }
  })

  registerEndpoint(app, context, routes.getWebhookEndpoint, async ({ account, params }) => {
    return {
      status: 200,
      body: toWebhookEndpoint(await findEndpoint(store, account.id, params.uuid)),
    }
  })

  registerEndpoint(app, context, routes.updateWebhookEndpoint, async (call) => {
    const { account, author, params, body } = call
    const { url, description, events, shop, enabled: isEnabled } = body
    if (url !== undefined) checkUrl(url)
    const changes = {
      url,
      description: description?.trim(),
      events: events && unique(events),
      shop,
      isEnabled,
    }
    const delayMs = readDelayMs(call, context)
    const change = { author, delayMs, allowSameUrl: body.allow_same_url }
    const outcome = await store.updateEndpoint(account.id, params.uuid, changes, change)
    if (!outcome) throw createUnknownEndpointError()
    const endpoint = toWebhookEndpoint(await findEndpoint(store, account.id, params.uuid))
    const secret = outcome.isNew ? outcome.value.secret : undefined
    return { status: 200, body: { ...endpoint, secret } }
  })

  registerEndpoint(app, context, routes.removeWebhookEndpoint, async (call) => {
    const { account, author, params } = call
    const change = { author, delayMs: readDelayMs(call, context) }
    const removal = { ...noChanges, url: '' }
    const outcome = await store.updateEndpoint(account.id, params.uuid, removal, change)
    if (!outcome) throw createUnknownEndpointError()
    return { status: 200, body: toEffectiveAt(outcome.effectiveAt) }
  })

  /** @throws PayError `invalid_request` for a url that would be refused at every call */
  function checkUrl(url: string): void {
    const fault = url === '' ? undefined : context.findReceiverFault(url)
    if (fault !== undefined) throw createFieldError('url', fault)
  }
}

/** Registers the endpoints that replace a webhook's secret, and send it a test event. */
export function registerWebhookSecretRoutes(
  app: Hono<Env>,
  context: EndpointContext<Stores>,
): void {
  const { store } = context

  registerEndpoint(
    app,
    context,
    routes.rotateWebhookSecret,
    async ({ account, author, params }) => {
      const change = { author, delayMs: context.settingsDelayMs }
      const webhook = await store.rotateSecret(account.id, params.uuid, change)
      if (!webhook) throw createUnknownEndpointError()
      const endpoint = await findEndpoint(store, account.id, params.uuid)
      return { status: 200, body: { ...toWebhookEndpoint(endpoint), secret: webhook.secret } }
    },
  )

  registerEndpoint(app, context, routes.testWebhookEndpoint, async ({ account, params }) => {
    const { id } = await findEndpoint(store, account.id, params.uuid)
    const eventId = await store.writeTestEvent(account.id, id)
    const found = await store.getAccountEvent(account.id, eventId)
    if (!found) throw new Error('The event that was just written is missing.')
    return { status: 201, body: toListedEvent(found.event) }
  })
}

async function findEndpoint(
  store: Pick<EndpointStore, 'getEndpoint'>,
  accountId: string,
  id: string,
) {
  const endpoint = await store.getEndpoint(accountId, id)
  if (endpoint) return endpoint
  throw createUnknownEndpointError()
}

function createUnknownEndpointError(): PayError {
  return new PayError('not_found', 'There is no such webhook endpoint.')
}

function unique<T>(list: readonly T[]): T[] {
  return [...new Set(list)]
}
