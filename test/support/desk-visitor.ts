import { randomBytes } from 'node:crypto'

/** A browser without scripts: it keeps cookies, and sends the forms of the page that it is on. */
export interface DeskVisitor {
  /** The cookies that it has, by name. */
  cookies: Map<string, string>
  /** The headers of cookies that the last answer has set. */
  setCookies: string[]
  /** Opens a page, and follows redirects as a browser does. `headers` are added. */
  open(path: string, headers?: Record<string, string>): Promise<DeskAnswer>
  /**
   * Sends a form as a page that was loaded just now would: with a key of its own, unless the fields have one. `headers` are
   * added, or replace what a browser sends.
   */
  send(
    path: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<DeskAnswer>
  /** The token of the forms of the page that was opened last. */
  formToken(): string
}

/** What came back, after redirects. */
export interface DeskAnswer {
  status: number
  /** The path of the page that answered. */
  path: string
  html: string
  headers: Headers
}

const createFormKey = () => randomBytes(16).toString('base64url')

/** Opens a browser at a service. */
export function visitDesk(baseUrl: string): DeskVisitor {
  let lastHtml = ''
  const visitor: DeskVisitor = {
    cookies: new Map(),
    setCookies: [],
    open: (path, headers = {}) => request(path, { method: 'GET', headers }),
    send: (path, fields, headers = {}) =>
      request(path, {
        method: 'POST',
        body: new URLSearchParams({ form_key: createFormKey(), ...fields }).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          origin: new URL(baseUrl).origin,
          ...headers,
        },
      }),
    formToken: () => /name="form_token" value="([\w-]+)"/.exec(lastHtml)?.[1] ?? '',
  }

  async function request(path: string, init: RequestInit): Promise<DeskAnswer> {
    const headers = new Headers(init.headers)
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    if (cookie) headers.set('cookie', cookie)
    const response = await fetch(`${baseUrl}${path}`, { ...init, headers, redirect: 'manual' })
    const html = await response.text()
    visitor.setCookies = response.headers.getSetCookie()
    for (const text of visitor.setCookies) keepCookie(text)
    const location = response.headers.get('location')
    if (response.status === 303 && location) {
      const setCookies = visitor.setCookies
      const language = headers.get('accept-language')
      const next = { method: 'GET', headers: language ? { 'accept-language': language } : {} }
      const answer = await request(location, next)
      visitor.setCookies = [...setCookies, ...visitor.setCookies]
      return answer
    }
    lastHtml = html
    return { status: response.status, path, html, headers: response.headers }
  }

  function keepCookie(text: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
    if (/max-age=0/i.test(text)) visitor.cookies.delete(name)
    else visitor.cookies.set(name, value)
  }
  return visitor
}
