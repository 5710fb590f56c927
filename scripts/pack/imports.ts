import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { parseSync, Visitor } from 'vite'

interface Imported {
  path: string
  /** Where the path stands in the code, with its quotes. */
  start: number
  end: number
}

/**
 * Reads what a module imports: the names of libraries, and the paths of other modules as they are written. A package of fonts has no code
 * to import: the module that reads its files names it.
 */
export function readImports(file: string): {
  libraries: string[]
  relative: string[]
  relativeAt: Imported[]
} {
  const imported: Imported[] = []
  const add = ({ source }: { source?: unknown }) => {
    const { value, start, end } = (source ?? {}) as { value?: unknown; start: number; end: number }
    if (typeof value === 'string') imported.push({ path: value, start, end })
  }
  const fonts: string[] = []
  const addFonts = ({ value }: { value?: unknown }) => {
    if (typeof value === 'string' && value.startsWith('@fontsource')) fonts.push(value)
  }
  new Visitor({
    ImportDeclaration: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: add,
    Literal: addFonts,
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program)
  const relativeAt = imported.filter(({ path }) => path.startsWith('.'))
  const toPackage = (path: string) => path.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? path
  return {
    libraries: [...imported.map(({ path }) => path), ...fonts]
      .filter((path) => !/^[./]/.test(path) && !isBuiltin(path))
      .map(toPackage),
    relative: relativeAt.map(({ path }) => path),
    relativeAt: relativeAt.sort((a, b) => a.start - b.start),
  }
}
