import type { MiddlewareHandler } from 'hono'
import type { Env } from '../http/context.ts'
import { replyWithError } from '../http/errors.ts'

/**
 * Refuses calls that were sent to another host name than these. Otherwise a web page whose host name resolves to this
 * machine (DNS rebinding) would have the same origin as the service, and could read all its responses.
 */
export function allowHosts(hosts: readonly string[]): MiddlewareHandler<Env> {
  const allowedHosts = new Set(hosts.map((host) => host.toLowerCase()))
  return async (c, next) => {
    const name = (c.req.header('host') ?? '').toLowerCase().replace(/:\d*$/, '')
    if (allowedHosts.has(name)) return await next()
    return replyWithError(
      c,
      'forbidden',
      'The service does not serve this host name. The operator can add it to ALLOWED_HOSTS.',
    )
  }
}
