import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Libraries of many modules, of which each would be a call. */
const bundled = /^(viem|ox|lit|zod|@wagmi\/core)(\/|$)/

/** Where the server has them. */
const folder = '/libraries/'

/** Lists what source and tests import of these libraries. */
function listImported(): string[] {
  const files = globSync(['src/**/*.ts', 'test/{element,engines,wallet}/**/*.ts'], { cwd: root })
  const found = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from |import |import\()'([^'.]\S*)'/g)]
      .map(([, name = '']) => name)
      .filter((name) => bundled.test(name)),
  )
  return [...new Set(found)].sort()
}

/** Bundles them, with what they share in chunks, and returns the files by their paths. */
async function bundle(names: readonly string[]): Promise<Map<string, string>> {
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, name])),
    cwd: root,
    platform: 'browser',
    // What a library of both asks for in Node only.
    external: [/^node:/],
    logLevel: 'warn',
    resolve: { conditionNames: ['production', 'browser', 'import', 'default'] },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    // An entry has all its names, also those that no other entry imports.
    preserveEntrySignatures: 'strict',
  })
  const { output } = await build.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  })
  await build.close()
  return new Map(
    output.flatMap((file) => (file.type === 'chunk' ? [[folder + file.fileName, file.code]] : [])),
  )
}

/**
 * Creates the plugin of a test server that serves libraries as a build has them, in some files. Module by module, the least of viem is
 * 250 calls, and a wallet 500: seconds on a machine that is idle, and on a busy one more than the element waits for a part of itself.
 */
export function libraries() {
  const names = new Set(listImported())
  let files = new Map<string, string>()
  return {
    name: 'libraries',
    async serverStart() {
      files = await bundle([...names])
    },
    resolveImport: ({ source }: { source: string }) =>
      names.has(source) ? `${folder}${source}.js` : undefined,
    serve({ path }: { path: string }) {
      const body = files.get(path)
      return body === undefined ? undefined : { body, type: 'js' }
    },
  }
}
