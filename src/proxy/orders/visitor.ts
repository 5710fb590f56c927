// A visitor is one browser: a merchant without customer accounts has no better identity of the buyer. It is identified by a cookie
// that a page's script can neither read nor write.

/** A visitor, and the cookie to set where the browser does not have it yet. */
export interface Visitor {
  /** 128 random bits as hex digits; '' for a page of another origin, where the browser sends no cookie of ours. */
  id: string
  setCookie: string | undefined
}

/**
 * With the prefix `__Host-Http-` a browser refuses a cookie of that name from a script, from another host, or without
 * Secure (RFC 6265bis, section 4.1.3). Browsers that know only `__Host-` enforce the latter two.
 */
const secureCookieName = '__Host-Http-pay-charge'
/** Without TLS a browser accepts no prefix. */
const plainCookieName = 'pay-charge'
/** One year; a charge lives for days. */
const maxAgeSeconds = 31_536_000

/** Reads the visitor of a request, or creates a new one. */
export function readVisitor(request: Request, isSecure: boolean): Visitor {
  const name = isSecure ? secureCookieName : plainCookieName
  const values = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .filter(([key]) => key === name)
    .map(([, value = '']) => value)
  const [id = ''] = values
  // Two cookies of this name: another page planted one with another path or domain, and it is not known which one is ours.
  if (values.length === 1 && /^[\da-f]{32}$/.test(id)) return { id, setCookie: undefined }
  const newId = crypto.randomUUID().replaceAll('-', '')
  return { id: newId, setCookie: formatCookie(name, newId, isSecure) }
}

function formatCookie(name: string, value: string, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
}
