import type { Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import { Hash, Uuid } from '../../api/fields.ts'
import type { Output, Route } from '../../api/route.ts'
import { PayError } from '../../errors.ts'
import type { Account } from '../domain/records.ts'
import { boundedBody, boundedForm, isJson, readJson } from './body.ts'
import type { Env, ServiceContext } from './context.ts'
import { refuse } from './errors.ts'
import { isForm, readForm } from './form.ts'
import { invalid, validate } from './validate.ts'

/** A call that was let in and read. */
export interface Call<R extends Route> {
  account: Account
  params: Record<R['params'][number], string>
  query: R['query'] extends z.ZodMiniType ? z.output<R['query']> : undefined
  body: R['body'] extends z.ZodMiniType ? z.output<R['body']> : undefined
  /** Of a form: the file that came with it. */
  attachment: File | undefined
  /** The body as it came, for its fingerprint. */
  raw: unknown
  header: (name: string) => string | undefined
}

/** What an endpoint answers: a status of its route, and the body as a value or as JSON text. */
export type Reply<R extends Route> = { status: 200 | 201; body: Output<R> | { json: string } }

/**
 * Serves one route of the contract: lets in by the api-key, reads params and body by the route's schemas, and
 * answers with what `handle` gives. Faults are thrown, and answered in one place.
 */
export function endpoint<R extends Route>(
  app: Hono<Env>,
  context: ServiceContext,
  route: R,
  handle: (call: Call<R>) => Promise<Reply<R>>,
): void {
  const form = route.encoding === 'multipart'
  app.on(route.method, route.path, form ? boundedForm : boundedBody, async (c) => {
    const account = await authenticate(c, context)
    const params = readParams(c, route) as Call<R>['params']
    const query = (route.query ? readQuery(c, route.query) : undefined) as Call<R>['query']
    const type = c.req.header('content-type')
    if (route.body && !(form ? isForm(type) : isJson(type))) {
      const wanted = form ? 'multipart/form-data' : 'application/json'
      return refuse(c, 'unsupported_media_type', `Send the body as Content-Type: ${wanted}.`)
    }
    const { raw, attachment } = await readBody(c.req.raw, route)
    const body = (route.body ? validate(route.body, raw) : undefined) as Call<R>['body']
    const header = (name: string) => c.req.header(name)
    const reply = await handle({ account, params, query, body, raw, attachment, header })
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

/** A parameter that is there twice has no one value: to take the first would hide a mistake. */
function readQuery(c: Context<Env>, schema: z.ZodMiniType): unknown {
  const given = Object.entries(c.req.queries())
  const [twice] = given.find(([, values]) => values.length > 1) ?? []
  if (twice !== undefined) throw invalid(twice.slice(0, 80), 'is given twice')
  return validate(schema, Object.fromEntries(given.map(([name, [value]]) => [name, value])))
}

async function authenticate(c: Context<Env>, context: ServiceContext): Promise<Account> {
  const apiKey = c.req.header('api-key')
  if (!apiKey) {
    throw new PayError('unauthenticated', 'The header api-key is missing: send your API key in it.')
  }
  const account = await context.store.accountOfKey(apiKey)
  if (account) return account
  throw new PayError('unauthenticated', 'The api-key is not valid: it is unknown or was revoked.')
}

/** Path parameters are UUIDs, but for hashes; what is none names nothing, which the interface answers by 404. */
function readParams(c: Context<Env>, route: Route): Record<string, string> {
  const params: Record<string, string> = {}
  for (const name of route.params) {
    const text = c.req.param(name) ?? ''
    const isHash = name === 'hash'
    if (!(isHash ? Hash : Uuid).safeParse(text).success) {
      const wanted = isHash ? 'a transaction hash' : 'a UUID'
      throw new PayError('not_found', `Nothing is here: ${name} must be ${wanted}.`, {
        field: name,
      })
    }
    params[name] = text.toLowerCase()
  }
  return params
}
