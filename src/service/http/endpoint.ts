import type { Context, Hono } from 'hono'
import { uuidPattern } from '../../api/formats.ts'
import type { Route, RouteOutput } from '../../api/routes/route.ts'
import { isScopeGranted } from '../../api/routes/scope.ts'
import { isJsonContentType, parseJsonText, readJsonText } from '../../api/server/body.ts'
import {
  type BodyOutput,
  type QueryOutput,
  readFields,
  readParams,
  readQuery,
} from '../../api/server/read-call.ts'
import { PayError } from '../../errors.ts'
import { getRouteRole, includesRole } from '../accounts/desk-roles.ts'
import type { ModeStore } from '../accounts/store/modes.ts'
import { createOtherModeError } from '../chain/rules/modes.ts'
import { formBodyLimit } from './body.ts'
import type { EndpointContext, Env, Identity } from './context.ts'
import { readForm } from './form.ts'

/** The stores that these routes use. */
type Stores = ModeStore

/** The most ids of a call that are looked for in the other mode. */
const maxNamed = 8

/** The parsed input of a call. */
export interface CallInput<R extends Route> {
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

/** A call that was authenticated and parsed. */
export type EndpointCall<R extends Route> = Identity & CallInput<R>

/** The reply of an endpoint: a status of its route, and the body as a value or as JSON text; or a file. */
export type EndpointReply<R extends Route> =
  | { status: 200 | 201; body: RouteOutput<R> | { json: string } }
  | { status: 200; file: ReadableStream<Uint8Array>; headers: Record<string, string> }

/**
 * Registers one route about an account: identifies the caller, checks its scopes, parses params, query and body by the
 * route's schemas, and replies with the result of `handler`. Errors are thrown, and turned into replies in one place.
 */
export function registerEndpoint<R extends Route>(
  app: Hono<Env>,
  { identify, store }: Pick<EndpointContext<Stores>, 'identify'> & { store: ModeStore },
  route: R,
  handler: (call: EndpointCall<R>) => Promise<EndpointReply<R>>,
): void {
  if (route.encoding === 'multipart') app.on(route.method, route.path, formBodyLimit)
  app.on(route.method, route.path, async (c) => {
    const identity = await identify(c)
    requireScope(identity, route)
    const call = await readCall(c, route)
    try {
      return sendReply(c, await handler({ ...identity, ...call }))
    } catch (cause) {
      throw await explainMode(cause, store, identity, call)
    }
  })
}

/** Returns the error for a call that names an object of its merchant in the other mode; any other error unchanged. */
async function explainMode(
  cause: unknown,
  store: ModeStore,
  { account }: Identity,
  { params, body }: { params: object; body: unknown },
): Promise<unknown> {
  if (!(cause instanceof PayError) || cause.code !== 'not_found') return cause
  const named = [...Object.values(params), ...Object.values(Object(body) as object)]
  const ids = named.filter((value) => typeof value === 'string' && uuidPattern.test(value))
  const kind = await store.findInOtherMode(account.id, ids.slice(0, maxNamed))
  return kind === undefined ? cause : createOtherModeError(kind, account)
}

/** Registers one route of the operator that is about no account. It belongs to the operator's app alone. */
export function registerOperatorEndpoint<R extends Route>(
  app: Hono<Env>,
  route: R,
  handler: (call: CallInput<R>) => Promise<EndpointReply<R>>,
): void {
  app.on(route.method, route.path, async (c) =>
    sendReply(c, await handler(await readCall(c, route))),
  )
}

async function readCall<R extends Route>(c: Context<Env>, route: R): Promise<CallInput<R>> {
  const params = readParams(route, c.req.param())
  const query = readQuery(route, c.req.url)
  const { raw, attachment } = await readBody(c.req.raw, route)
  const { body, warnings } = readFields(route, raw)
  const header = (name: string) => c.req.header(name)
  return { params, query, body, raw, warnings, attachment, header }
}

function sendReply<R extends Route>(c: Context<Env>, reply: EndpointReply<R>): Response {
  if ('file' in reply) return c.body(reply.file, reply.status, reply.headers)
  const { status, body } = reply
  if (typeof body === 'object' && body !== null && 'json' in body)
    return c.body(body.json, status, { 'content-type': 'application/json' })
  return c.json(body as object, status)
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

/** The only check of scopes. It comes before the parameters: a caller without the scope learns nothing about the input. */
function requireScope({ scopes, role }: Identity, route: Route): void {
  if (role !== undefined) {
    const wanted = getRouteRole(route)
    if (includesRole(role, wanted)) return
    throw new PayError('forbidden', `This takes the role ${wanted}: yours is ${role}.`)
  }
  if (isScopeGranted(scopes, route.scopes)) return
  const requiredScopes = route.scopes.join(' or ')
  throw new PayError(
    'forbidden',
    `The api-key lacks the scope ${requiredScopes}: it has ${scopes.join(', ')}.`,
  )
}
