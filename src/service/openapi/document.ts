import type * as z from 'zod/mini'
import { visibleAsciiPattern } from '../../api/formats.ts'
import { parameterTexts } from '../../api/routes/parameter-texts.ts'
import type { Route, RouteTexts } from '../../api/routes/route.ts'
import { type RouteName, routeGroups } from '../../api/routes/routes.ts'
import type { EventType } from '../../api/schemas/events.ts'
import { pathParameters } from '../../api/schemas/path-parameters.ts'
import { ChargeEventType, RefundEventType } from '../../api/schemas/webhook.ts'
import { documentDescription } from './description.ts'
import {
  buildErrorComponents,
  buildErrorResponses,
  componentHeaders,
  requestIdHeader,
} from './errors.ts'
import recorded from './examples/recorded.json' with { type: 'json' }
import { eventSamples } from './examples/webhooks.ts'
import {
  buildComponentSchemas,
  createSchemaReference,
  type JsonObject,
  toInlineSchema,
  toSchema,
} from './schemas.ts'

/** Returns the contract as an OpenAPI 3.1 document, built from the same schemas and routes that the service uses. */
export function buildOpenApiDocument(): JsonObject {
  const paths: Record<string, JsonObject> = {}
  for (const { name: tag, routes } of routeGroups) {
    for (const [name, route] of Object.entries(routes) as [RouteName, DescribedRoute][]) {
      const path = route.path.replace(/:(\w+)/g, '{$1}')
      const operation = buildOperation(name, tag, route)
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
    }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Payment charges and payment requests',
      version: '1.0.0',
      description: documentDescription,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service.' }],
    tags: routeGroups.map(({ name, description }) => ({ name, description })),
    security: [{ apiKey: [] }],
    paths,
    webhooks: {
      chargeEvent: { post: chargeEventOperation },
      unmatchedEvent: { post: unmatchedEventOperation },
      refundEvent: { post: refundEventOperation },
      misdirectedEvent: { post: misdirectedEventOperation },
      walletChangingEvent: { post: walletChangingEventOperation },
      toleranceChangingEvent: { post: toleranceChangingEventOperation },
      webhookChangingEvent: { post: webhookChangingEventOperation },
      keyGrantedEvent: { post: keyGrantedEventOperation },
      webhookTestEvent: { post: webhookTestEventOperation },
    },
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'api-key' } },
      headers: componentHeaders,
      responses: buildErrorComponents(),
      schemas: buildComponentSchemas(),
    },
  }
}

type DescribedRoute = Route & RouteTexts

/** The calls and replies of one shop's day on a real chain, recorded by `npm run examples`. */
const examples: Record<RouteName, { body?: unknown; reply: unknown }> = recorded

function buildOperation(name: RouteName, tag: string, route: DescribedRoute): JsonObject {
  const { summary, description } = route
  const scopes = [...route.scopes, 'admin'].filter((scope, at, list) => list.indexOf(scope) === at)
  const parameters = buildParameters(route)
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: `${description} Scope: ${scopes.join(' or ')}.`,
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: buildRequestBody(route.body, route, examples[name]?.body) }),
    responses: { ...buildSuccessResponses(name, route), ...buildErrorResponses(route) },
  }
}

function buildParameters(route: Route): JsonObject[] {
  const path = route.params.map((name) =>
    buildParameter(name, 'path', true, toSchema(pathParameters[name])),
  )
  const { properties = {}, required = [] } = route.query
    ? (toInlineSchema(route.query) as {
        properties?: Record<string, JsonObject>
        required?: string[]
      })
    : {}
  const query = Object.entries(properties).map(([name, schema]) =>
    buildParameter(name, 'query', required.includes(name), name === 'limit' ? limitSchema : schema),
  )
  return [...path, ...query, ...(route.retryPolicy === 'key' ? [idempotencyKeyParameter] : [])]
}

function buildParameter(
  name: string,
  place: string,
  required: boolean,
  schema: JsonObject,
): JsonObject {
  return {
    name,
    in: place,
    required,
    description: (parameterTexts as Record<string, string>)[name],
    schema,
  }
}

/** Written by hand, because the schema of the query has `limit` as text. */
const limitSchema: JsonObject = { type: 'integer', minimum: 1, maximum: 100, default: 25 }

const idempotencyKeyParameter: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the call safe to repeat: the same key with the same body gets the same reply.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: visibleAsciiPattern.source },
}

function buildRequestBody(body: z.ZodMiniType, route: Route, example: unknown): JsonObject {
  if (route.encoding !== 'multipart') {
    return { required: true, content: { 'application/json': { schema: toSchema(body), example } } }
  }
  const attachment = {
    type: 'string',
    format: 'binary',
    description: 'A document for the payer, at most 5 MiB.',
  }
  const schema = { allOf: [toSchema(body), { type: 'object', properties: { attachment } }] }
  return { required: true, content: { 'multipart/form-data': { schema, example } } }
}

function buildSuccessResponses(name: RouteName, route: Route): JsonObject {
  const json = { schema: toSchema(route.reply), example: examples[name]?.reply }
  const content = route.fileTypes
    ? Object.fromEntries(
        route.fileTypes.map((type) => [type, type === 'text/csv' ? csvContent : json]),
      )
    : { 'application/json': json }
  const descriptions: Record<number, string> = { 200: 'The call succeeded.', 201: 'Created.' }
  return Object.fromEntries(
    route.successStatuses.map((status) => [
      status,
      { description: descriptions[status], headers: requestIdHeader, content },
    ]),
  )
}

/** A table, whose columns are the fields of the JSON lines. */
const csvContent: JsonObject = { schema: { type: 'string' } }

const chargeEventOperation = buildEventOperation(
  'chargeEvent',
  'A charge changed its status',
  'ChargeEvent',
  ChargeEventType.options,
)
const refundEventOperation = buildEventOperation(
  'refundEvent',
  'A step of a refund',
  'RefundEvent',
  RefundEventType.options,
)
const unmatchedEventOperation = buildEventOperation(
  'unmatchedEvent',
  'A transfer arrived that could not be matched to a charge',
  'UnmatchedEvent',
  ['payment:unmatched'],
)

const misdirectedEventOperation = buildEventOperation(
  'misdirectedEvent',
  'A payer’s wallet named a charge but paid another address',
  'MisdirectedEvent',
  ['payment:misdirected'],
)

const walletChangingEventOperation = buildEventOperation(
  'walletChangingEvent',
  'Another receiving wallet will take effect',
  'WalletChangingEvent',
  ['wallet.changing'],
)
const toleranceChangingEventOperation = buildEventOperation(
  'toleranceChangingEvent',
  'A larger tolerance of underpayments will take effect',
  'ToleranceChangingEvent',
  ['tolerance.changing'],
)
const webhookChangingEventOperation = buildEventOperation(
  'webhookChangingEvent',
  'A webhook endpoint is added, changes or is removed; sent to every endpoint as it was before',
  'WebhookChangingEvent',
  ['webhook.changing'],
)
const keyGrantedEventOperation = buildEventOperation(
  'keyGrantedEvent',
  'A key was made at the desk, or a person has another role there',
  'KeyGrantedEvent',
  ['key.granted'],
)
const webhookTestEventOperation = buildEventOperation(
  'webhookTestEvent',
  'A test of an endpoint: POST /webhook-endpoints/:uuid/test',
  'WebhookTestEvent',
  ['webhook.test'],
)

function buildEventOperation(
  operationId: string,
  summary: string,
  schema: string,
  types: readonly EventType[],
): JsonObject {
  const header = (name: string, text: string) => ({
    name,
    in: 'header',
    required: true,
    description: text,
    schema: { type: 'string' },
  })
  const examples = Object.fromEntries(types.map((type) => [type, { value: eventSamples[type] }]))
  return {
    operationId,
    tags: ['Webhooks'],
    summary,
    description: 'Sent to the webhook endpoints that want it; see POST /webhook-endpoints.',
    security: [],
    parameters: [
      header('webhook-id', 'The id of the event, the same at each attempt.'),
      header('webhook-timestamp', 'The time of this attempt, in Unix seconds.'),
      header('webhook-signature', 'v1, and the HMAC-SHA256 of id, timestamp and body, in base64.'),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: createSchemaReference(schema), examples } },
    },
    responses: {
      '2XX': { description: 'Your backend has the event.' },
      '4XX': { description: 'With any status other than 2xx, the service sends the event again.' },
    },
  }
}
