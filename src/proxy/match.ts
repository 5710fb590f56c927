import { Uuid } from '../api/fields.ts'
import { checkoutRoutes } from '../api/proxy-routes.ts'
import type { Route } from '../api/route.ts'
import { Refusal } from './refusal.ts'

export type RouteName = keyof typeof checkoutRoutes

/** A route of the table that a request asks for. */
export interface Match {
  name: RouteName
  route: Route
  /** Not yet checked; undefined where the route has none. */
  id: string | undefined
}

const table = Object.entries(checkoutRoutes).map(([name, route]) => ({
  name: name as RouteName,
  route: route as Route,
  pattern: new RegExp(`^${route.path.replace(/:\w+/, '([^/]+)')}$`),
}))

/**
 * Finds the route of a request. A path outside the table is a 404, another method a 405 (RFC 9110 section 15.5.6).
 * OPTIONS finds the route that its path names.
 */
export function match(basePath: string, method: string, url: string): Match {
  const { pathname } = new URL(url)
  if (pathname !== basePath && !pathname.startsWith(`${basePath}/`)) {
    throw new Refusal(
      'not_found',
      `Nothing is served here: this proxy answers below ${basePath}. Mount it there, or set basePath.`,
    )
  }
  const path = pathname.slice(basePath.length)
  for (const { name, route, pattern } of table) {
    const found = pattern.exec(path)
    if (!found) continue
    if (method === route.method || method === 'OPTIONS') return { name, route, id: found[1] }
    throw new Refusal('method_not_allowed', `Use ${route.method} here.`, {
      headers: { allow: `${route.method}, OPTIONS` },
    })
  }
  throw new Refusal('not_found', 'The proxy does not serve this path.')
}

/** The path to ask of the service: the table's own, with nothing of the caller's but checked UUIDs. */
export function servicePath(route: Route, id: string | undefined): string {
  return route.path.replace(/:\w+/, () => id ?? '')
}

/** The id in its one form, lower case (RFC 9562 section 4). */
export function readId({ route, id }: Match): string | undefined {
  const field = route.params[0]
  if (field === undefined) return undefined
  if (id !== undefined && Uuid.safeParse(id).success) return id.toLowerCase()
  throw new Refusal('validation_error', `${field} must be a UUID.`, { field })
}
