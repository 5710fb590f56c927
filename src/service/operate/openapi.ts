import type { Hono } from 'hono'
import type { Env } from '../http/context.ts'

/** Adds GET /openapi.json: the contract as a document. */
export function addOpenApiRoute(app: Hono<Env>): void {
  // Most processes are never asked for it: the document and its code are loaded by the first call.
  let loading: Promise<string> | undefined
  app.get('/openapi.json', async (c) => {
    loading ??= import('../openapi/document.ts').then(({ buildOpenApiDocument }) =>
      JSON.stringify(buildOpenApiDocument(), null, 2),
    )
    return c.body(await loading, 200, {
      'content-type': 'application/json',
      // The document is public, and editors and viewers on other origins read it.
      'access-control-allow-origin': '*',
      'cache-control': 'no-cache',
    })
  })
}
