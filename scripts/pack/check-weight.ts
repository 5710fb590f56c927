import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

// What a store's bundler makes of the package, in brotli bytes, and what it may not cross.

const KiB = 1024
const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Bundles parts of the package as a store does.
 *
 * @param folder of the package
 * @throws Error when one is too large
 */
export async function checkWeight(folder: string): Promise<void> {
  const script = brotliCompressSync(readFileSync(join(root, 'dist/browser/pay-charge.js'))).length
  const module = (path: string) => JSON.stringify(join(folder, 'dist', path))
  const rows: [what: string, code: string, limit: number][] = [
    // The script tag's first load, and a tenth.
    ['pay-charge/define, before any click', `import ${module('pay-charge.js')}`, script * 1.1],
    [
      'verifyWebhook of pay-charge/api',
      `import { verifyWebhook } from ${module('api/index.js')}\nconsole.log(verifyWebhook)`,
      6 * KiB,
    ],
  ]
  for (const [what, code, limit] of rows) {
    const size = await weigh(code)
    const text = `${what}: ${(size / KiB).toFixed(2)} KiB brotli of ${(limit / KiB).toFixed(2)}`
    if (size > limit) throw new Error(`${text}. It is too large.`)
    console.log(text)
  }
}

/** Returns the size of a module with all that it imports, without what it loads later. */
async function weigh(code: string): Promise<number> {
  const entry = '\0entry'
  const built = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      // A store may have it or not; it is loaded on a click.
      rolldownOptions: { input: entry, external: '@walletconnect/ethereum-provider' },
    },
  })) as Rolldown.RolldownOutput
  const chunks = built.output.filter((one) => one.type === 'chunk')
  const first = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports } of first)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) first.add(chunk)
  const sizes = [...first].map((chunk) => brotliCompressSync(chunk.code).length)
  return sizes.reduce((sum, size) => sum + size, 0)
}
