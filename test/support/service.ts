import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { reservePort } from './ports.ts'
import { bundleProgram, findServer } from './program.ts'
import { hasOptions } from './service-options.ts'

/**
 * Environment variables of the service, and options by `withOptions`. DATA_DIR, SERVICE_PORT and LOG_LEVEL have values of the
 * test's own.
 */
export type ServiceEnvironment = Record<string, string>

export interface TestAccount {
  id: string
  name: string
  apiKey: string
}

/** The real service. */
export interface RunningService {
  baseUrl: string
  port: number
  /** Its log, one parsed line each. */
  log: Record<string, unknown>[]
  /** Everything it wrote, as text. */
  output: () => string
  /** Stops it as SIGTERM does, and resolves once it has answered the calls under way. */
  end: () => Promise<unknown>
}

/** The real service as a process of its own. */
export interface ServiceProcess extends RunningService {
  /** Sends a signal and resolves with the exit code once the process is gone. */
  end: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** A folder of the test's own; `remove` deletes it. */
export async function temporaryFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'pay-charge-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Runs `pay-charge` to its end and gives what it said; a failing command rejects with stdout and stderr. */
export async function runCli(
  args: readonly string[],
  environment: ServiceEnvironment,
): Promise<{ stdout: string; stderr: string }> {
  const program = await bundleProgram()
  return await promisify(execFile)(process.execPath, [program, ...args], {
    env: clean(environment),
  })
}

/** Makes an account by the CLI. With the embedded database, no service may run on the folder. */
export async function createAccount(
  environment: ServiceEnvironment,
  name = 'Test shop',
): Promise<TestAccount> {
  const { stdout } = await runCli(['account', 'create', '--name', name, '--json'], environment)
  return JSON.parse(stdout) as TestAccount
}

/**
 * Starts in this process what `pay-charge serve` starts, on a free port: a process of its own would take longer to start
 * than most tests. Rejects with what the program would say.
 */
export async function startService(environment: ServiceEnvironment): Promise<RunningService> {
  // Not loaded by those who start processes only.
  const { startServer } = await import('../../src/service/cli/serve.ts')
  const { readTestSettings } = await import('./read-settings.ts')
  const settings = readTestSettings({ SERVICE_PORT: '0', ...environment })
  const lines: string[] = []
  const log: Record<string, unknown>[] = []
  const write = (line: string) => {
    lines.push(line.trimEnd())
    log.push(JSON.parse(line) as Record<string, unknown>)
  }
  const { port, stop } = await startServer(settings, pino({ level: settings.logLevel }, { write }))
  let stopping: Promise<void> | undefined
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    log,
    output: () => lines.join('\n'),
    end: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

/**
 * Starts `pay-charge serve` as a process, and resolves when it says that it listens: for tests that kill it, or that watch the
 * process. Its port is nobody else's, also while it is down.
 *
 * @param program another version of it, by the path of its cli.ts, or the program as it is written
 */
export async function startServiceProcess(
  environment: ServiceEnvironment,
  program?: string,
): Promise<ServiceProcess> {
  const child = await spawnService(environment, program)
  const lines: string[] = []
  const log: Record<string, unknown>[] = []
  createInterface(child.stderr).on('line', (line) => lines.push(line))
  const port = await listening(child, lines, log)
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    log,
    output: () => lines.join('\n'),
    end: (signal = 'SIGTERM') => end(child, signal),
  }
}

/** Starts the service and kills it after so many milliseconds, wherever its start came to by then. */
export async function killStarting(environment: ServiceEnvironment, after: number): Promise<void> {
  const child = await spawnService(environment)
  child.stdout?.resume()
  child.stderr?.resume()
  const timer = setTimeout(() => child.kill('SIGKILL'), after)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearTimeout(timer)
  if (code !== null) throw new Error(`The service ended by itself with code ${code}.`)
}

async function spawnService(environment: ServiceEnvironment, program?: string) {
  const port = environment.SERVICE_PORT ?? String(await reservePort())
  const command = program ?? (await bundleProgram())
  const args = hasOptions(environment) ? [findServer(command)] : [command, 'serve']
  const child = spawn(process.execPath, args, {
    env: clean({ ...environment, SERVICE_PORT: port }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test that throws must not leave it behind.
  const orphaned = () => child.kill('SIGKILL')
  process.once('exit', orphaned)
  child.once('exit', () => process.off('exit', orphaned))
  return child
}

async function listening(
  child: ChildProcess,
  lines: string[],
  log: Record<string, unknown>[],
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  child.once('exit', (code) =>
    reject(new Error(`The service ended with code ${code}:\n${lines.join('\n')}`)),
  )
  createInterface(child.stdout!).on('line', (line) => {
    lines.push(line)
    const entry = parseEntry(line, child)
    if (!entry) return
    log.push(entry)
    if (entry.msg === 'listening') resolve(Number(entry.port))
  })
  return await promise
}

/** Parses a line of the log; undefined for one that a kill has cut off. */
function parseEntry(line: string, child: ChildProcess): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch (cause) {
    if (child.killed) return undefined
    throw cause
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return child.exitCode
}

/** Settings of the machine that runs the tests must not reach the service. */
function clean(environment: ServiceEnvironment): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME, TMPDIR, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...environment }
}
