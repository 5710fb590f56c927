import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { requestId } from 'hono/request-id'
import { matchedRoutes } from 'hono/route'
import type { Logger } from 'pino'
import type { Env } from './context.ts'
import { handleError, replyWithError } from './errors.ts'

/**
 * Creates an app without the routes of the API, a function from Request to Response.
 *
 * @param plugins register routes and middleware, each after the one before
 * @param describeMissing returns the message for a path without a route. @default that there is none
 */
export function createBaseApp(
  log: Logger,
  plugins: readonly ((app: Hono<Env>) => void)[],
  describeMissing = (method: string, path: string) => `There is no ${method} ${path}.`,
): Hono<Env> {
  const app = new Hono<Env>()
  // Accepts an id from the caller only with letters, digits, -, _ and =, at most 255 characters: it is logged.
  app.use(requestId())
  app.use(async (c, next) => {
    const startedAt = performance.now()
    await next()
    const ms = Math.round(performance.now() - startedAt)
    const { method } = c.req
    // Logs the route's pattern, not the path: its ids would give readers of the log access to charges and
    // attachments.
    const route = getRoutePattern(c)
    log.info({ requestId: c.get('requestId'), method, route, status: c.res.status, ms }, 'answered')
  })
  app.use(securityHeaders)
  app.onError((error, c) =>
    handleError(c, error, (err, message) =>
      log.error({ err, requestId: c.get('requestId') }, message),
    ),
  )
  for (const registerPlugin of plugins) registerPlugin(app)
  rejectOtherMethods(app)
  app.notFound((c) => replyWithError(c, 'not_found', describeMissing(c.req.method, c.req.path)))
  return app
}

/** Returns the pattern of the route that replied, such as `/charges/:id`; `none` if no route did. */
export function getRoutePattern(c: Context<Env>): string {
  return matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path ?? 'none'
}

/** Sets headers on every reply: no caching unless the route allows it, and no guessing of the content type. */
const securityHeaders: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
  c.header('x-content-type-options', 'nosniff')
}

/** Replies 405 to a known path with another method, and lists the allowed methods (RFC 9110 section 15.5.6). */
function rejectOtherMethods(app: Hono<Env>): void {
  const allowed = new Map<string, Set<string>>()
  for (const { path, method } of app.routes) {
    if (method === 'ALL') continue
    const methods = allowed.get(path) ?? new Set()
    // Hono answers HEAD wherever it answers GET.
    for (const name of method === 'GET' ? ['GET', 'HEAD'] : [method]) methods.add(name)
    allowed.set(path, methods)
  }
  for (const [path, methods] of allowed) {
    const allow = [...methods].join(', ')
    app.all(path, (c) => {
      c.header('allow', allow)
      return replyWithError(c, 'method_not_allowed', `${c.req.path} accepts ${allow} only.`)
    })
  }
}
