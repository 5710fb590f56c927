import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type OptionSetting,
  programSettings,
  serviceSettings,
  type VariableSetting,
} from '../../src/service/app/setting-table.ts'
import { docsFolder } from './paths.ts'

const settingsPage = join(docsFolder, 'service-settings.md')

/** Writes the settings of the service into their page, where they have changed. */
export async function updateReference(): Promise<void> {
  const markdown = await readFile(settingsPage, 'utf8')
  const updated = fillSettings(markdown)
  if (updated !== markdown) await writeFile(settingsPage, updated)
}

type Setting = OptionSetting<unknown> | VariableSetting<string, unknown>

/** Returns the page of the settings with the tables of all variables and of all further options between their markers. */
export function fillSettings(markdown: string): string {
  const settings: [name: string, Setting][] = Object.entries(serviceSettings)
  const variables = [
    ...Object.values(programSettings).map((setting) => formatVariable('', setting)),
    ...settings.flatMap(([name, setting]) =>
      'variable' in setting ? [formatVariable(`\`${name}\``, setting)] : [],
    ),
  ]
  const options = settings
    .filter(([, setting]) => !('variable' in setting))
    .map(
      ([name, setting]) =>
        `| \`${name}\` | ${toCell(setting.description)} | ${formatDefault(name, setting.default)} |`,
    )
  const withVariables = replaceBetween(
    markdown,
    'settings',
    ['| variable | meaning | default | option |', '|---|---|---|---|', ...variables].join('\n'),
  )
  return replaceBetween(
    withVariables,
    'options',
    ['| option | meaning | default |', '|---|---|---|', ...options].join('\n'),
  )
}

function formatVariable(option: string, setting: VariableSetting<string, unknown>): string {
  const { variable, description, defaultText } = setting
  const text = defaultText === '' ? '' : `\`${defaultText}\``
  return `| \`${variable}\` | ${toCell(description)} | ${text} | ${option} |`
}

/** Formats the default of an option: a time in its largest unit, and nothing for what is empty. */
function formatDefault(name: string, value: unknown): string {
  if (value === undefined || value instanceof Map) return ''
  if (Array.isArray(value)) return value.map((item) => formatDefault(name, item)).join(', ')
  if (typeof value !== 'number' || !name.endsWith('Ms')) return `\`${value}\``
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1000],
  ] as const
  const [unit, ms] = units.find(([, unitMs]) => value >= unitMs) ?? ['ms', 1]
  return `${value / ms} ${unit}${value === ms ? '' : 's'}`
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
