import type { Context, Hono } from 'hono'
import type { Route, RouteOutput } from '../../../api/routes/route.ts'
import { isScopeGranted, type Scope } from '../../../api/routes/scope.ts'
import { isJsonContentType, parseJsonText, readJsonText } from '../../../api/server/body.ts'
import {
  type BodyOutput,
  type QueryOutput,
  readFields,
  readParams,
  readQuery,
} from '../../../api/server/read-call.ts'
import { PayError } from '../../../errors.ts'
import type { AuthenticatedKey, Author, MerchantAccount } from '../../domain/accounts/accounts.ts'
import { findKey } from '../accounts/api-key.ts'
import { formBodyLimit } from './body.ts'
import type { Env, ServiceContext } from './context.ts'
import { readForm } from './form.ts'

/** A call that was authenticated and parsed. */
export interface EndpointCall<R extends Route> {
  account: MerchantAccount
  /** The author of the call, for the audit log. */
  author: Author
  /** The scopes of the api-key. */
  scopes: readonly Scope[]
  params: Record<R['params'][number], string>
  query: QueryOutput<R>
  body: BodyOutput<R>
  /** The file that was sent with a form. */
  attachment: File | undefined
  /** The body before validation, for its hash. */
  raw: unknown
  /** Warnings about ignored fields of the body, for replies that have them. */
  warnings: readonly string[]
  header: (name: string) => string | undefined
}

/** The reply of an endpoint: a status of its route, and the body as a value or as JSON text. */
export type EndpointReply<R extends Route> = {
  status: 200 | 201
  body: RouteOutput<R> | { json: string }
}

/**
 * Registers one route of the contract: authenticates the api-key, checks its scopes, parses params, query and body by the
 * route's schemas, and replies with the result of `handler`. Errors are thrown, and turned into replies in one place.
 */
export function registerEndpoint<R extends Route>(
  app: Hono<Env>,
  context: ServiceContext,
  route: R,
  handler: (call: EndpointCall<R>) => Promise<EndpointReply<R>>,
): void {
  if (route.encoding === 'multipart') app.on(route.method, route.path, formBodyLimit)
  app.on(route.method, route.path, async (c) => {
    const key = await authenticate(c, context)
    requireScope(key, route)
    const { account } = key
    const author = { keyId: key.id, requestId: c.get('requestId') }
    const params = readParams(route, c.req.param())
    const query = readQuery(route, c.req.url)
    const { raw, attachment } = await readBody(c.req.raw, route)
    const { body, warnings } = readFields(route, raw)
    const header = (name: string) => c.req.header(name)
    const { scopes } = key
    const call = { account, author, scopes, params, query, body, raw, warnings, attachment, header }
    const reply = await handler(call)
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
  if (!route.body) return { raw: await readNoBody(request, route), attachment: undefined }
  if (route.encoding !== 'multipart')
    return { raw: parseJsonText(await readJsonText(request)), attachment: undefined }
  const { fields, attachment } = await readForm(request)
  return { raw: fields, attachment }
}

/** Reads the body of a call that needs none: some clients send `{}`. */
async function readNoBody(request: Request, { method }: Route): Promise<unknown> {
  if (method === 'GET' || request.body === null) return undefined
  if (request.headers.get('content-length') === '0') return undefined
  return isJsonContentType(request.headers.get('content-type'))
    ? parseJsonText(await readJsonText(request))
    : undefined
}

async function authenticate(c: Context<Env>, context: ServiceContext): Promise<AuthenticatedKey> {
  const apiKey = c.req.header('api-key')
  if (!apiKey) {
    throw new PayError('unauthenticated', 'The header api-key is missing: send your API key in it.')
  }
  const { store, log } = context
  const key = await findKey(c, context)
  // Only the holder of the whole key learns that it was once valid.
  if (key?.status !== 'valid') {
    const reason = key?.status === 'expired' ? 'has expired' : 'was revoked'
    throw new PayError(
      'unauthenticated',
      key ? `The api-key ${reason}.` : 'There is no such api-key.',
    )
  }
  // The call does not wait for it.
  if (key.isUseDue)
    store
      .recordKeyUse(key.id)
      .catch((err) => log.warn({ err }, 'The use of an api-key could not be recorded.'))
  return key
}

/** The only check of scopes. It comes before the parameters: a caller without the scope learns nothing about the input. */
function requireScope({ scopes }: AuthenticatedKey, route: Route): void {
  if (isScopeGranted(scopes, route.scopes)) return
  const requiredScopes = route.scopes.join(' or ')
  throw new PayError(
    'forbidden',
    `The api-key lacks the scope ${requiredScopes}: it has ${scopes.join(', ')}.`,
  )
}
