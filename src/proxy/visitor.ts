// Who ordered, as far as a shop without accounts can tell: one browser. A page's script can neither read nor write it.

/** A visitor, and the cookie that makes it one, where the browser does not have it yet. */
export interface Visitor {
  /** 128 random bits as hex digits; '' for a page of another origin, whose browser keeps no cookie of ours. */
  id: string
  setCookie: string | undefined
}

/**
 * `__Host-Http-` has the browser refuse a cookie of that name from a script, from another host, or without Secure
 * (RFC 6265bis, section 4.1.3). Browsers that know only `__Host-` keep the latter two.
 */
const secureName = '__Host-Http-pay-charge'
/** Without TLS there is no prefix that a browser would take. */
const plainName = 'pay-charge'
/** A year; a charge lives days. */
const maxAgeS = 31_536_000

/** Reads the visitor of a request, or makes a new one. */
export function readVisitor(request: Request, isSecure: boolean): Visitor {
  const name = isSecure ? secureName : plainName
  const values = (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .filter(([key]) => key === name)
    .map(([, value = '']) => value)
  const [id = ''] = values
  // Twice: one was planted beside ours, with another path or domain, and nothing tells which.
  if (values.length === 1 && /^[\da-f]{32}$/.test(id)) return { id, setCookie: undefined }
  const fresh = crypto.randomUUID().replaceAll('-', '')
  return { id: fresh, setCookie: cookie(name, fresh, isSecure) }
}

function cookie(name: string, value: string, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure}`
}
