import type { Hono } from 'hono'
import { buildOpenApiDocument } from '../openapi/document.ts'
import type { Env } from '../routes/context.ts'
import { renderDocsPage } from './docs-page.ts'
import { docsStyle } from './docs-style.ts'

/** The content security policy of /docs: no scripts, and nothing from another origin. */
const csp = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Adds GET /openapi.json, and /docs, which shows the same document to people. */
export function addDocsRoutes(app: Hono<Env>): void {
  const document = buildOpenApiDocument()
  const json = JSON.stringify(document, null, 2)
  const page = String(renderDocsPage(document))

  app.get('/openapi.json', (c) =>
    c.body(json, 200, {
      'content-type': 'application/json',
      // The document is public, and editors and viewers on other origins read it.
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
