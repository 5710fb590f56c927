import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { environmentVariables } from '../../src/service/settings.ts'
import { docsFolder } from './paths.ts'

const settingsPage = join(docsFolder, 'service-settings.md')

/** Writes the settings of the service into their page, where they have changed. */
export async function updateReference(): Promise<void> {
  const markdown = await readFile(settingsPage, 'utf8')
  const updated = fillSettings(markdown)
  if (updated !== markdown) await writeFile(settingsPage, updated)
}

/** Returns the page of the settings with the table of all environment variables between its markers. */
export function fillSettings(markdown: string): string {
  const rows = Object.entries(environmentVariables).map(
    ([name, { description, defaultText }]) =>
      `| \`${name}\` | ${toCell(description)} | ${defaultText === '' ? '' : `\`${defaultText}\``} |`,
  )
  const table = ['| variable | meaning | default |', '|---|---|---|', ...rows].join('\n')
  return replaceBetween(markdown, 'settings', table)
}

/** Returns a text with other content between the markers of a name. */
export function replaceBetween(text: string, name: string, content: string): string {
  const [start, end] = [`<!-- ${name} -->\n`, `\n<!-- /${name} -->`]
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`There are no markers ${name}.`)
  return text.slice(0, from + start.length) + content + text.slice(to)
}

/** JSON of a description becomes code, so that its brackets are text; its bar would end the cell. */
function toCell(text: string): string {
  return text
    .replace(/(\[\{.*?\}\]|\{"[^}]*\})/g, '`$1`')
    .replaceAll('|', '\\|')
    .replace(/<(?![^`]*`)/g, '&lt;')
}
