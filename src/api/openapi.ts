import type * as z from 'zod/mini'
import { componentHeaders, errorResponses, failures, requestIdHeader } from './openapi-errors.ts'
import { eventExample, examples, unmatchedEventExample } from './openapi-examples.ts'
import { componentSchemas, type Json, reference, schemaOf } from './openapi-schemas.ts'
import { description, parameterTexts, type RouteName, routeTexts, tags } from './openapi-texts.ts'
import type { Route } from './route.ts'
import { routes } from './routes.ts'

/** The contract as an OpenAPI 3.1 document, made from the schemas and the route table that also serve it. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Payment charges and payment requests',
      version: '1.0.0',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service.' }],
    tags,
    security: [{ apiKey: [] }],
    paths,
    webhooks: {
      chargeEvent: { post: chargeEventOperation },
      unmatchedEvent: { post: unmatchedEventOperation },
    },
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'api-key' } },
      headers: componentHeaders,
      responses: errorResponses(),
      schemas: componentSchemas(),
    },
  }
}

function operation(name: RouteName, route: Route): Json {
  const { tag, ...texts } = routeTexts[name]
  const parameters = parametersOf(route)
  return {
    operationId: name,
    tags: [tag],
    ...texts,
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: requestBody(route.body, route, examples[name].body) }),
    responses: { ...successes(name, route), ...failures(route) },
  }
}

function parametersOf(route: Route): Json[] {
  const path = route.params.map((name) =>
    parameter(name, 'path', true, reference(name === 'hash' ? 'Hash' : 'Uuid')),
  )
  const { properties = {}, required = [] } = route.query
    ? (schemaOf(route.query) as { properties?: Record<string, Json>; required?: string[] })
    : {}
  const query = Object.entries(properties).map(([name, schema]) =>
    parameter(name, 'query', required.includes(name), name === 'limit' ? limit : schema),
  )
  return [...path, ...query, ...(route.repeat === 'key' ? [idempotencyKey] : [])]
}

function parameter(name: string, place: string, required: boolean, schema: Json): Json {
  return { name, in: place, required, description: parameterTexts[name], schema }
}

/** In a query it travels as text, whatever its type. */
const limit: Json = { type: 'integer', minimum: 1, maximum: 100, default: 25 }

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes the call safe to repeat: the same key and body are answered alike.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
}

function requestBody(body: z.ZodMiniType, route: Route, example: unknown): Json {
  if (route.encoding !== 'multipart') {
    return { required: true, content: { 'application/json': { schema: schemaOf(body), example } } }
  }
  const attachment = {
    type: 'string',
    format: 'binary',
    description: 'A document for the payer, 5 MiB at most.',
  }
  const schema = { allOf: [schemaOf(body), { type: 'object', properties: { attachment } }] }
  return { required: true, content: { 'multipart/form-data': { schema, example } } }
}

function successes(name: RouteName, route: Route): Json {
  const content = {
    'application/json': { schema: schemaOf(route.reply), example: examples[name].reply },
  }
  const said: Record<number, string> = { 200: 'As asked.', 201: 'Created.' }
  return Object.fromEntries(
    route.success.map((status) => [
      status,
      { description: said[status], headers: requestIdHeader, content },
    ]),
  )
}

const chargeEventOperation = eventOperation(
  'chargeEvent',
  'A charge came to another state',
  'ChargeEvent',
  eventExample,
)
const unmatchedEventOperation = eventOperation(
  'unmatchedEvent',
  'Money came that no charge can claim by proof',
  'UnmatchedEvent',
  unmatchedEventExample,
)

function eventOperation(
  operationId: string,
  summary: string,
  schema: string,
  example: unknown,
): Json {
  const header = (name: string, text: string) => ({
    name,
    in: 'header',
    required: true,
    description: text,
    schema: { type: 'string' },
  })
  return {
    operationId,
    tags: ['Webhooks'],
    summary,
    description: 'Sent to the address that POST /api-keys/charge-webhook set.',
    security: [],
    parameters: [
      header('webhook-id', 'Names the event; the same at every try.'),
      header('webhook-timestamp', 'Unix seconds of this try.'),
      header('webhook-signature', 'v1, and the HMAC-SHA256 of id, timestamp and body, in base64.'),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: reference(schema), example } },
    },
    responses: {
      '2XX': { description: 'Taken.' },
      '4XX': { description: 'Anything but 2xx: it is sent again.' },
    },
  }
}
