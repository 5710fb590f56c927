import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A cache between browsers and a shop. */
export interface KeepingCache {
  origin: string
  /** The answers that it has kept, by path and query. */
  kept: ReadonlyMap<string, Promise<Answer>>
  close(): Promise<void>
}

/**
 * Starts a cache that keeps every GET for ever and for everybody, whatever the answer says about that: "cache everything" of
 * a CDN, or the page cache of a shop's host.
 */
export async function startKeepingCache(shop: string): Promise<KeepingCache> {
  const { port } = new URL(shop)
  const kept = new Map<string, Promise<Answer>>()
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    const ask = () =>
      new Promise<Answer>((resolve, reject) => {
        const asked = request({ port, method, path: url, headers }, async (reply) => {
          const chunks: Buffer[] = []
          for await (const chunk of reply) chunks.push(chunk)
          const { statusCode = 500, headers: answered } = reply
          resolve({ status: statusCode, headers: answered, body: Buffer.concat(chunks) })
        })
        asked.on('error', reject)
        incoming.pipe(asked)
      })
    const answer = method === 'GET' ? (kept.get(url) ?? ask()) : ask()
    if (method === 'GET') kept.set(url, answer)
    const { status, headers: answered, body } = await answer
    const { 'transfer-encoding': _, 'content-length': __, ...rest } = answered
    outgoing.writeHead(status, rest).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    kept,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
