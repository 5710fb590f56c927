import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { ErrorBody } from '../../src/api/schemas/error-body.ts'

/**
 * What every answer carries. The policy is as strict as a shop's may be, and the checkout works under it.
 *
 * @param importMapSource the hash of the import map, the only script that stands in a page
 */
export const createHeaders = (importMapSource: string): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", importMapSource],
      styleSrc: ["'self'"],
      // data: is the form in which wallets announce their icons (EIP-6963).
      imgSrc: ["'self'", 'data:'],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ['lit-html'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    // Without a referrer a form would be posted with the origin "null" (Fetch Standard, Origin header).
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    // Wallets may open windows of their own that talk back.
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    // The demo is plain http on this machine.
    strictTransportSecurity: false,
  })

/** Refuses what a stranger's page has sent: https://www.w3.org/TR/fetch-metadata/ */
export const sameOriginOnly: MiddlewareHandler = async (context, next) => {
  const site = context.req.header('sec-fetch-site') ?? 'none'
  const reads = context.req.method === 'GET' || context.req.method === 'HEAD'
  if (reads || site === 'same-origin' || site === 'none') return next()
  const message = 'This shop takes orders from its own pages only.'
  return context.json({ error: { type: 'forbidden', message } } satisfies ErrorBody, 403)
}
