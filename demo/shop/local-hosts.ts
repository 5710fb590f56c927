import type { MiddlewareHandler } from 'hono'
import type { ErrorBody } from '../../src/api/schemas/error-body.ts'

/** The names that this machine calls itself by, as a Host header has them. */
export const localHosts = ['localhost', '127.0.0.1', '[::1]'] as const

/**
 * Answers only calls to this machine's own names. A page elsewhere whose name was pointed at 127.0.0.1 (DNS rebinding)
 * is of one origin with the shop for its browser, and would read the api-key that /demo.json shows.
 */
export const localHostsOnly: MiddlewareHandler = async (context, next) => {
  const host = context.req.header('host') ?? new URL(context.req.url).host
  const name = host.toLowerCase().replace(/:\d*$/, '')
  if (localHosts.some((one) => one === name)) return await next()
  const message = 'The demo is served at localhost only.'
  return context.json({ error: { type: 'forbidden', message } } satisfies ErrorBody, 403)
}
