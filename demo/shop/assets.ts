import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { accepts } from 'hono/accepts'

/** A file that the browser may ask for. */
export interface Asset {
  name: string
  content: Buffer<ArrayBuffer>
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
}

/** The build's names of chunks end with a hash of what is in them. */
const hashed = /^pay-charge-.+-[\w-]{8}\.js(\.map)?$/

/** Reads the files of a folder that a browser may have; others are left out. */
export async function readAssets(folder: string): Promise<Asset[]> {
  const names = (await readdir(folder)).filter((name) => extname(name) in types)
  const read = async (name: string) => ({ name, content: await readFile(join(folder, name)) })
  return Promise.all(names.map(read))
}

/** Serves files by their names, compressed where the browser takes that. A name it does not know goes on. */
export function serveAssets(assets: readonly Asset[]): MiddlewareHandler {
  const byName = new Map(assets.map((asset) => [asset.name, asset]))
  const compress = compressor()
  return async (context, next) => {
    const asset = byName.get(context.req.path.slice(1))
    if (!asset) return next()
    const encodings = { header: 'Accept-Encoding' as const, supports: ['br'], default: 'identity' }
    const small = accepts(context, encodings) === 'br'
    // A name with a hash is never used for other content (RFC 8246); any other is asked for again.
    const lasting = hashed.test(asset.name) ? 'public, max-age=31536000, immutable' : 'no-cache'
    return context.body(small ? await compress(asset) : asset.content, 200, {
      'content-type': types[extname(asset.name)]!,
      'cache-control': lasting,
      vary: 'accept-encoding',
      ...(small && { 'content-encoding': 'br' }),
    })
  }
}

/** Compresses a file when it is first asked for, and no second time. */
function compressor(): (asset: Asset) => Promise<Buffer<ArrayBuffer>> {
  const done = new Map<Asset, Promise<Buffer<ArrayBuffer>>>()
  return (asset) => {
    const known = done.get(asset) ?? promisify(brotliCompress)(asset.content)
    done.set(asset, known)
    return known
  }
}
