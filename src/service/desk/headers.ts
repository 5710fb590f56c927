import type { Context } from 'hono'
import { csrf } from 'hono/csrf'
import type { Env } from '../http/context.ts'
import { answerMessage } from './answers.ts'
import { type Desk, type DeskContext, deskPath, plainPage } from './desk.ts'

/** Allows the desk's own files and calls, a merchant's logo from anywhere, and forms to the desk alone. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: https:",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

/** The same for the page with the element, which shows the logos of wallets; each of its files has a hash. */
function buildSigningPolicy(scriptSource: string): string {
  return contentSecurityPolicy
    .replace("script-src 'self'", `script-src 'self' ${scriptSource}`)
    .replace("trusted-types 'none'", 'trusted-types lit-html')
}

/** Sets the headers of every answer of the desk, and refuses forms that come from another site. */
export function protectDesk({ app, context }: Desk): void {
  const publicOrigin = new URL(context.publicUrl).origin
  app.use(`${deskPath}/*`, async (c, next) => {
    await next()
    setHeaders(c)
  })
  const isOwnOrigin = (origin: string, c: Context) =>
    origin === publicOrigin || origin === new URL(c.req.url).origin
  const check = csrf({ origin: isOwnOrigin })
  app.use(`${deskPath}/*`, async (c, next) => {
    try {
      return await check(c, next)
    } catch (cause) {
      // The middleware refuses by this error alone; all others are of the routes.
      if (!(cause instanceof Error) || !('status' in cause) || cause.status !== 403) throw cause
      const { text } = plainPage(c, context).language
      return answerMessage(c, context, 403, { title: text('staleTitle'), text: text('staleText') })
    }
  })
}

function setHeaders(c: Context<Env>): void {
  const sources = c.get('pageSources')
  c.header('content-security-policy', sources ? buildSigningPolicy(sources) : contentSecurityPolicy)
  // The address of a page is sent to the desk when a form is submitted, and never to other sites.
  c.header('referrer-policy', 'same-origin')
  c.header('cross-origin-opener-policy', 'same-origin')
  c.header('cross-origin-resource-policy', 'same-origin')
}

/** Answers a call that a rate limit has refused with a page; undefined for one that no page of the desk is wanted of. */
export function answerTooMany(
  c: Context<Env>,
  context: Pick<DeskContext, 'publicUrl'>,
): Response | Promise<Response> | undefined {
  const isPage = c.req.path.startsWith(deskPath) && /text\/html/.test(c.req.header('accept') ?? '')
  if (!isPage) return undefined
  setHeaders(c)
  const { text } = plainPage(c, context).language
  return answerMessage(c, context, 429, { title: text('tooManyTitle'), text: text('tooManyText') })
}
