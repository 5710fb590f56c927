import { Hash, Uuid } from '../api/fields.ts'
import { checkoutRoutes } from '../api/proxy-routes.ts'
import type { Route } from '../api/route.ts'
import { Refusal } from './refusal.ts'

export type RouteName = keyof typeof checkoutRoutes

/** A route of the table that a request asks for. */
export interface Match {
  name: RouteName
  route: Route
  /** Path parameters by name, not yet checked. */
  params: Readonly<Record<string, string>>
}

const table = Object.entries(checkoutRoutes).map(([name, route]) => ({
  name: name as RouteName,
  route: route as Route,
  pattern: new RegExp(`^${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
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
    const params = { ...found.groups }
    if (method === route.method || method === 'OPTIONS') return { name, route, params }
    throw new Refusal('method_not_allowed', `Use ${route.method} here.`, {
      headers: { allow: `${route.method}, OPTIONS` },
    })
  }
  throw new Refusal('not_found', 'The proxy does not serve this path.')
}

/** The path to ask of the service: the table's own, with nothing of the caller's but checked parameters. */
export function servicePath(route: Route, params: Readonly<Record<string, string>>): string {
  return route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
}

/**
 * Checks the path parameters and returns them in their one form, lower case (RFC 9562 section 4).
 *
 * @throws Refusal `validation_error` that names the parameter
 */
export function readParams({ route, params }: Match): Record<string, string> {
  return Object.fromEntries(
    route.params.map((name) => {
      const text = params[name] ?? ''
      const [schema, form] =
        name === 'hash'
          ? ([Hash, 'a transaction hash: 0x and 64 hex digits'] as const)
          : ([Uuid, 'a UUID'] as const)
      if (schema.safeParse(text).success) return [name, text.toLowerCase()]
      throw new Refusal('validation_error', `${name} must be ${form}.`, { field: name })
    }),
  )
}

/** Returns the charge that checked parameters name; undefined where the route has none. */
export function chargeIdOf(params: Readonly<Record<string, string>>): string | undefined {
  return params.uuid ?? params.id
}
