import type { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Env } from './context.ts'

/** The headers that let a page of any origin read a reply (Fetch Standard, CORS protocol), without cookies. */
const readable = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-request-id, retry-after',
  // Lets the element see whether a reply came from the browser's cache.
  'timing-allow-origin': '*',
}

const preflight = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'content-type, idempotency-key, x-request-id',
  // Ten minutes, so that a payment needs only one preflight per address.
  'access-control-max-age': '600',
}

/** What a page of any origin may call: the files of the element, and a payment link's door. */
const openPaths = /^\/pay\/assets\/|^\/l\/[^/]+\/(offer|charges|request-charges)(\/|$)/

/**
 * Lets pages of any origin call what answers every stranger alike. To be registered before the rate limits, whose refusals a page must
 * be able to read too. A browser sends no cookies with such a call, and no other path is opened.
 */
export function addAnyOrigin(app: Hono<Env>): void {
  app.use(
    createMiddleware<Env>(async (c, next) => {
      if (!openPaths.test(c.req.path)) return await next()
      if (c.req.method === 'OPTIONS') c.res = c.body(null, 204, preflight)
      else await next()
      for (const [name, value] of Object.entries(readable)) c.header(name, value)
    }),
  )
}
