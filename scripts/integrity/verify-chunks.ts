import { fileURLToPath } from 'node:url'
import { type Plugin, parseSync, type Rolldown, Visitor } from 'vite'
import { computeIntegrity } from './hash.ts'

/** What the code of a dynamic import asks for; {@link verifyChunks} resolves it to the file below. */
const loaderName = 'pay-charge:load-chunk'
const loaderFile = fileURLToPath(new URL('../../src/element/first/load-chunk.ts', import.meta.url))

type Chunks = Map<string, Rolldown.OutputChunk>
/** The files that a dynamic import needs and that are not loaded yet, each with its hash. */
type FileHashes = Record<string, string>

/**
 * Makes every dynamic import load its chunks by their hashes: `import('./wallet.ts')` becomes
 * `loadChunk(import.meta.integrity['./wallet.ts'], () => import('./wallet.ts'))`, and the first line of each file of the
 * build sets `import.meta.integrity`.
 *
 * A file holds the hashes of those that it loads, and these of those that they load: who holds the hash of the entry holds
 * all of them, the entry stays small, and no file has to be loaded for its hashes alone.
 */
export function verifyChunks(): Plugin {
  /** By importing module: the modules that it imports dynamically, by the text that it names them with. */
  const lazyImports = new Map<string, Map<string, string>>()
  return {
    name: 'verify-chunks',
    enforce: 'pre',
    resolveId: { filter: { id: /^pay-charge:load-chunk$/ }, handler: () => loaderFile },
    transform: {
      filter: { id: /\.[cm]?[jt]s$/, code: 'import(' },
      async handler(code, id) {
        const wrapped = wrapDynamicImports(id, code)
        if (wrapped.specifiers.length === 0) return
        const targets = new Map<string, string>()
        for (const specifier of wrapped.specifiers) {
          const resolved = await this.resolve(specifier, id)
          if (!resolved) this.error(`${specifier} is not found.`)
          targets.set(specifier, resolved.id)
        }
        lazyImports.set(id, targets)
        return { code: wrapped.code, map: null }
      },
    },
    generateBundle: {
      // After all that changes the code of a chunk.
      order: 'post',
      handler(_, bundle) {
        const outputs = Object.values(bundle).filter((one) => one.type === 'chunk')
        const chunks: Chunks = new Map(outputs.map((chunk) => [chunk.fileName, chunk]))
        for (const fileName of addHashes(chunks, lazyImports)) moveMapDown(bundle, fileName)
      },
    },
  }
}

/** Wraps each dynamic import of a module in `loadChunk`. Lines stay where they are, so that source maps hold. */
export function wrapDynamicImports(id: string, code: string) {
  const specifiers: string[] = []
  const edits: [at: number, text: string][] = []
  new Visitor({
    ImportExpression({ source, start, end }) {
      if (source.type !== 'Literal' || typeof source.value !== 'string')
        throw new Error(`${id}: only an import of a fixed file can be verified.`)
      specifiers.push(source.value)
      const key = JSON.stringify(source.value)
      edits.push([start, `__loadChunk(import.meta.integrity[${key}], () => `], [end, ')'])
    },
  }).visit(parseSync(id, code).program)
  let wrapped = code
  for (const [at, text] of edits.sort(([a], [b]) => b - a))
    wrapped = wrapped.slice(0, at) + text + wrapped.slice(at)
  if (edits.length > 0) wrapped += `\nimport { loadChunk as __loadChunk } from '${loaderName}'\n`
  return { code: wrapped, specifiers }
}

/**
 * Writes into each chunk the hashes of those that it imports dynamically: a chunk's own hash is known only afterwards.
 * Returns the names of the chunks that have one line more.
 */
function addHashes(chunks: Chunks, lazyImports: Map<string, Map<string, string>>): string[] {
  const changed: string[] = []
  const hashes = new Map<string, string>()
  const open = new Set<string>()
  const finish = (fileName: string): string => {
    const known = hashes.get(fileName)
    if (known) return known
    if (open.has(fileName)) throw new Error(`${fileName} would have to hold its own hash.`)
    open.add(fileName)
    const chunk = chunks.get(fileName) as Rolldown.OutputChunk
    const table: Record<string, FileHashes> = {}
    for (const [specifier, target] of listLazyImports(chunk, lazyImports)) {
      const missing = listMissingFiles(chunks, chunk, findChunk(chunks, target))
      table[specifier] = Object.fromEntries(missing.map((name) => [name, finish(name)]))
    }
    if (Object.keys(table).length > 0) {
      addFirstLine(chunk, table)
      changed.push(fileName)
    }
    // SHA-256, because half of the first load's hashes are bytes that no compression makes smaller.
    const hash = computeIntegrity(chunk.code, 'sha256')
    hashes.set(fileName, hash)
    return hash
  }
  for (const fileName of chunks.keys()) finish(fileName)
  return changed
}

/** Moves the source map of a chunk one line down. It is a file of the build by now: `chunk.map` is but a copy of it. */
function moveMapDown(bundle: Rolldown.OutputBundle, fileName: string): void {
  const file = bundle[`${fileName}.map`]
  if (file?.type !== 'asset') return
  const map = JSON.parse(String(file.source)) as { mappings: string }
  file.source = JSON.stringify({ ...map, mappings: `;${map.mappings}` })
}

function addFirstLine(chunk: Rolldown.OutputChunk, table: Record<string, FileHashes>) {
  // Behind the compile hint (vite.config.ts), which V8 reads at the very beginning of a file only.
  const [hint = ''] = /^\/\/#.*\n/.exec(chunk.code) ?? []
  chunk.code = `${hint}import.meta.integrity=${JSON.stringify(table)};\n${chunk.code.slice(hint.length)}`
}

function listLazyImports(
  { moduleIds }: Rolldown.OutputChunk,
  lazyImports: Map<string, Map<string, string>>,
): Map<string, string> {
  const all = new Map<string, string>()
  for (const id of moduleIds)
    for (const [specifier, target] of lazyImports.get(id) ?? []) {
      const other = all.get(specifier)
      // The table of a chunk has one place for each text.
      if (other && other !== target) throw new Error(`${specifier} names two files: ${id}`)
      all.set(specifier, target)
    }
  return all
}

function findChunk(chunks: Chunks, moduleId: string): Rolldown.OutputChunk {
  const found = [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(moduleId))
  if (!found) throw new Error(`No chunk holds ${moduleId}.`)
  return found
}

/** Lists a chunk and its static imports, those first that others need, without what the importing chunk has loaded. */
function listMissingFiles(
  chunks: Chunks,
  importer: Rolldown.OutputChunk,
  target: Rolldown.OutputChunk,
): string[] {
  const loaded = listStaticImports(chunks, importer)
  // The entry runs already, and hands over what they use of it (hand-over.ts).
  return [...listStaticImports(chunks, target)].filter(
    (name) => !loaded.has(name) && !chunks.get(name)?.isEntry,
  )
}

function listStaticImports(
  chunks: Chunks,
  { fileName, imports }: Rolldown.OutputChunk,
  seen = new Set<string>(),
  path = new Set<string>(),
): Set<string> {
  path.add(fileName)
  for (const name of imports) {
    const chunk = chunks.get(name)
    if (chunk && !path.has(name)) listStaticImports(chunks, chunk, seen, path)
  }
  return seen.add(fileName)
}
