import { resumeHeader } from '../api/checkout-routes.ts'
import type { Settings } from './options.ts'
import { Refusal } from './refusal.ts'

/**
 * Refuses a page that the merchant did not allow: a charge made or a payment reported from a stranger's page is a
 * forged one. A request without Origin comes from no browser, or is a GET or same-origin (Fetch Standard,
 * "append a request Origin header"); Sec-Fetch-Site catches what is left.
 */
export function checkOrigin(settings: Settings, request: Request): void {
  const origin = request.headers.get('origin')
  if (origin === null) {
    const site = request.headers.get('sec-fetch-site')
    if (request.method === 'GET' || site === null || site === 'same-origin') return
    throw new Refusal('forbidden', `A ${site.slice(0, 20)} request must carry an Origin header.`)
  }
  // First of all: a URL of a made-up scheme also has the origin "null".
  if (origin === 'null') {
    throw new Refusal(
      'forbidden',
      'This page has no origin (it is a file, or sandboxed): serve it from an http or https address.',
    )
  }
  if (settings.allowedOrigins.has(origin) || origin === ownOrigin(settings, request)) return
  // Behind a proxy that ends TLS the request's own address is another than the page's. The browser says that both are
  // one origin, and no page can forge this header (Fetch Metadata Request Headers, section 2.3).
  if (request.headers.get('sec-fetch-site') === 'same-origin') return
  const proxied = settings.trustProxy
    ? ''
    : ' Is it the same site behind a reverse proxy? Then set trustProxy: true.'
  throw new Refusal(
    'forbidden',
    `The proxy does not serve pages of ${origin.slice(0, 200)}: add it to allowedOrigins.${proxied}`,
  )
}

/** Where this request was sent, as its page sees it. */
function ownOrigin(settings: Settings, request: Request): string {
  const url = new URL(request.url)
  if (!settings.trustProxy) return url.origin
  const first = (name: string) => request.headers.get(name)?.split(',')[0]?.trim()
  const scheme = first('x-forwarded-proto') ?? url.protocol.replace(':', '')
  const host = first('x-forwarded-host') ?? url.host
  return URL.parse(`${scheme}://${host}`)?.origin ?? url.origin
}

/** Returns whether a page of another origin calls, as one of `allowedOrigins`. */
export function isForeignPage(settings: Settings, request: Request): boolean {
  const origin = request.headers.get('origin')
  if (origin === null || origin === ownOrigin(settings, request)) return false
  return request.headers.get('sec-fetch-site') !== 'same-origin'
}

/** Returns whether the payer's browser sees this proxy by https, also where something in front ends TLS. */
export function isSecure(settings: Settings, request: Request): boolean {
  const origin = request.headers.get('origin') ?? ownOrigin(settings, request)
  return origin.startsWith('https:')
}

/** What lets a page of an allowed origin read the answer (Fetch Standard, CORS protocol). */
export function corsHeaders(settings: Settings, request: Request): Record<string, string> {
  const origin = request.headers.get('origin')
  if (origin === null || !settings.allowedOrigins.has(origin)) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'x-request-id, retry-after',
  }
}

/** Answer to OPTIONS: the method for everybody, and for allowed origins what a preflight asks. */
export function optionsHeaders(method: string, cors: Record<string, string>) {
  return {
    allow: `${method}, OPTIONS`,
    ...('access-control-allow-origin' in cors && {
      'access-control-allow-methods': method,
      'access-control-allow-headers': `content-type, idempotency-key, x-request-id, ${resumeHeader}`,
      // Ten minutes, so that a payment needs one preflight a route.
      'access-control-max-age': '600',
    }),
  }
}
