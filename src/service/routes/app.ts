import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { requestId } from 'hono/request-id'
import { matchedRoutes } from 'hono/route'
import { attachmentRoute } from './attachments.ts'
import { chargeRoutes } from './charges.ts'
import type { Env, ServiceContext } from './context.ts'
import { answerError, refuse } from './errors.ts'
import { paymentRoutes } from './payments.ts'
import { requestRoutes } from './requests.ts'
import { settingsRoutes } from './settings.ts'
import { unmatchedRoutes } from './unmatched.ts'

/** The service as one function from Request to Response. `rooms` come first: what they use goes before every route. */
export function createApp(
  context: ServiceContext,
  rooms: readonly ((app: Hono<Env>) => void)[] = [],
): Hono<Env> {
  const app = new Hono<Env>()
  // Taken from the caller when it is letters, digits, -, _ and =, at most 255: it goes into the log.
  app.use(requestId())
  app.use(async (c, next) => {
    const started = performance.now()
    await next()
    const ms = Math.round(performance.now() - started)
    const { method } = c.req
    // The route's pattern: a path holds ids that open a charge or an attachment to whoever reads the log.
    const route = matchedPattern(c)
    context.log.info(
      { requestId: c.get('requestId'), method, route, status: c.res.status, ms },
      'answered',
    )
  })
  app.use(safeHeaders)
  app.onError((error, c) =>
    answerError(c, error, (err, message) =>
      context.log.error({ err, requestId: c.get('requestId') }, message),
    ),
  )
  for (const room of rooms) room(app)
  chargeRoutes(app, context)
  paymentRoutes(app, context)
  requestRoutes(app, context)
  unmatchedRoutes(app, context)
  attachmentRoute(app, context)
  settingsRoutes(app, context)
  refuseOtherMethods(app)
  app.notFound((c) => refuse(c, 'not_found', `There is no ${c.req.method} ${c.req.path}.`))
  return app
}

/** The pattern of the route that answered, such as `/charges/:id`; `none` where none did. */
export function matchedPattern(c: Context<Env>): string {
  return matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path ?? 'none'
}

/** What every answer carries: nobody keeps it unless its route says so, and nobody takes it for another type. */
const safeHeaders: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
  c.header('x-content-type-options', 'nosniff')
}

/** A known path with another method is 405, and says which ones there are (RFC 9110 section 15.5.6). */
function refuseOtherMethods(app: Hono<Env>): void {
  const allowed = new Map<string, Set<string>>()
  for (const { path, method } of app.routes) {
    if (method === 'ALL') continue
    const methods = allowed.get(path) ?? new Set()
    // Hono answers HEAD wherever it answers GET.
    for (const one of method === 'GET' ? ['GET', 'HEAD'] : [method]) methods.add(one)
    allowed.set(path, methods)
  }
  for (const [path, methods] of allowed) {
    const allow = [...methods].join(', ')
    app.all(path, (c) => {
      c.header('allow', allow)
      return refuse(c, 'method_not_allowed', `${c.req.path} takes ${allow} only.`)
    })
  }
}
