import { mkdir, writeFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { chromiumArguments, chromiumPath } from '../../demo/browser.ts'
import { reservePort } from '../support/ports.ts'
import { type Stage, startStage } from '../support/stage.ts'
import { type Checked, type Example, examples, mistakes, quickExamples } from './examples.ts'
import type { Server } from './npm.ts'
import { payInBrowser } from './pay.ts'
import { createProject, type Project } from './project.ts'

// Installs, builds, checks and pays through the examples, and prints a table.
//
//   node test/examples/run.ts              all: `npm run test:examples`
//   node test/examples/run.ts --quick      the two of `npm test`
//   node test/examples/run.ts next vue     these

const output = fileURLToPath(new URL('../output', import.meta.url))

const kinds = ['attributes', 'properties', 'events'] as const satisfies readonly Checked[]
const columns = ['installs', 'builds', ...kinds, 'SSR', 'pays'] as const
type Column = (typeof columns)[number]
/** `–`: there is no such thing in this framework. Undefined: an earlier step has failed. */
type Cell = 'yes' | 'NO' | '–'
type Row = Partial<Record<Column, Cell>>

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
})
const names = values.quick ? quickExamples : positionals
const chosen = examples.filter(({ name }) => names.length === 0 || names.includes(name))
if (chosen.length === 0) throw new Error(`There is no example ${names.join(' ')}.`)

// Whoever is told to end takes servers and chain along, as `exit` does. Playwright would only close its browser.
process.once('SIGTERM', () => process.exit(143))
await mkdir(`${output}/examples`, { recursive: true })
const stage = await startStage()
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: [...chromiumArguments],
  handleSIGTERM: false,
})
const lines: string[] = []
let passed = 0
let failed = 0
try {
  for (const example of chosen) {
    const start = performance.now()
    const row = await runExample(example, stage, browser)
    const seconds = (performance.now() - start) / 1000
    const cells = columns.map((column) => row[column] ?? '')
    passed += cells.filter((cell) => cell === 'yes').length
    failed += cells.filter((cell) => cell === 'NO').length
    lines.push(formatLine([example.name, ...cells, `${seconds.toFixed(0)} s`]))
    console.log(lines.at(-1))
  }
} finally {
  await browser.close()
  await stage.end()
}
const table = [formatLine(['example', ...columns, 'time']), ...lines].join('\n')
console.log(`\n${table}\n\nyes: seen in this run; –: this framework has no such thing.`)
await writeFile(`${output}/examples/table.txt`, `${table}\n`)
await writeFile(`${output}/examples.json`, JSON.stringify({ passed, failed }))
process.exitCode = failed > 0 ? 1 : 0

/** Takes an example through all steps; what needs a step that has failed is left out. */
async function runExample(example: Example, stage: Stage, browser: Browser): Promise<Row> {
  const row: Row = {}
  const project = await createProject(example.name)
  const step = async (column: Column, work: () => Promise<unknown>) => {
    try {
      await work()
      row[column] = 'yes'
    } catch (error) {
      row[column] = 'NO'
      console.error(`\n${example.name}: ${column} (${project.folder})\n${formatError(error)}`)
    }
    return row[column] === 'yes'
  }
  if (!(await step('installs', project.install))) return row
  if (!project.hasScript('build')) row.builds = '–'
  else if (!(await step('builds', () => project.runScript('build')))) return row
  Object.assign(row, await checkTypes(example, project))
  let server: Server | undefined
  const url = `http://localhost:${await reservePort()}/`
  const hasStarted = await step('SSR', async () => {
    server = await startServer(example, project, stage, url)
    await checkPage(url)
  })
  const picture = `${output}/examples/${example.name}.png`
  if (hasStarted) await step('pays', () => payInBrowser(browser, stage, url, picture))
  if (server && row.pays !== 'yes') console.error(`\nThe server said:\n${server.output()}`)
  await server?.stop()
  return row
}

/** Checks that an example compiles, and that its type checker finds each mistake that is put into a copy. */
async function checkTypes({ name, unchecked }: Example, project: Project): Promise<Row> {
  const report = await checkMistakes(project)
  const isFound = (kind: Checked) => report.isRight && mistakes[kind].found.test(report.output)
  const row: Row = {}
  for (const kind of kinds) row[kind] = unchecked[kind] ? '–' : isFound(kind) ? 'yes' : 'NO'
  if (kinds.some((kind) => row[kind] === 'NO'))
    console.error(`\n${name}: type checker (${project.folder})\n${report.output}`)
  return row
}

/** Returns the type checker's output: for the example where that is wrong, else for its mistakes. */
async function checkMistakes(project: Project): Promise<{ isRight: boolean; output: string }> {
  try {
    await project.runScript('check')
  } catch (error) {
    return { isRight: false, output: formatError(error) }
  }
  const output = await project.checkMistakes(Object.values(mistakes))
  return { isRight: true, output: `It has not found each mistake that was put in:\n${output}` }
}

/** Returns the messages of an error and its causes. */
function formatError(error: unknown): string {
  const { message, cause } = error as Error
  return cause ? `${message}\n${formatError(cause)}` : message
}

/** Checks that the server's own HTML holds the element, and of its attributes only those that text can say. */
async function checkPage(url: string) {
  const response = await fetch(url)
  const html = await response.text()
  const [tag] = /<pay-charge[^>]*>/.exec(html) ?? []
  const isRight = tag?.includes('brand-color="#7c3aed"') && !/\[object|rpc-?urls|onpay/i.test(tag)
  if (response.status !== 200 || !isRight)
    throw new Error(`${url} was answered with ${response.status}:\n${html}`)
}

function startServer(
  { startArguments }: Example,
  project: Project,
  stage: Stage,
  url: string,
): Promise<Server> {
  const environment = {
    PORT: new URL(url).port,
    PAY_CHARGE_URL: stage.service.baseUrl,
    PAY_CHARGE_PROXY_KEY: stage.apiKey,
  }
  return project.start(environment, startArguments?.(environment) ?? [])
}

function formatLine([name = '', ...cells]: readonly string[]): string {
  return name.padEnd(12) + cells.map((cell) => cell.padEnd(12)).join('')
}
