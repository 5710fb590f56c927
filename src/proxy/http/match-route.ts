import type * as z from 'zod/mini'
import { proxyRoutes } from '../../api/routes/proxy-routes.ts'
import type { Route } from '../../api/routes/route.ts'
import { Hash, Uuid } from '../../api/schemas/fields.ts'
import { HttpError, validate } from './http-error.ts'

export type ProxyRouteName = keyof typeof proxyRoutes

/** The route that a request matches. */
export interface RouteMatch {
  name: ProxyRouteName
  route: Route
  /** Path parameters by name, not yet checked. */
  params: Readonly<Record<string, string>>
}

const routePatterns = Object.entries(proxyRoutes).map(([name, route]) => ({
  name: name as ProxyRouteName,
  route: route as Route,
  pattern: new RegExp(`^(?<mount>(?:/[^/]+)*)${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}))

/**
 * Returns the route that a request matches. OPTIONS matches the route of its path.
 *
 * @param basePath the path that the proxy is mounted at. Undefined for any: whatever mounts the proxy decides which
 * requests reach it, and some frameworks take the mount's path away.
 * @throws HttpError 404 for a path outside the table, 405 for another method (RFC 9110 section 15.5.6)
 */
export function matchRoute(basePath: string | undefined, method: string, url: string): RouteMatch {
  const { pathname } = new URL(url)
  if (basePath !== undefined && pathname !== basePath && !pathname.startsWith(`${basePath}/`)) {
    throw new HttpError(
      'not_found',
      `Nothing is served at this path: the proxy serves paths below ${basePath}. Mount it there, or leave out basePath.`,
    )
  }
  for (const { name, route, pattern } of routePatterns) {
    const { mount, ...params } = pattern.exec(pathname)?.groups ?? {}
    if (mount === undefined || mount !== (basePath ?? mount)) continue
    if (method === route.method || method === 'OPTIONS') return { name, route, params }
    throw new HttpError('method_not_allowed', `Use ${route.method} here.`, {
      headers: { allow: `${route.method}, OPTIONS` },
    })
  }
  throw new HttpError('not_found', 'The proxy does not serve this path.')
}

/**
 * Checks the path parameters and returns them in lower case, so that each has only one form (RFC 9562 section 4).
 *
 * @throws HttpError `validation_error` that names the parameter
 */
export function readPathParams({ route, params }: RouteMatch): Record<string, string> {
  return Object.fromEntries(
    route.params.map((name) => {
      const text = params[name] ?? ''
      const [schema, form] =
        name === 'hash'
          ? ([Hash, 'a transaction hash: 0x and 64 hex digits'] as const)
          : ([Uuid, 'a UUID'] as const)
      if (schema.safeParse(text).success) return [name, text.toLowerCase()]
      throw new HttpError('validation_error', `${name} must be ${form}.`, { field: name })
    }),
  )
}

/**
 * Checks the query parameters that the route knows. Others are ignored: a host that rewrites paths adds its own.
 *
 * @throws HttpError `validation_error` that names the parameter
 */
export function readQuery<Q extends z.ZodMiniObject>(
  { query }: { query: Q },
  { url }: Request,
): z.output<Q> {
  return validate(query, Object.fromEntries(new URL(url).searchParams), 'query')
}

/** Returns the charge id of the checked parameters; undefined where the route has none. */
export function getChargeId(params: Readonly<Record<string, string>> = {}): string | undefined {
  return params.uuid ?? params.id
}
