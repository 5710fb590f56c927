import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { ErrorBody } from '../../src/api/schemas/error-body.ts'

/**
 * What every answer carries. The policy is as strict as a shop's may be, and the checkout works under it; that of the
 * documentation allows the scripts and styles that VitePress writes into its pages.
 *
 * @param importMapSource the hash of the import map, the only script that stands in a page of the shop
 */
export function createHeaders(importMapSource: string): MiddlewareHandler {
  const shop = createPolicyHeaders({
    scriptSrc: ["'self'", importMapSource],
    styleSrc: ["'self'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['lit-html'],
  })
  const docs = createPolicyHeaders({
    scriptSrc: ["'self'", "'unsafe-inline'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
  })
  return (context, next) =>
    context.req.path.startsWith('/docs/') ? docs(context, next) : shop(context, next)
}

type SecureHeadersOptions = NonNullable<Parameters<typeof secureHeaders>[0]>

const createPolicyHeaders = (policy: SecureHeadersOptions['contentSecurityPolicy']) =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      // data: is the form in which wallets announce their icons (EIP-6963).
      imgSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      ...policy,
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
