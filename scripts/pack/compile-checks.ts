import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { checkoutSchemas, compileModule } from '../schemas/compile-schemas.ts'
import { readImports } from './imports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What a browser loads of the package. What renders on a server has zod at hand. */
const isOfBrowser = (file: string) =>
  /^(index|pay-charge|preview|(element(?!\/ssr\/)|checkout|wallet|frameworks)\/.*)\.js$/.test(file)

/** The folder of the modules that exist a second time, below dist. */
const folderOfChecks = 'checks'

/**
 * Gives the element in a package the compiled checks of the script tag: its bundle has no zod. Client and proxy keep the schemas,
 * which merchants use by themselves. So the modules between the element and a schema exist twice, the second time in `dist/checks`.
 *
 * @param dist the package's folder of JavaScript, whose files are changed
 * @returns the files that were added, in `dist`
 */
export async function compileChecks(dist: string, files: readonly string[]): Promise<string[]> {
  const imports = new Map(files.map((file) => [file, importsOf(dist, file)]))
  const compiled = new Map(checkoutSchemas.map((path) => [`api/schemas/${path}.js`, path]))
  const twice = listBetween(imports, (file) => compiled.has(file))
  for (const file of files.filter(isOfBrowser)) redirect(dist, file, file, twice)
  for (const file of twice) {
    const path = compiled.get(file)
    if (path === undefined) redirect(dist, file, toCheck(file), twice)
    else write(dist, toCheck(file), await compile(path, toCheck(file)))
  }
  return [...twice].map(toCheck)
}

const toCheck = (file: string) => `${folderOfChecks}/${file}`

const importsOf = (dist: string, file: string) =>
  readImports(join(dist, file)).relative.map((path) => posix.join(posix.dirname(file), path))

/** Lists the modules in `api` that a browser reaches, and from which a schema is reached, with those of the schemas. */
function listBetween(
  imports: ReadonlyMap<string, readonly string[]>,
  isSchema: (file: string) => boolean,
): Set<string> {
  const reached = new Set([...imports.keys()].filter(isOfBrowser))
  for (const file of reached)
    if (!isSchema(file)) for (const one of imports.get(file) ?? []) reached.add(one)
  const leads = new Map<string, boolean>()
  const leadsToSchema = (file: string): boolean => {
    const known = leads.get(file)
    if (known !== undefined) return known
    leads.set(file, false)
    const result = isSchema(file) || (imports.get(file) ?? []).some(leadsToSchema)
    leads.set(file, result)
    return result
  }
  return new Set([...reached].filter((file) => file.startsWith('api/') && leadsToSchema(file)))
}

/** Writes a module to `target`, with its imports of modules that exist twice turned to the second ones. */
function redirect(dist: string, file: string, target: string, twice: ReadonlySet<string>) {
  const { relativeAt } = readImports(join(dist, file))
  let code = readFileSync(join(dist, file), 'utf8')
  for (const { start, end, path } of relativeAt.toReversed()) {
    const imported = posix.join(posix.dirname(file), path)
    const meant = twice.has(imported) ? toCheck(imported) : imported
    code = `${code.slice(0, start)}'${toPath(target, meant)}'${code.slice(end)}`
  }
  write(dist, target, code)
}

async function compile(path: string, target: string): Promise<string> {
  const source = pathToFileURL(join(root, `src/api/schemas/${path}.ts`)).href
  const schemas: Record<string, unknown> = await import(source)
  return `${compileModule(schemas, toPath(target, 'api/schemas/compiled-schema.js'))}\n`
}

function toPath(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to)
  return path.startsWith('.') ? path : `./${path}`
}

function write(dist: string, file: string, code: string) {
  mkdirSync(dirname(join(dist, file)), { recursive: true })
  writeFileSync(join(dist, file), code)
}
