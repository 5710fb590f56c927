import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileChecks } from './compile-checks.ts'
import { documentRoutes } from './document-routes.ts'
import { readImports } from './imports.ts'
import { type PublishedPackage, versionRanges } from './packages.ts'
import { createShrinkwrap, type LockedManifest } from './shrinkwrap.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface RootManifest {
  name: string
  version: string
  license: string
  homepage: string
  repository: object
  bugs: string
  funding: string
  engines: object
  dependencies: Record<string, string>
}

/** Reads the manifest of the repository, which holds what its packages share. */
export function readRootManifest(): RootManifest {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as RootManifest
}

/**
 * Writes the folder of a package, from the build in dist/.
 *
 * @returns the folder
 * @throws Error when the build lacks a part, or the files import what the package does not name
 */
export async function writePackage(definition: PublishedPackage): Promise<string> {
  const folder = join(root, 'dist/npm', definition.name)
  rmSync(folder, { recursive: true, force: true })
  for (const file of listFiles(definition)) copy(join('dist', file), join(folder, 'dist', file))
  for (const [name, source] of Object.entries(definition.documents))
    copy(source, join(folder, name))
  documentRoutes(folder)
  if (definition.hasElement) await compileChecks(join(folder, 'dist'), listModules(folder))
  const manifest = createManifest(definition)
  writeJson(join(folder, 'package.json'), manifest)
  if (definition.isLocked)
    writeJson(join(folder, 'npm-shrinkwrap.json'), createShrinkwrap(manifest))
  checkImports(definition, folder)
  return folder
}

function writeJson(path: string, content: object) {
  writeFileSync(path, `${JSON.stringify(content, undefined, 2)}\n`)
}

function copy(source: string, target: string) {
  mkdirSync(dirname(target), { recursive: true })
  cpSync(join(root, source), target)
}

/** Lists the files of a package below dist/. */
function listFiles({ name, parts, assets, omits }: PublishedPackage): string[] {
  const files = parts.flatMap((part) => {
    const pattern = part.endsWith('/') ? `${part}**/*.*` : `${part}.{js,d.ts}`
    const files = globSync(pattern, { cwd: join(root, 'dist') })
    if (files.length === 0) throw new Error(`${name}: dist/${part} is missing. Build first.`)
    return files.filter((file) => !omits?.test(file))
  })
  return [...new Set([...files, ...Object.values(assets)])]
}

/** Lists the modules of a package in its dist. The browser's files are bundled: they import each other alone. */
const listModules = (folder: string) =>
  globSync('**/*.js', { cwd: join(folder, 'dist'), exclude: ['browser/**'] })

function createManifest(definition: PublishedPackage): LockedManifest & Record<string, unknown> {
  const { name, description, keywords, entries, assets, bin, sideEffects, cdnFile } = definition
  const { version, license, homepage, repository, bugs, funding, engines } = readRootManifest()
  const entryPaths = Object.entries(entries).map(([path, entry]) => [
    path,
    { types: `./dist/${entry}.d.ts`, default: `./dist/${entry}.js` },
  ])
  const assetPaths = Object.entries(assets).map(([path, file]) => [path, `./dist/${file}`])
  const { optionalPeers, typePeers, editorFiles = {}, isLocked = false } = definition
  const peers = [...optionalPeers, ...typePeers]
  const isOptional = peers.map((peer) => [peer, { optional: true }])
  return {
    ...{ name, version, description, license, homepage, repository, bugs, funding },
    ...{ type: 'module', keywords, engines },
    bin: bin && mapValues(bin, (file) => `./dist/${file}`),
    files: ['dist', 'CHANGELOG.md', ...(isLocked ? ['npm-shrinkwrap.json'] : [])],
    ...mapValues(editorFiles, (file) => `./dist/${file}`),
    ...(cdnFile && { unpkg: `./dist/${cdnFile}`, jsdelivr: `./dist/${cdnFile}` }),
    sideEffects: sideEffects.length > 0 && sideEffects.map((file) => `./dist/${file}`),
    exports: {
      ...Object.fromEntries([...entryPaths, ...assetPaths]),
      './package.json': './package.json',
    },
    dependencies: isLocked
      ? selectVersions(definition.dependencies)
      : selectRanges(definition.dependencies),
    ...(isOptional.length > 0 && {
      peerDependencies: {
        ...selectRanges(optionalPeers),
        ...Object.fromEntries(typePeers.map((peer) => [peer, '*'])),
      },
      peerDependenciesMeta: Object.fromEntries(isOptional),
    }),
  }
}

const mapValues = (record: Readonly<Record<string, string>>, map: (value: string) => string) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))

function selectRanges(names: readonly string[]): Record<string, string> {
  const ranges = names.map((name) => {
    const range = versionRanges[name]
    if (!range) throw new Error(`${name} has no range in scripts/pack/packages.ts.`)
    return [name, range] as const
  })
  return Object.fromEntries(ranges)
}

/** Returns the versions that the tests run with. */
export function selectVersions(names: readonly string[]): Record<string, string> {
  const { dependencies } = readRootManifest()
  return Object.fromEntries(names.map((name) => [name, dependencies[name] ?? '']))
}

/** Holds what a package names against what its files import, both ways. */
function checkImports({ name, dependencies, optionalPeers }: PublishedPackage, folder: string) {
  const imported = new Set<string>()
  for (const module of listModules(folder)) {
    const file = join('dist', module)
    const { libraries, relative } = readImports(join(folder, file))
    for (const library of libraries) imported.add(library)
    for (const path of relative)
      if (!existsSync(join(folder, dirname(file), path)))
        throw new Error(`${name}: ${file} imports ${path}, which is not in the package.`)
  }
  const named = new Set([...dependencies, ...optionalPeers])
  const missing = [...imported].filter((one) => !named.has(one))
  const unused = [...named].filter((one) => !imported.has(one))
  if (missing.length > 0)
    throw new Error(`${name} imports and does not name: ${missing.join(', ')}`)
  if (unused.length > 0) throw new Error(`${name} names and does not import: ${unused.join(', ')}`)
}
