import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A fenced block of code in the documentation. */
export interface CodeBlock {
  file: string
  /** The line of its first fence. */
  line: number
  language: string
  code: string
}

/** The documents for merchants and operators, from the project's root. Not those that the build of the site writes. */
export const documents = [
  'README.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  ...globSync('docs/**/*.md', {
    cwd: root,
    exclude: ['docs/node_modules/**', 'docs/api.md', 'docs/api-*.md'],
  }),
]

export const readDocument = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Returns every fenced block of a document, or of a text that is one. */
export function listBlocks(file: string, text = readDocument(file)): CodeBlock[] {
  return [...text.matchAll(/^( *)```([\w-]*)[^\n]*\n(.*?)^ *```$/gms)].map((match) => {
    const [, indent = '', language = '', code = ''] = match
    return {
      file,
      line: text.slice(0, match.index).split('\n').length,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }
  })
}

/** Returns the first cells of the rows of a table, without code marks, from the table below a heading. */
export function listNames(document: string, heading: string): string[] {
  const section = document.split(new RegExp(`^#+ ${heading}$`, 'm'))[1] ?? ''
  const rows = /(?:^\|.*\n)+/m.exec(section)?.[0].split('\n').slice(2) ?? []
  return rows.flatMap((row) => {
    const cell = row.split('|')[1] ?? ''
    return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
  })
}
