/**
 * Returns the request with a body that a framework has already read, so that it can be read again. A request without a
 * body, or whose body is not known, stays without one.
 *
 * @param url the whole URL, as the browser sent it
 * @param body the body that the framework has read: text or bytes as they came, or the value of the JSON
 */
export function withBody(request: Request, url: string, body: unknown): Request {
  const { method, headers, signal } = request
  const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD'
  return new Request(url, { method, headers, signal, ...(hasBody && { body: encodeBody(body) }) })
}

function encodeBody(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (body instanceof Uint8Array) return new Uint8Array(body)
  // The text is already JSON, or it is the string that a JSON text held.
  return typeof body === 'string' && isJson(body) ? body : JSON.stringify(body)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
