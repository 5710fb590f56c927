import { readFileSync } from 'node:fs'
import * as analyzer from '@custom-elements-manifest/analyzer'
import type {
  ClassDeclaration,
  CustomElementDeclaration,
  Module,
  Package,
} from 'custom-elements-manifest'
import { type AnalyzerTypeScript, describeElement, type SourceFile } from './element-plugin.ts'

const root = new URL('../../', import.meta.url)

/** What is read: the element, its events, and the two entries from which a page has them. */
const sources = [
  'src/element/pay-charge.ts',
  'src/element/events.ts',
  'src/element/checkout/payment-events.ts',
  'src/pay-charge.ts',
  'src/index.ts',
]
/** Where the types of properties are written, which the class only refers to. */
const typeSources = [
  'src/wallet/options.ts',
  'src/element/first/context.ts',
  'src/api/client/call.ts',
]

/** What of the analyzer its own types leave out. It brings a TypeScript of its own, whose syntax trees it reads. */
interface Analyzer {
  create(options: { modules: SourceFile[]; plugins: analyzer.Plugin[] }): Package
  ts: AnalyzerTypeScript
}

/** Returns the Custom Elements Manifest of the package, from the sources. Its paths are those of the package. */
export function createManifest(): Package {
  const { create, ts } = analyzer as unknown as Analyzer
  const parse = (path: string) =>
    ts.createSourceFile(
      path,
      readFileSync(new URL(path, root), 'utf8'),
      ts.ScriptTarget.ES2022,
      true,
    )
  const manifest = create({
    modules: sources.map(parse),
    plugins: [describeElement(typeSources.map(parse), ts)],
  })
  return { ...manifest, modules: selectPublic(manifest.modules).map(renamePaths) }
}

/** Returns the element of a manifest. */
export function findElement(manifest: Package): CustomElementDeclaration {
  const found = manifest.modules
    .flatMap(({ declarations = [] }) => declarations)
    .find((one) => 'customElement' in one)
  if (!found) throw new Error('The manifest has no element.')
  return found as CustomElementDeclaration
}

/** Leaves out what a page cannot import: functions, and exports of types, which have no code. */
function selectPublic(modules: readonly Module[]): Module[] {
  const isClass = (one: { kind: string }): one is ClassDeclaration => one.kind === 'class'
  const classes = new Set(
    modules.flatMap(({ declarations = [] }) =>
      declarations.filter(isClass).map(({ name }) => name),
    ),
  )
  return modules.map((module) => ({
    ...module,
    declarations: module.declarations?.filter(isClass) ?? [],
    exports:
      module.exports?.filter(
        ({ kind, name }) =>
          kind === 'custom-element-definition' ||
          // The entry that defines the element exports types alone.
          (classes.has(name) && module.path !== 'src/pay-charge.ts'),
      ) ?? [],
  }))
}

/** Writes the paths of a module as the package has them: `dist/element/pay-charge.js`. */
function renamePaths(module: Module): Module {
  const text = JSON.stringify(module, (key, value) => {
    if ((key !== 'path' && key !== 'module') || typeof value !== 'string') return value
    return value.replace(/^(\.|\/?src)\/(.*)\.ts$/, 'dist/$2.js')
  })
  return JSON.parse(text) as Module
}
