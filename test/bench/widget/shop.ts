import { readFile } from 'node:fs/promises'
import { createSecureServer, type ServerHttp2Session } from 'node:http2'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { NewCharge } from '../../../src/api/schemas/charges/charge.ts'
import { createPayProxy } from '../../../src/proxy.ts'
import type { RenderedCharge } from '../../../src/ssr.ts'
import type { Stage } from '../../support/stage.ts'
import { createCertificate } from './certificate.ts'

/** What everything that is measured costs. */
export const price: NewCharge = {
  pricing_type: 'fixed_price',
  local_price: { amount: '19.99', currency: 'USD' },
}

/** Creates a charge for one load of a page. */
export async function createCharge({ client }: Stage): Promise<RenderedCharge> {
  const charge = await client.createCharge(price)
  return { charge, requestCharge: await client.getRequestCharge(charge.id) }
}

/** A merchant's server as it should be: HTTP/2 with TLS, Brotli, and the real proxy on the same origin. */
export interface BenchShop {
  origin: string
  /** Serves an HTML document and returns its URL. */
  page(html: string): string
  /** The calls to the proxy since they were last read, such as `GET /pay/charges/…`. */
  takeCalls(): string[]
  close(): Promise<void>
}

/**
 * Starts the server on a free port of localhost.
 *
 * @param scripts served beside the built ones of dist/browser, by file name
 */
export async function startShop(
  stage: Stage,
  scripts: ReadonlyMap<string, string>,
): Promise<BenchShop> {
  const pages = new Map<string, string>()
  let calls: string[] = []
  const { apiKey, service } = stage
  const proxy = createPayProxy({ baseUrl: service.baseUrl, apiKey, createCharge: () => price })
  const app = new Hono()
  app.all('/pay/*', async (context) => {
    const { method, path, raw } = context.req
    calls.push(`${method} ${path}`)
    return await compress(await proxy(raw))
  })
  app.get('/pages/:id', (context) => {
    const html = pages.get(context.req.param('id'))
    return html ? compress(context.html(html)) : context.notFound()
  })
  const compressed = new Map<string, Promise<Buffer>>()
  app.get('/:file{.+\\.js}', async (context) => {
    const name = context.req.param('file')
    const body = compressed.get(name) ?? compressScript(name, scripts)
    compressed.set(name, body)
    const headers = { 'content-type': 'text/javascript', 'content-encoding': 'br' }
    return new Response(new Uint8Array(await body), { headers })
  })

  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const server = createSecureServer({ ...createCertificate(), allowHTTP1: true }, listener)
  const sessions = new Set<ServerHttp2Session>()
  server.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const address = server.address()
  const origin = `https://localhost:${typeof address === 'object' ? address?.port : ''}`
  return {
    origin,
    page(html) {
      const id = crypto.randomUUID()
      pages.set(id, html)
      return `${origin}/pages/${id}`
    },
    takeCalls() {
      const taken = calls
      calls = []
      return taken
    },
    async close() {
      for (const session of sessions) session.destroy()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}

const brotli = promisify(brotliCompress)

/** Scripts are compressed once and as well as can be, as a build or a CDN does. */
async function compressScript(name: string, scripts: ReadonlyMap<string, string>) {
  const built = new URL(`../../../dist/browser/${name}`, import.meta.url)
  return await brotli(scripts.get(name) ?? (await readFile(built)))
}

/** Replies are compressed while a client waits, so with less effort. */
async function compress(response: Response | Promise<Response>): Promise<Response> {
  const { status, headers, body } = await response
  if (!body) return new Response(null, { status, headers })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
  const small = await brotli(Buffer.from(await new Response(body).arrayBuffer()), { params })
  const compressedHeaders = new Headers(headers)
  compressedHeaders.set('content-encoding', 'br')
  compressedHeaders.delete('content-length')
  return new Response(new Uint8Array(small), { status, headers: compressedHeaders })
}
