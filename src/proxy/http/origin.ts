import { resumeHeader } from '../../api/routes/checkout-routes.ts'
import { HttpError } from '../../api/server/http-error.ts'
import type { ProxySettings } from '../options.ts'

/**
 * Refuses a page that the merchant did not allow: a charge created or a payment reported from a stranger's page is a
 * forgery. A request without Origin does not come from a browser, or is a GET or same-origin (Fetch Standard,
 * "append a request Origin header"); Sec-Fetch-Site catches the remaining cases.
 *
 * @throws HttpError `forbidden`
 */
export function checkOrigin(settings: ProxySettings, request: Request): void {
  const origin = request.headers.get('origin')
  if (origin === null) {
    const site = request.headers.get('sec-fetch-site')
    if (request.method === 'GET' || site === null || site === 'same-origin') return
    throw new HttpError('forbidden', `A ${site.slice(0, 20)} request must carry an Origin header.`)
  }
  // Checked first, because a URL with an unknown scheme also has the origin "null".
  if (origin === 'null') {
    throw new HttpError(
      'forbidden',
      'This page has no origin (it is a file, or sandboxed): serve it from an http or https address.',
    )
  }
  if (settings.allowedOrigins.has(origin) || origin === getProxyOrigin(settings, request)) return
  // Behind a reverse proxy that terminates TLS, the request's own origin differs from the page's. The browser states
  // that both are one origin, and no page can forge this header (Fetch Metadata Request Headers, section 2.3).
  if (request.headers.get('sec-fetch-site') === 'same-origin') return
  const trustProxyHint = settings.trustProxy
    ? ''
    : ' Is it the same site behind a reverse proxy? Then set trustProxy: true.'
  throw new HttpError(
    'forbidden',
    `The proxy does not serve pages from ${origin.slice(0, 200)}: add it to allowedOrigins.${trustProxyHint}`,
  )
}

/** Returns the origin of the proxy, as the page sees it. */
function getProxyOrigin(settings: ProxySettings, request: Request): string {
  const url = new URL(request.url)
  if (!settings.trustProxy) return url.origin
  const readFirst = (name: string) => request.headers.get(name)?.split(',')[0]?.trim()
  const scheme = readFirst('x-forwarded-proto') ?? url.protocol.replace(':', '')
  const host = readFirst('x-forwarded-host') ?? url.host
  return URL.parse(`${scheme}://${host}`)?.origin ?? url.origin
}

/** Returns whether a page of another origin makes the request, such as one of `allowedOrigins`. */
export function isCrossOrigin(settings: ProxySettings, request: Request): boolean {
  const origin = request.headers.get('origin')
  if (origin === null || origin === getProxyOrigin(settings, request)) return false
  return request.headers.get('sec-fetch-site') !== 'same-origin'
}

/** Returns whether the payer's browser reaches this proxy by https, also where a reverse proxy terminates TLS. */
export function isSecure(settings: ProxySettings, request: Request): boolean {
  const origin = request.headers.get('origin') ?? getProxyOrigin(settings, request)
  return origin.startsWith('https:')
}

/** Returns the headers that let a page of an allowed origin read the reply (Fetch Standard, CORS protocol). */
export function buildCorsHeaders(
  settings: ProxySettings,
  request: Request,
): Record<string, string> {
  const origin = request.headers.get('origin')
  if (origin === null || !settings.allowedOrigins.has(origin)) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'x-request-id, retry-after',
    // Lets the element see whether a reply came from the browser's cache.
    'timing-allow-origin': origin,
  }
}

/** Returns the headers of the reply to OPTIONS: the method for every origin, and the preflight headers for allowed ones. */
export function buildPreflightHeaders(methods: readonly string[], cors: Record<string, string>) {
  return {
    allow: [...methods, 'OPTIONS'].join(', '),
    ...('access-control-allow-origin' in cors && {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': `content-type, idempotency-key, x-request-id, ${resumeHeader}`,
      // Ten minutes, so that a payment needs only one preflight per route.
      'access-control-max-age': '600',
    }),
  }
}
