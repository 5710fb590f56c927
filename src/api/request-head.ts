/** The first lines of a call, as they came. */
export interface RequestHead {
  method?: string | undefined
  /** A path with its query, or a whole URL. */
  url?: string | undefined
  /** The header `Host`; undefined where there is none, as from clients of HTTP/1.0. */
  host?: string | undefined
}

/** The methods that no `Request` can have. https://fetch.spec.whatwg.org/#forbidden-method */
const forbiddenMethods = ['CONNECT', 'TRACE', 'TRACK']

/**
 * Returns the status of the reply to a malformed call, of which no `Request` can be made: 405 for its method, 400 for its host or
 * URL. Undefined for any other call.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export function findHeadFault({ method = '', url = '', host }: RequestHead): 400 | 405 | undefined {
  if (forbiddenMethods.includes(method.toUpperCase())) return 405
  if (host && (/[\s/?#@\\]/.test(host) || !URL.canParse(`http://${host}`))) return 400
  if (!/^https?:/i.test(url)) return undefined
  if (!URL.canParse(url)) return 400
  const { username, password } = new URL(url)
  return username || password ? 400 : undefined
}
