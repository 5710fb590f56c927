import type { Hono } from 'hono'
import { openApi } from '../../api/openapi.ts'
import type { Env } from '../routes/context.ts'
import { docsPage } from './docs-page.ts'
import { docsStyle } from './docs-style.ts'

/** A page of ours alone: no script at all, nothing of another origin. */
const csp = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** GET /openapi.json, and the same to read at /docs. */
export function docsRoutes(app: Hono<Env>): void {
  const document = openApi()
  const json = JSON.stringify(document, null, 2)
  const page = String(docsPage(document))

  app.get('/openapi.json', (c) =>
    c.body(json, 200, {
      'content-type': 'application/json',
      // It is public, and editors and viewers on other origins read it.
      'access-control-allow-origin': '*',
      'cache-control': 'no-cache',
    }),
  )
  app.get('/docs', (c) =>
    c.html(page, 200, {
      'content-security-policy': csp,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    }),
  )
  app.get('/docs.css', (c) =>
    c.body(docsStyle, 200, {
      'content-type': 'text/css; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    }),
  )
}
