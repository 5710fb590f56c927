import type { Hono } from 'hono'
import type { Env } from '../routes/http/context.ts'

/** The content security policy of /docs: no scripts, and nothing from another origin. */
const csp = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Adds GET /openapi.json, and /docs, which shows the same document to people. */
export function addDocsRoutes(app: Hono<Env>): void {
  // Most processes are never asked for it: the document and its code are loaded by the first call.
  let loading: ReturnType<typeof buildDocs> | undefined
  const loadDocs = () => {
    loading ??= buildDocs()
    return loading
  }

  app.get('/openapi.json', async (c) =>
    c.body((await loadDocs()).json, 200, {
      'content-type': 'application/json',
      // The document is public, and editors and viewers on other origins read it.
      'access-control-allow-origin': '*',
      'cache-control': 'no-cache',
    }),
  )
  app.get('/docs', async (c) =>
    c.html((await loadDocs()).page, 200, {
      'content-security-policy': csp,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
    }),
  )
  app.get('/docs.css', async (c) =>
    c.body((await loadDocs()).style, 200, {
      'content-type': 'text/css; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    }),
  )
}

/** Builds the document, the page that shows it, and the page's style. */
async function buildDocs(): Promise<{ json: string; page: string; style: string }> {
  const [{ buildOpenApiDocument }, { renderDocsPage }, { docsStyle }] = await Promise.all([
    import('../openapi/document.ts'),
    import('./docs-page.ts'),
    import('./docs-style.ts'),
  ])
  const document = buildOpenApiDocument()
  const json = JSON.stringify(document, null, 2)
  return { json, page: String(renderDocsPage(document)), style: docsStyle }
}
