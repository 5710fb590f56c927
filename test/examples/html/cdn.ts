import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

/** The folder `dist/browser` of the package: what is copied to a host of files. */
const files = new URL('.', import.meta.resolve('pay-charge/pay-charge.js'))

/**
 * Serves the files of the element as a CDN does: to pages of any origin, compressed, and to be kept for ever, since each
 * version has a folder of its own.
 */
export async function startCdn(path: string): Promise<{ origin: string; folder: string }> {
  const names = (await readdir(files)).filter((name) => name.endsWith('.js'))
  const bodies = new Map<string, Buffer>()
  for (const name of names)
    bodies.set(path + name, brotliCompressSync(await readFile(new URL(name, files))))
  const server = createServer((request, response) => {
    const body = bodies.get(request.url ?? '')
    if (!body) return response.writeHead(404).end()
    const headers = {
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
    }
    return response.writeHead(200, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return { origin, folder: origin + path }
}
