import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Handler } from 'hono'
import { accepts } from 'hono/accepts'

/** A file that the browser may ask for. */
export interface Asset {
  name: string
  content: Buffer<ArrayBuffer>
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
}

/** Rolldown's names of chunks end with a hash of what is in them. */
const hashed = /-[\w-]{8}\.js(\.map)?$/

/** Reads the files of a folder that a browser may have; others are left out. */
export async function readAssets(folder: string): Promise<Asset[]> {
  const names = (await readdir(folder)).filter((name) => extname(name) in types)
  const read = async (name: string) => ({ name, content: await readFile(join(folder, name)) })
  return Promise.all(names.map(read))
}

/** Serves files by their names, compressed where the browser takes it. A name it does not have goes on. */
export function serveAssets(assets: readonly Asset[]): Handler {
  const byName = new Map(assets.map((asset) => [asset.name, asset]))
  const pressed = new Map<Asset, Promise<Buffer<ArrayBuffer>>>()
  return async (context, next) => {
    const asset = byName.get(context.req.path.slice(1))
    if (!asset) return next()
    const [encoding, content] = await encode(asset)
    function encode({ content }: Asset) {}
  }
}
