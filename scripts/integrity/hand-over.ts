import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { type Plugin, parseSync, type Rolldown } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

type Edit = [start: number, end: number, text: string]

/**
 * Takes the entry's exports out of the module map: the page chooses the entry's address (`?ver=6.9`, `#x`), so a chunk that
 * imported `./pay-charge.js` would load it a second time under another one, without a hash. The entry puts what chunks use
 * into a list of the document instead, and they take it from there: they run only after the entry, which loads them.
 *
 * The list's name is of this very build. It changes the code of every chunk that uses it, before its name is made of its
 * code: chunks of one build never meet the entry of another.
 */
export function handOver(): Plugin {
  let list = ''
  return {
    name: 'hand-over',
    renderStart() {
      // The same in every folder: neither the order of the modules nor a path in them counts.
      const sources = [...this.getModuleIds()]
        .map((id) => (this.getModuleInfo(id)?.code ?? '').replaceAll(root, ''))
        .sort()
      const build = createHash('sha256').update(sources.join('\0')).digest('hex').slice(0, 8)
      list = `self.payCharge_${build}`
    },
    renderChunk(code, chunk, _, { chunks }) {
      const entry = Object.values(chunks).find(({ isEntry }) => isEntry)
      if (!entry) this.error('The build has no entry.')
      const { fileName, exports } = entry
      const edits =
        chunk.fileName === fileName
          ? replaceExports(code, exports, list)
          : replaceImports(code, fileName, exports, list)
      return edits.length > 0 ? { code: apply(code, edits), map: null } : undefined
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') refuseImports(file, bundle, (text) => this.error(text))
      },
    },
  }
}

/** Replaces the entry's exports by the list. A second entry in the page uses that of the first. */
function replaceExports(code: string, names: readonly string[], list: string): Edit[] {
  return statements(code).flatMap((statement): Edit[] => {
    if (statement.type !== 'ExportNamedDeclaration') return []
    const locals = new Map(
      statement.specifiers.map(({ local, exported }) => [textOf(exported), textOf(local)]),
    )
    const items = names.map((name) => locals.get(name)).join()
    return [[statement.start, statement.end, `${list} ??= [${items}];`]]
  })
}

/** Replaces the imports from the entry by places of the list. */
function replaceImports(
  code: string,
  fileName: string,
  names: readonly string[],
  list: string,
): Edit[] {
  return statements(code).flatMap((statement): Edit[] => {
    if (statement.type !== 'ImportDeclaration') return []
    if (statement.source.value !== `./${fileName}`) return []
    const places: string[] = []
    for (const specifier of statement.specifiers) {
      if (specifier.type !== 'ImportSpecifier')
        throw new Error('Only named imports of the entry can be handed over.')
      places[names.indexOf(textOf(specifier.imported))] = specifier.local.name
    }
    // What a chunk does not use is a hole: join writes nothing between two commas.
    const taken = places.length > 0 ? `const [${places.join()}] = ${list};` : ''
    return [[statement.start, statement.end, taken]]
  })
}

/** What the build promises: no file imports one without a hash in its name. */
function refuseImports(
  { fileName, code }: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  fail: (text: string) => never,
): void {
  for (const statement of statements(code)) {
    const source = 'source' in statement ? statement.source?.value : undefined
    const name = typeof source === 'string' ? source.replace(/^\.\//, '') : undefined
    const file = name === undefined ? undefined : bundle[name]
    if (file?.type === 'chunk' && file.isEntry) fail(`${fileName} imports the entry.`)
  }
}

const statements = (code: string) => parseSync('chunk.js', code).program.body

const textOf = (name: { name?: string; value?: unknown }) => String(name.name ?? name.value)

function apply(code: string, edits: Edit[]): string {
  let edited = code
  for (const [start, end, text] of edits.sort(([a], [b]) => b - a))
    edited = edited.slice(0, start) + text + edited.slice(end)
  return edited
}
