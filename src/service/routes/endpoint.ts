import type { Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import type { Route, RouteOutput } from '../../api/routes/route.ts'
import { Hash, Uuid } from '../../api/schemas/fields.ts'
import { PayError } from '../../errors.ts'
import type { MerchantAccount } from '../domain/records.ts'
import { formBodyLimit, isJsonContentType, jsonBodyLimit, readJson } from './body.ts'
import type { Env, ServiceContext } from './context.ts'
import { replyWithError } from './errors.ts'
import { isFormContentType, readForm } from './form.ts'
import { createFieldError, validate } from './validate.ts'

/** A call that was authenticated and parsed. */
export interface EndpointCall<R extends Route> {
  account: MerchantAccount
  params: Record<R['params'][number], string>
  query: R['query'] extends z.ZodMiniType ? z.output<R['query']> : undefined
  body: R['body'] extends z.ZodMiniType ? z.output<R['body']> : undefined
  /** The file that was sent with a form. */
  attachment: File | undefined
  /** The body before validation, for its hash. */
  raw: unknown
  header: (name: string) => string | undefined
}

/** The reply of an endpoint: a status of its route, and the body as a value or as JSON text. */
export type EndpointReply<R extends Route> = {
  status: 200 | 201
  body: RouteOutput<R> | { json: string }
}

/**
 * Registers one route of the contract: authenticates the api-key, parses params, query and body by the route's schemas,
 * and replies with the result of `handler`. Errors are thrown, and turned into replies in one place.
 */
export function registerEndpoint<R extends Route>(
  app: Hono<Env>,
  context: ServiceContext,
  route: R,
  handler: (call: EndpointCall<R>) => Promise<EndpointReply<R>>,
): void {
  const isMultipart = route.encoding === 'multipart'
  app.on(route.method, route.path, isMultipart ? formBodyLimit : jsonBodyLimit, async (c) => {
    const account = await authenticate(c, context)
    const params = readParams(c, route) as EndpointCall<R>['params']
    const query = (route.query ? readQuery(c, route.query) : undefined) as EndpointCall<R>['query']
    const contentType = c.req.header('content-type')
    if (
      route.body &&
      !(isMultipart ? isFormContentType(contentType) : isJsonContentType(contentType))
    ) {
      const wanted = isMultipart ? 'multipart/form-data' : 'application/json'
      return replyWithError(
        c,
        'unsupported_media_type',
        `Send the body as Content-Type: ${wanted}.`,
      )
    }
    const { raw, attachment } = await readBody(c.req.raw, route)
    const body = (route.body ? validate(route.body, raw) : undefined) as EndpointCall<R>['body']
    const header = (name: string) => c.req.header(name)
    const reply = await handler({ account, params, query, body, raw, attachment, header })
    if (typeof reply.body === 'object' && reply.body !== null && 'json' in reply.body) {
      return c.body(reply.body.json, reply.status, { 'content-type': 'application/json' })
    }
    return c.json(reply.body as object, reply.status)
  })
}

async function readBody(
  request: Request,
  route: Route,
): Promise<{ raw: unknown; attachment: File | undefined }> {
  if (!route.body) return { raw: undefined, attachment: undefined }
  if (route.encoding !== 'multipart') return { raw: await readJson(request), attachment: undefined }
  const { fields, attachment } = await readForm(request)
  return { raw: fields, attachment }
}

/** Reads the query. Refuses a parameter that is given twice: taking one of its values would hide a mistake. */
function readQuery(c: Context<Env>, schema: z.ZodMiniType): unknown {
  const given = Object.entries(c.req.queries())
  const [repeatedName] = given.find(([, values]) => values.length > 1) ?? []
  if (repeatedName !== undefined)
    throw createFieldError(repeatedName.slice(0, 80), 'is given twice')
  return validate(schema, Object.fromEntries(given.map(([name, [value]]) => [name, value])))
}

async function authenticate(c: Context<Env>, context: ServiceContext): Promise<MerchantAccount> {
  const apiKey = c.req.header('api-key')
  if (!apiKey) {
    throw new PayError('unauthenticated', 'The header api-key is missing: send your API key in it.')
  }
  const account = await context.store.getAccountByApiKey(apiKey)
  if (account) return account
  throw new PayError('unauthenticated', 'The api-key is not valid: it is unknown or was revoked.')
}

/** Reads the path parameters: UUIDs and hashes. Anything else names nothing, for which the interface requires a 404. */
function readParams(c: Context<Env>, route: Route): Record<string, string> {
  const params: Record<string, string> = {}
  for (const name of route.params) {
    const text = c.req.param(name) ?? ''
    const isHash = name === 'hash'
    if (!(isHash ? Hash : Uuid).safeParse(text).success) {
      const wanted = isHash ? 'a transaction hash' : 'a UUID'
      throw new PayError('not_found', `Nothing was found: ${name} must be ${wanted}.`, {
        field: name,
      })
    }
    params[name] = text.toLowerCase()
  }
  return params
}
