import { spawn } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { JSONReport } from 'playwright/types/testReporter'
import { listChangedBrowserTests } from './support/changed.ts'
import { readCpuSeconds } from './support/cost.ts'
import { leftToNight } from './support/effort.ts'
import { listPlaywrightFailures, listTapFailures } from './support/failures.ts'
import { startPostgres } from './support/postgres.ts'

// The tests, in stages that each have their own runner, with one figure for all.
//
//   node test/run.ts                          all stages: `npm test`
//   node test/run.ts browser                  a group or a stage: `npm run test:browser`
//   node test/run.ts browser journal          of it the files with this in their path
//   node test/run.ts e2e --name "paid once"   of it the tests with this in their name
//
//   node test/run.ts nightly                  what a run of everything leaves out: `npm run test:nightly`
//
// Types and lint are checked beside the build. Then three lanes run side by side, and within each of them one stage after the
// other: pages, services, and the rest. They take about the same time. A stage that fails does not stop the next, so that one run
// tells everything.

const root = fileURLToPath(new URL('..', import.meta.url))
const output = join(root, 'test/output')

/** The stages that a name on the command line stands for, where it is not one stage. */
const groups: Record<string, readonly string[]> = {
  fast: ['types', 'lint', 'units', 'browser'],
  service: ['service', 'embedded'],
  fault: ['faults'],
  attack: ['build', 'attack', 'e2e'],
  engines: ['build', 'engines'],
  e2e: ['build', 'e2e'],
  examples: ['pack', 'examples'],
  nightly: [
    'build',
    'pack',
    'units',
    'faults',
    'engines',
    'service',
    'embedded',
    'attack',
    'demo',
    'examples',
    'e2e',
  ],
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { name: { type: 'string' } },
})
const { name: testName } = values

interface Result {
  passed: number
  failed: number
  /** The failing tests, with what they said. */
  failures?: string[]
  /** How many tests are left to `npm run test:nightly`. */
  left?: number
  /** How many files are left to it in one of the browsers. */
  leftFiles?: number
  /** What the stage did without because this machine has it not. */
  missing?: string[]
}

/** Stages that run one after the other. Those of different lanes run side by side. */
type Lane = 'checks' | 'services' | 'rest'

interface Stage {
  name: string
  command: readonly string[]
  /** Reads the runner's own report. Without one, the stage is one check that passes or fails. */
  read?: () => Result
  /** Whether none of the chosen files belongs to it. */
  isEmpty?: boolean
  /** The lane in which it runs, beside the one that shows what it says at once; there it is shown when the stage has ended. */
  beside?: Lane
}

/** Returns the files that match, and of these only the chosen ones where some were chosen. */
function listFiles(patterns: readonly string[], exclude: readonly string[] = []): string[] {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root, exclude }))
  return files
    .filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)))
    .sort()
}

const runnersOfBrowsers = ['**/*.{browser,e2e,engines}.test.ts']

/**
 * Creates a stage of files under `node --test`.
 *
 * @param isTogether whether several files share a process
 */
function nodeTests(
  name: string,
  patterns: string[],
  { isTogether = false }: { isTogether?: boolean } = {},
): Stage {
  const report = join(output, `${name}.tap`)
  const files = listFiles(patterns, runnersOfBrowsers)
  return {
    name,
    isEmpty: files.length === 0,
    command: [
      'node',
      '--test',
      '--import=./test/support/cost.ts',
      // Chains, services and databases are processes of their own, and a test waits for them most of the time.
      '--test-concurrency=3',
      // What hangs ends: a file by its time, which is several times what the slowest takes on a busy machine, and a process by
      // what is loaded here, where a file has left something open.
      '--test-timeout=1500000',
      '--import=./test/support/open-handles.ts',
      '--test-reporter=dot',
      '--test-reporter-destination=stdout',
      '--test-reporter=tap',
      `--test-reporter-destination=${report}`,
      ...(testName ? [`--test-name-pattern=${testName}`] : []),
      ...(isTogether ? writeGroups(name, files) : files),
    ],
    read: () => {
      const text = readFileSync(report, 'utf8')
      const figure = (word: string) =>
        Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)
      if (figure('fail') + figure('cancelled') > 0) console.log(failuresOf(text))
      const left = text.split(`# SKIP ${leftToNight}`).length - 1
      const failed = figure('fail') + figure('cancelled')
      return { passed: figure('pass'), failed, failures: listTapFailures(text), left }
    },
  }
}

/** How many files share a process, at most: a stage has some processes more than run at once, so that they end together. */
const groupSize = 20
const minGroups = 6

/** Writes files that each run several of these in one process. Neighbours, which cost alike, are apart. */
function writeGroups(name: string, files: readonly string[]): string[] {
  const folder = join(root, '.cache/test/groups')
  mkdirSync(folder, { recursive: true })
  const count = Math.min(files.length, Math.max(minGroups, Math.ceil(files.length / groupSize)))
  return Array.from({ length: count }, (_, group) => {
    const path = join(folder, `${name}-${group + 1}.test.mjs`)
    const members = files.filter((_, index) => index % count === group)
    writeFileSync(
      path,
      `import { runTogether } from ${JSON.stringify(join(root, 'test/support/together.ts'))}\n` +
        `runTogether(${JSON.stringify(members, undefined, 2)})\n`,
    )
    return path
  })
}

/** The failing tests of a TAP report with what they said, and what the process of a failing file has said before it ended. */
function failuresOf(tap: string): string {
  const said = /(?:^# (?!Subtest:)[^\n]*\n)*(?:^# Subtest:[^\n]*\n)?/
  const failure = /^ *not ok[^\n]*\n(?: +---\n[\s\S]*?\n +\.\.\.)?/
  return [...tap.matchAll(new RegExp(said.source + failure.source, 'gm'))]
    .map(([text]) => text)
    .join('\n')
}

const stageNames = ['types', 'lint', 'build', 'size', 'units', 'faults', 'browser', 'engines']
stageNames.push('service', 'embedded', 'attack', 'demo', 'e2e', 'pack', 'examples')
/** The leading words that name groups or stages; the rest are pieces of paths. */
const firstPart = positionals.findIndex((word) => !(word in groups) && !stageNames.includes(word))
const words = firstPart < 0 ? positionals : positionals.slice(0, firstPart)
const parts = firstPart < 0 ? [] : positionals.slice(firstPart)
const isFast = words.includes('fast')
const isNightly = words.includes('nightly')
const only = words.flatMap((word) => groups[word] ?? [word])
const isWhole = parts.length === 0 && !testName && !words.includes('attack')

// `fast` runs of the browser's tests those that belong to what has changed since the last commit.
const browserPatterns = ['test/{element,wallet}/**/*.browser.test.ts']
const browserFiles =
  isFast && parts.length === 0 ? listChangedBrowserTests(root) : listFiles(browserPatterns)
const e2eFiles = listFiles([
  words.includes('attack') ? 'test/attack/**/*.e2e.test.ts' : 'test/**/*.e2e.test.ts',
])

// Installing all frameworks takes minutes: a whole run takes the two quickest.
const runsExamples = isWhole || words.includes('examples')
/** `pack` builds what it packs, so that nothing is to be built before it. */
const packs = runsExamples && (only.length === 0 || only.includes('pack'))
const exampleNames = isNightly || words.includes('examples') ? parts : ['--quick']

/**
 * Of the service's tests those that the embedded database passes in its own way: a restart with a payment, a kill.
 * Both databases are PostgreSQL, so the rest would only say the same again, with three times the work: it runs at night.
 */
// A pattern knows no folder in braces.
const embeddedFiles = ['test/service/charges/insert.test.ts', 'test/service/db/restart.test.ts']

/** What `nightly` plays more of than other runs. */
const nightly = {
  NIGHTLY: '1',
  EFFORT: '10',
  KILLS: '50',
  UPGRADES: '10',
  SCREENS: 'all',
  ...process.env,
}

const stages: Stage[] = [
  {
    name: 'types',
    // What it has read stays for the next run, which takes a fifth of the time.
    command: ['tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', '.cache/tsc.tsbuildinfo'],
    beside: 'checks',
  },
  { name: 'lint', command: ['biome', 'check', '--error-on-warnings'], beside: 'checks' },
  { name: 'build', isEmpty: packs, command: ['vite', 'build', '--logLevel', 'warn'] },
  { name: 'pack', isEmpty: !runsExamples, command: ['npm', 'run', '--silent', 'pack'] },
  { name: 'size', command: ['node', 'test/size.ts'] },
  nodeTests(
    'units',
    [
      'test/*.test.ts',
      'test/{api,proxy,checkout}/**/*.test.ts',
      'test/{wallet,element}/**/*.test.ts',
    ],
    { isTogether: true },
  ),
  { ...nodeTests('faults', ['test/fault/**/*.test.ts']), beside: 'rest' },
  {
    name: 'browser',
    isEmpty: browserFiles.length === 0,
    command: ['wtr', '--config', 'test/web-test-runner.config.mjs'],
    read: () => JSON.parse(readFileSync(join(output, 'units.json'), 'utf8')) as Result,
  },
  {
    name: 'engines',
    isEmpty:
      listFiles(['test/{element,wallet,engines}/**/*.{browser,engines}.test.ts']).length === 0,
    command: ['wtr', '--config', 'test/engines.config.mjs'],
    beside: 'rest',
    read: () => JSON.parse(readFileSync(join(output, 'engines.json'), 'utf8')) as Result,
  },
  {
    ...nodeTests('service', ['test/service/**/*.test.ts'], { isTogether: true }),
    beside: 'services',
  },
  {
    ...nodeTests('embedded', isNightly ? ['test/service/**/*.test.ts'] : embeddedFiles, {
      isTogether: true,
    }),
    beside: 'services',
  },
  {
    ...nodeTests('attack', ['test/attack/*.test.ts', 'test/attack/middle/*.test.ts'], {
      isTogether: true,
    }),
    beside: 'rest',
  },
  { ...nodeTests('demo', ['test/demo/**/*.test.ts']), beside: 'rest' },
  {
    name: 'examples',
    isEmpty: !runsExamples,
    command: ['node', 'test/examples/run.ts', ...exampleNames],
    read: () => JSON.parse(readFileSync(join(output, 'examples.json'), 'utf8')) as Result,
    beside: 'rest',
  },
  {
    name: 'e2e',
    isEmpty: e2eFiles.length === 0,
    command: [
      'playwright',
      'test',
      '-c',
      'test/playwright.config.ts',
      ...(testName ? ['-g', testName] : []),
      ...(isWhole ? [] : e2eFiles),
    ],
    read: () => {
      const report = JSON.parse(readFileSync(join(output, 'e2e.json'), 'utf8')) as JSONReport
      const { expected, unexpected, flaky, skipped } = report.stats
      const failures = listPlaywrightFailures(report)
      return { passed: expected, failed: unexpected + flaky, failures, left: skipped }
    },
  },
]

function run(
  [command = '', ...args]: readonly string[],
  environment: Record<string, string | undefined>,
  said: (text: string) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      // The tests start hundreds of processes of the same code: it is compiled once.
      env: {
        NODE_COMPILE_CACHE: join(root, '.cache/compile'),
        COSTS_FILE: costsFile,
        ...process.env,
        ...(testName && { TEST_NAME: testName }),
        ...(isNightly && nightly),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', said)
    }
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

async function runStage(
  { name, command, read }: Stage,
  said: (text: string) => void,
): Promise<Result> {
  const chosenFiles = { TEST_FILES: JSON.stringify(name === 'browser' ? browserFiles : parts) }
  // Undefined takes a variable away.
  const TEST_DATABASE_URL = onServer.includes(name) ? databaseUrl : undefined
  const code = await run(command, { ...chosenFiles, TEST_DATABASE_URL }, said)
  if (!read) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  try {
    const { passed, failed, failures = [], left = 0, leftFiles = 0, missing = [] } = read()
    const lost = missing.map((engine) => without(`${engine} in the stage ${name}`, enginesHelp))
    // A runner that fails without a failing test, or that met none, has failed as a whole.
    const broken = failed || (code !== 0 || passed === 0 ? 1 : 0)
    return {
      passed,
      failed: lost.reduce((sum, one) => sum + one, broken),
      failures,
      left,
      leftFiles,
    }
  } catch (cause) {
    console.error(cause)
    return { passed: 0, failed: 1 }
  }
}

const postgresHelp =
  'there is no PostgreSQL, and the embedded database took its place. Install it ' +
  '(node scripts/ensure.mjs --postgres) or set TEST_DATABASE_URL.'
const enginesHelp = 'this machine has it not. Install it (node scripts/ensure.mjs --engines).'

/**
 * Says, also in the end, that a part did not run. Gives the failures that it counts for: a developer may do without; a
 * CI that leaves out a part must not be green.
 */
function without(part: string, help: string): number {
  const text = `${part} DID NOT RUN: ${help}`
  missing.push(text)
  console.error(text)
  return process.env.CI ? 1 : 0
}

const missing: string[] = []
// A part beside a whole run must not take its reports away.
if (positionals.length === 0) rmSync(output, { recursive: true, force: true })
mkdirSync(output, { recursive: true })
const results = new Map<Stage, Result & { seconds: number; cpuSeconds: number }>()

/** What each file of `node --test` has cost, a line each. */
const costsFile = join(output, 'costs.jsonl')
rmSync(costsFile, { force: true })
let cpuSecondsBefore = 0
/** Takes the processor's time of what has ended since the last call: of one stage, as each is one child. */
function takeCpuSeconds(): number {
  const { children } = readCpuSeconds()
  const taken = children - cpuSecondsBefore
  cpuSecondsBefore = children
  return taken
}

async function runAll(stagesOfLane: readonly Stage[]) {
  for (const stage of stagesOfLane) {
    const { name } = stage
    const isHeld = stage.beside !== undefined && !isOneLane
    let held = ''
    const said = (text: string) => {
      if (isHeld) held += text
      else process.stdout.write(text)
    }
    if (!isHeld) console.log(`\n— ${name}`)
    const start = performance.now()
    const result = await runStage(stage, said)
    if (isHeld) console.log(`\n— ${name}, which ran beside\n${held}`)
    const seconds = (performance.now() - start) / 1000
    results.set(stage, { ...result, seconds, cpuSeconds: takeCpuSeconds() })
  }
}

const chosen = stages.filter(
  ({ name, isEmpty }) => !isEmpty && (only.length === 0 || only.includes(name)),
)
const isBuilt = ({ name }: Stage) => name === 'build' || name === 'pack'
const isOneLane =
  new Set(chosen.filter((stage) => !isBuilt(stage)).map(({ beside }) => beside)).size < 2
if (!chosen.some(({ read }) => read)) throw new Error(`No test matches ${positionals.join(' ')}.`)
/** Stages of services: on a PostgreSQL they take a third of the time that the embedded database does. */
const onServer = ['service', 'attack', 'engines', 'e2e']
const needsServer =
  !process.env.TEST_DATABASE_URL && chosen.some(({ name }) => onServer.includes(name))
// What it keeps is gone with the run.
const settings = ['fsync=off', 'max_connections=400']
const server = needsServer ? await startPostgres(undefined, settings) : undefined
const databaseUrl = server?.url ?? process.env.TEST_DATABASE_URL
const failedWithoutServer =
  needsServer && !server ? without('A part of the tests', postgresHelp) : 0
// What is built is what the others test.
const inLane = (lane: Lane | undefined) =>
  chosen.filter((stage) => stage.beside === lane && !isBuilt(stage))
await Promise.all([runAll(chosen.filter(isBuilt)), runAll(inLane('checks'))])
await Promise.all([runAll(inLane(undefined)), runAll(inLane('rest')), runAll(inLane('services'))])
await server?.stop()
const table = chosen.map((stage) => {
  const { passed = 0, failed = 1, seconds = 0, cpuSeconds = 0 } = results.get(stage) ?? {}
  const figures = `${String(passed).padStart(5)} passed${String(failed).padStart(5)} failed`
  return `${stage.name.padEnd(12)}${figures}${seconds.toFixed(1).padStart(8)} s${cpuSeconds.toFixed(0).padStart(6)} CPU s`
})
const sum = (of: (result: Result) => number) =>
  [...results.values()].reduce((total, one) => total + of(one), 0)
const failed = failedWithoutServer + sum((one) => one.failed)
const leftCount = sum(({ left = 0 }) => left)
if (leftCount > 0) missing.push(`${leftCount} tests are ${leftToNight}.`)
const leftFiles = sum((one) => one.leftFiles ?? 0)
if (leftFiles > 0) missing.push(`${leftFiles} files, each in one browser, are ${leftToNight}.`)
const summary = `${sum((one) => one.passed)} passed, ${failed} failed`
writeFileSync(join(output, 'summary.txt'), `${summary}\n`)
const dearest = existsSync(costsFile)
  ? readFileSync(costsFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { file: string; seconds: number })
      .sort((a, b) => b.seconds - a.seconds)
      .slice(0, 20)
      .map(({ file, seconds }) => `${seconds.toFixed(0).padStart(5)} CPU s  ${file}`)
  : []
if (positionals.length === 0) console.log(`\nThe dearest files:\n${dearest.join('\n')}`)
const failures = [...results.values()].flatMap((one) => one.failures ?? [])
if (failures.length > 0) console.log(`\nFailing tests:\n${failures.join('\n')}`)
console.log(`\n${[...table, ...missing, summary].join('\n')}`)
process.exitCode = failed > 0 ? 1 : 0
