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

const routes = Object.entries(proxyRoutes).map(([name, route]) => ({
  name: name as ProxyRouteName,
  route: route as Route,
  parts: route.path.slice(1).split('/'),
}))

/**
 * Returns the route that a request matches. OPTIONS matches the first route of its path. One slash at the end of a path changes
 * nothing: some routers add it to each, such as Next's with `trailingSlash`.
 *
 * @param basePath the path that the proxy is mounted at. Undefined for any: the framework that mounts the proxy decides which
 * requests reach it, and some frameworks remove the mount's path.
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
  const segments = pathname.slice(1).split('/')
  if (segments.length > 1 && segments.at(-1) === '') segments.pop()
  const matches = routes.flatMap(({ name, route, parts }) => {
    const mount = segments.slice(0, -parts.length)
    const params = readParams(parts, segments.slice(-parts.length))
    const isMounted = basePath === undefined || basePath === ['', ...mount].join('/')
    return params && isMounted && !mount.includes('') ? [{ name, route, params }] : []
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

/** Returns the parameters of a path by name; undefined where it has other parts than the route's. */
function readParams(
  parts: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (segments.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of parts.entries()) {
    const segment = segments[index] ?? ''
    if (part.startsWith(':') && segment !== '') params[part.slice(1)] = segment
    else if (part !== segment) return undefined
  }
  return params
}
