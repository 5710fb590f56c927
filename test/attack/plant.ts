import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { realTokensPath } from '../support/real-tokens.ts'
import { type Plant, readPlants } from './plants/plant.ts'

// `npm run plant:attack`: each attack test can fail. A rule is taken out of a copy of the source, and the test that holds
// it must fail there. ONLY names plants by a part of their rule, several of them with `|` between.

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A copy of the sources, with the same dependencies. */
function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'pay-charge-plant-'))
  for (const part of [
    'src',
    'test',
    'demo',
    'scripts',
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
  ]) {
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: (path) => !path.startsWith(join(root, 'test/output')),
    })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

function run(cwd: string, command: string, args: readonly string[]) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    // At night each test is played whole. The copy lies elsewhere, and what is beside the project is not beside it.
    const env = { ...process.env, PLANTED: '1', NIGHTLY: '1', REAL_TOKENS: realTokensPath }
    const child = spawn(command, args, { cwd, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text: string) => {
        output += text
      })
    }
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

const bin = (name: string) => join(root, 'node_modules/.bin', name)
const quote = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Runs the plant's test in the copy. */
async function runTest(copy: string, { test, name }: Plant) {
  if (!test.includes('/browser/')) {
    const pattern = name === undefined ? [] : ['--test-name-pattern', `^${quote(name)}$`]
    // Without its rule a test may wait for ever, and so may what it has started.
    const ends = ['--test-timeout=180000', '--test-force-exit']
    const args = ['--test', '--test-reporter=tap', ...ends, ...pattern, test]
    return await run(copy, bin('node'), args)
  }
  const built = await run(copy, bin('vite'), ['build', '--logLevel', 'warn'])
  if (built.code !== 0) return { code: 0, output: `it does not build:\n${built.output}` }
  const grep = name === undefined ? [] : ['--grep', quote(name)]
  const config = 'test/playwright.config.ts'
  return await run(copy, bin('playwright'), ['test', '-c', config, basename(test), ...grep])
}

/** What became of a plant: undefined when the test has found it. */
async function plant(copy: string, one: Plant): Promise<string | undefined> {
  const path = join(copy, one.file)
  const source = readFileSync(path, 'utf8')
  if (source.split(one.from).length !== 2) return 'NOT PLANTED: `from` stands there not just once'
  writeFileSync(
    path,
    source.replace(one.from, () => one.to),
  )
  try {
    const { code, output } = await runTest(copy, one)
    // A source that cannot be run fails every test, and proves nothing.
    const broken =
      /DID NOT RUN|SyntaxError|ERR_MODULE_NOT_FOUND|ERR_INVALID_TYPESCRIPT|does not build/.exec(
        output,
      )
    if (broken) return `PROVES NOTHING (${broken[0]}):\n${output.slice(0, 2000)}`
    if (code === 0) return 'NOT FOUND: the test passes without the rule'
    if (one.name !== undefined && !output.includes(one.name)) return 'NOT FOUND: no such test'
    return undefined
  } finally {
    writeFileSync(path, source)
  }
}

const all = await readPlants()
const parts = (process.env.ONLY ?? '').split('|')
const chosen = all.filter(({ rule }) => parts.some((part) => rule.includes(part)))
const queue = [...chosen]
let missed = 0

async function worker() {
  const copy = copySources()
  try {
    for (let one = queue.shift(); one; one = queue.shift()) {
      const wrong = await plant(copy, one)
      if (wrong) missed += 1
      console.log(`${wrong === undefined ? 'found' : 'MISSED'}  ${one.rule} (${dirname(one.file)})`)
      if (wrong) console.log(`        ${wrong}`)
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker))
console.log(`${chosen.length - missed} of ${chosen.length} planted faults found.`)
process.exitCode = missed > 0 ? 1 : 0
