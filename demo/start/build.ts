import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { withLock } from '../../scripts/lock.mjs'
import { type Asset, readAssets } from '../shop/assets.ts'
import { root } from './settings.ts'

/** A file that is built, and what it is made from, from the project's root. */
export interface BuiltFile {
  output: string
  sources: readonly string[]
}

/** A file that the browser needs, what it is made from, and how. */
interface Target extends BuiltFile {
  build: () => Promise<unknown>
}

const widget: Target = {
  output: 'dist/browser/pay-charge.js',
  sources: ['src', 'scripts/integrity', 'vite.config.ts', 'package.json', 'package-lock.json'],
  build: async () => {
    const { build } = await import('vite')
    return build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'error' })
  },
}

const wallet = ownScript('demo-wallet', 'demo/wallet/demo-wallet.ts', [
  'demo/wallet',
  'demo/chain/accounts.ts',
])

const playground = ownScript('playground', 'demo/playground/playground.ts', [
  'demo/playground',
  'demo/wallet',
  'demo/chain',
  'src/api',
])

/** A script of the demo's own, in one file. Each has a folder: a build empties the one that it writes to. */
function ownScript(name: string, entry: string, sources: readonly string[]): Target {
  const outDir = `.cache/demo/${name}`
  return {
    output: `${outDir}/${name}.js`,
    sources: [...sources, 'demo/start/build.ts', 'package-lock.json'],
    build: async () => {
      const { build } = await import('vite')
      return build({
        root,
        configFile: false,
        publicDir: false,
        logLevel: 'error',
        // A library's build leaves this to its user, and here that is the browser.
        define: { 'process.env.NODE_ENV': '"production"' },
        build: {
          outDir,
          target: 'es2023',
          lib: { entry, formats: ['es'], fileName: name },
          rolldownOptions: { output: { codeSplitting: false, minify: true } },
        },
      })
    },
  }
}

/** Builds the widget where it is missing or older than its sources. */
export async function buildWidget(): Promise<void> {
  await withLock(join(root, '.cache', 'browser.lock'), async () => {
    if (await isStale(widget)) await widget.build()
  })
}

/**
 * The widget with its chunks, the demo wallet and the playground: built where they are missing or older than their
 * sources. They are read into memory, so that a build by somebody else cannot pull a chunk from
 * under a page that is open.
 */
export async function browserAssets(): Promise<Asset[]> {
  // Two processes that build into one folder would each delete the other's files.
  return withLock(join(root, '.cache', 'browser.lock'), async () => {
    for (const target of [widget, wallet, playground]) {
      if (await isStale(target)) await target.build()
    }
    const assets = await Promise.all([
      readAssets(join(root, 'dist/browser')),
      readAssets(join(root, '.cache/demo/demo-wallet')),
      readAssets(join(root, '.cache/demo/playground')),
    ])
    return assets.flat()
  })
}

/** Returns whether a file is missing or older than its sources. */
export async function isStale({ output, sources }: BuiltFile): Promise<boolean> {
  const built = await stat(join(root, output)).catch(absent)
  if (!built) return true
  const changes = await Promise.all(sources.map((source) => lastChange(join(root, source))))
  return Math.max(...changes) > built.mtimeMs
}

/** Unix milliseconds of the newest of a file, or of a folder with all that is in it, but what npm has installed there. */
async function lastChange(path: string): Promise<number> {
  const own = await stat(path)
  if (!own.isDirectory()) return own.mtimeMs
  // A folder's own time tells of files that are gone.
  const inside = (await readdir(path)).filter((name) => name !== 'node_modules')
  const times = await Promise.all(inside.map((name) => lastChange(join(path, name))))
  return Math.max(own.mtimeMs, ...times)
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
