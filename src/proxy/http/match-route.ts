import { proxyRoutes } from '../../api/routes/proxy-routes.ts'
import type { Route } from '../../api/routes/route.ts'
import { HttpError } from '../../api/server/http-error.ts'

export type ProxyRouteName = keyof typeof proxyRoutes

/** The route that a request matches. */
export interface RouteMatch {
  name: ProxyRouteName
  route: Route
  /** Path parameters by name, not yet checked. */
  params: Readonly<Record<string, string>>
  /** All methods of its path. */
  methods: readonly string[]
}

const routePatterns = Object.entries(proxyRoutes).map(([name, route]) => ({
  name: name as ProxyRouteName,
  route: route as Route,
  pattern: new RegExp(`^(?<mount>(?:/[^/]+)*)${route.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}))

/**
 * Returns the route that a request matches. OPTIONS matches the first route of its path.
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
  const matches = routePatterns.flatMap(({ name, route, pattern }) => {
    const { mount, ...params } = pattern.exec(pathname)?.groups ?? {}
    return mount === undefined || mount !== (basePath ?? mount) ? [] : [{ name, route, params }]
  })
  const methods = matches.map(({ route }) => route.method)
  const [first] = matches
  if (!first) throw new HttpError('not_found', 'The proxy does not serve this path.')
  const match = matches.find(({ route }) => route.method === method)
  if (match) return { ...match, methods }
  if (method === 'OPTIONS') return { ...first, methods }
  throw new HttpError('method_not_allowed', `Use ${methods.join(' or ')} here.`, {
    headers: { allow: [...methods, 'OPTIONS'].join(', ') },
  })
}
