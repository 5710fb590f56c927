import {
  EventListQuery,
  EventListReply,
  EventReply,
  EventTrigger,
  ListedEvent,
  RedeliverQuery,
  RedeliverReply,
} from '../schemas/events.ts'
import {
  NewWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointList,
  WebhookEndpointRemoval,
  WebhookEndpointUpdate,
  WebhookEndpointWithSecret,
} from '../schemas/webhook-endpoints.ts'
import { defineEndpoint } from './route.ts'

/** Webhook endpoints, and the events that they get. */
export const webhookRoutes = {
  listEvents: defineEndpoint({
    summary: 'List webhook events',
    description:
      'Newest first, with the deliveries to each webhook endpoint that wanted them; cursors work as in GET /charges. ' +
      'With `endpoint`, the last deliveries of one. Events are deleted after some time, unless a delivery failed for ' +
      'good.',
    method: 'GET',
    path: '/events',
    scopes: ['charges:read'],
    query: EventListQuery,
    reply: EventListReply,
    successStatuses: [200],
    errorStatuses: [400, 404],
    retryPolicy: 'safe',
  }),
  getEvent: defineEndpoint({
    summary: 'Fetch a webhook event',
    description:
      'With `event`, the body that is sent to the webhook, and the last answer of each endpoint: its status and the ' +
      'beginning of its body, in which secrets and e-mail addresses are replaced.',
    method: 'GET',
    path: '/events/:uuid',
    scopes: ['charges:read'],
    params: ['uuid'],
    reply: EventReply,
    successStatuses: [200],
    errorStatuses: [404],
    retryPolicy: 'safe',
  }),
  redeliverEvent: defineEndpoint({
    summary: 'Deliver an event again',
    description:
      'Delivers it now, with the same id, even if it was already delivered: to the endpoints that it was sent to, and ' +
      'to those that want it by now. The events of one charge keep their order: an event waits for undelivered earlier ' +
      'ones of its charge.',
    method: 'POST',
    path: '/events/:uuid/redeliver',
    scopes: ['settings'],
    role: 'decide',
    params: ['uuid'],
    reply: ListedEvent,
    successStatuses: [200],
    errorStatuses: [404],
    retryPolicy: 'safe',
  }),
  redeliverEventToEndpoint: defineEndpoint({
    summary: 'Deliver an event to one endpoint again',
    description:
      'Delivers it now, with the same id, even if that endpoint has it; the others get nothing. 404 for an endpoint that was ' +
      'never sent it and whose filter excludes it.',
    method: 'POST',
    path: '/webhook-endpoints/:uuid/events/:event/redeliver',
    scopes: ['settings'],
    role: 'decide',
    params: ['uuid', 'event'],
    reply: ListedEvent,
    successStatuses: [200],
    errorStatuses: [404],
    retryPolicy: 'safe',
  }),
  redeliverEvents: defineEndpoint({
    summary: 'Deliver events again',
    description:
      'For use after your receiver was down. Delivers now what was not delivered: the events that wait for their next ' +
      'attempt, and those whose delivery failed for good; with `endpoint`, those of one endpoint. An event that is being ' +
      'attempted, or was delivered, is not sent again. With `status=ALL` every event since a time, including those that ' +
      'were sent to no endpoint. The oldest 10,000: `next_since` is the `since` of the next call.',
    method: 'POST',
    path: '/events/redeliver',
    scopes: ['settings'],
    role: 'decide',
    query: RedeliverQuery,
    reply: RedeliverReply,
    successStatuses: [200],
    errorStatuses: [400, 404],
    retryPolicy: 'safe',
  }),
  addWebhookEndpoint: defineEndpoint({
    summary: 'Add a webhook endpoint',
    description:
      'In addition to those that the account has, for example for its accounting or for another shop. `events` selects ' +
      'types of events. `shop` limits it to charges that api-keys of this shop created, so that two shops of one ' +
      'account never get each other’s. The reply shows its signing secret only once. The other endpoints get ' +
      '`webhook.changing`. 409 if the account has 16, and for a url that another endpoint has, unless `allow_same_url` ' +
      'is true.',
    method: 'POST',
    path: '/webhook-endpoints',
    scopes: ['settings'],
    body: NewWebhookEndpoint,
    reply: WebhookEndpointWithSecret,
    successStatuses: [201],
    errorStatuses: [400, 409],
    retryPolicy: 'never',
  }),
  listWebhookEndpoints: defineEndpoint({
    summary: 'List webhook endpoints',
    description:
      'The oldest first. The one that POST /api-keys/charge-webhook sets is the `default`.',
    method: 'GET',
    path: '/webhook-endpoints',
    scopes: ['settings'],
    reply: WebhookEndpointList,
    successStatuses: [200],
    errorStatuses: [],
    retryPolicy: 'safe',
  }),
  getWebhookEndpoint: defineEndpoint({
    summary: 'Fetch a webhook endpoint',
    description: 'GET /events?endpoint= lists its last deliveries.',
    method: 'GET',
    path: '/webhook-endpoints/:uuid',
    scopes: ['settings'],
    params: ['uuid'],
    reply: WebhookEndpoint,
    successStatuses: [200],
    errorStatuses: [404],
    retryPolicy: 'safe',
  }),
  updateWebhookEndpoint: defineEndpoint({
    summary: 'Change a webhook endpoint',
    description:
      'Name, filter, shop and switch take effect immediately. While an endpoint is off, events are kept and not sent; POST ' +
      '/events/redeliver?status=ALL sends them later. A new url takes effect after `SETTINGS_DELAY_HOURS`, with a new ' +
      'secret that the reply shows only once; setting the present url cancels the change. All endpoints of the account ' +
      'get `webhook.changing`, regardless of their filters.',
    method: 'POST',
    path: '/webhook-endpoints/:uuid',
    scopes: ['settings'],
    params: ['uuid'],
    body: WebhookEndpointUpdate,
    reply: WebhookEndpointWithSecret,
    successStatuses: [200],
    errorStatuses: [400, 404, 409],
    retryPolicy: 'never',
  }),
  removeWebhookEndpoint: defineEndpoint({
    summary: 'Remove a webhook endpoint',
    description:
      'Takes effect after `SETTINGS_DELAY_HOURS`; until then, setting its url cancels the removal. To stop its calls ' +
      'immediately, switch it off. Deliveries that wait then have failed; its events keep its name.',
    method: 'POST',
    path: '/webhook-endpoints/:uuid/remove',
    scopes: ['settings'],
    params: ['uuid'],
    reply: WebhookEndpointRemoval,
    successStatuses: [200],
    errorStatuses: [404],
    retryPolicy: 'safe',
  }),
  rotateWebhookSecret: defineEndpoint({
    summary: 'Create a new signing secret for a webhook endpoint',
    description:
      'The reply shows the new secret only once, so store it. The old secret keeps signing too, for ' +
      '`SETTINGS_DELAY_HOURS` and for at least 24 hours: until `earlierSecretUntil`. The endpoints get `webhook.changing`, with the same url twice. ' +
      '409 while two earlier secrets still sign: none is dropped before its time.',
    method: 'POST',
    path: '/webhook-endpoints/:uuid/rotate-secret',
    scopes: ['settings'],
    params: ['uuid'],
    reply: WebhookEndpointWithSecret,
    successStatuses: [200],
    errorStatuses: [404, 409],
    retryPolicy: 'never',
  }),
  triggerEvent: defineEndpoint({
    summary: 'Send a sample of an event',
    description:
      'Sends this document’s sample of the type (`webhooks`), with a new id and time, to the endpoints of the test ' +
      'account that want it. It is signed, repeated and listed like any event, with `livemode: false`. It reports ' +
      'nothing that has happened: its charge is a 404. Only with a test key: a live one gets 403.',
    method: 'POST',
    path: '/events/trigger',
    scopes: ['settings'],
    role: 'decide',
    body: EventTrigger,
    reply: ListedEvent,
    successStatuses: [201],
    errorStatuses: [400],
    retryPolicy: 'never',
  }),
  testWebhookEndpoint: defineEndpoint({
    summary: 'Test a webhook endpoint',
    description:
      'Sends `webhook.test` to it, whether it is on or off. GET /events/:uuid shows the result, with the reason for a ' +
      'failure.',
    method: 'POST',
    path: '/webhook-endpoints/:uuid/test',
    scopes: ['settings'],
    role: 'decide',
    params: ['uuid'],
    reply: ListedEvent,
    successStatuses: [201],
    errorStatuses: [404],
    retryPolicy: 'never',
  }),
}
