import type { MiddlewareHandler } from 'hono'
import type { Env } from '../routes/context.ts'
import { refuse } from '../routes/errors.ts'

/**
 * Refuses calls that were sent to another host name than these: a page whose name was pointed at this machine
 * (DNS rebinding) is of one origin with whatever answers it, and would read all of it.
 */
export function onlyHosts(hosts: readonly string[]): MiddlewareHandler<Env> {
  const allowed = new Set(hosts.map((host) => host.toLowerCase()))
  return async (c, next) => {
    const name = (c.req.header('host') ?? '').toLowerCase().replace(/:\d*$/, '')
    if (allowed.has(name)) return await next()
    return refuse(c, 'forbidden', 'Nothing is served at this host name: see ALLOWED_HOSTS.')
  }
}
