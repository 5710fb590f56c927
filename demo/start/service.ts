import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { PayError } from '../../src/errors.ts'
import { environmentVariables, type VariableName } from '../../src/service/app/settings.ts'
import { endWithParent } from '../chain/watchdog.ts'
import type { Part } from './parts.ts'
import { root } from './settings.ts'

/** Environment variables of the service. */
export type ServiceEnvironment = Partial<Record<VariableName, string>>

/** Milliseconds. It listens after one second; a machine that is busy may need many. */
const startTimeout = 90_000
/** Milliseconds. It lets calls under way end for ten seconds. */
const stopTimeout = 15_000
/** Milliseconds for a command. The slowest creates the database in five seconds; a machine that is busy may need many. */
const commandTimeout = 180_000

/**
 * Runs `pay-charge` to its end and gives what it printed.
 *
 * @throws PayError `invalid_setting` with what it complained of, or that it did not end in time
 */
export async function runCli(
  args: readonly string[],
  environment: ServiceEnvironment,
): Promise<string> {
  const { child, complaint } = spawnCli(args, environment)
  let out = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  const late = setTimeout(() => child.kill('SIGKILL'), commandTimeout)
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  clearTimeout(late)
  if (code === 0) return out
  const command = `pay-charge ${args.slice(0, 2).join(' ')}`
  const ending = child.killed
    ? `did not end within ${commandTimeout / 1_000} seconds`
    : `ended with ${signal ?? `code ${code}`}`
  throw new PayError('invalid_setting', complaint() || `${command} ${ending}.`)
}

/**
 * Starts the real service as a process of its own, its log in a file, and resolves once it listens.
 * It ends with this process, however this process ends.
 *
 * @throws PayError `invalid_setting` with the service's own line where a setting is wrong or a port taken
 */
export async function startService(
  environment: ServiceEnvironment,
  logFile: string,
): Promise<Part & { url: string }> {
  const { child, complaint } = spawnCli(['serve'], environment)
  const log = createWriteStream(logFile)
  child.stdout!.pipe(log, { end: false })
  child.stderr!.pipe(log, { end: false })
  const ended = once(child, 'close').then(([code, signal]) => {
    log.end()
    return `It ended with ${signal ?? `code ${code}`}. ${complaint()}`.trim()
  })
  void ended.then(endWithParent(child))
  const port = await listening(child, ended)
  return {
    name: 'The service',
    url: `http://127.0.0.1:${port}`,
    ended: ended.then((said) => `${said} Its log: ${logFile}`),
    stop: () => stop(child, ended),
  }
}

function spawnCli(args: readonly string[], environment: ServiceEnvironment) {
  const child = spawn(process.execPath, ['src/cli.ts', ...args], {
    cwd: root,
    env: { ...bareEnvironment(), ...environment },
    // A group of its own: Ctrl-C in a terminal ends the demo's parts in the demo's order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    // Kept short: the service may run for days.
    said = (said + text).slice(-4_000)
  })
  return { child: child as ChildProcess, complaint: () => said.trim() }
}

/** The environment without the service's own variables: a DATABASE_URL of the shell is not the demo's. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => name === 'LOG_LEVEL' || !Object.hasOwn(environmentVariables, name),
  )
  // The demo runs the program several times: what is compiled once is kept.
  return { NODE_COMPILE_CACHE: join(root, '.cache/node'), ...Object.fromEntries(own) }
}

/** The port, which the service logs when it is ready. */
async function listening(child: ChildProcess, ended: Promise<string>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const lines = createInterface(child.stdout!).on('line', (line) => {
    // Cheaper than to parse every line, and a stray one may be no JSON.
    if (!line.includes('"msg":"listening"')) return
    resolve(Number((JSON.parse(line) as { port: unknown }).port))
  })
  void ended.then((said) => {
    reject(new PayError('invalid_setting', `The service did not start. ${said}`))
  })
  const late = setTimeout(() => {
    child.kill('SIGKILL')
    const limit = `${startTimeout / 1_000} seconds`
    reject(new PayError('invalid_setting', `The service did not listen within ${limit}.`))
  }, startTimeout)
  try {
    return await promise
  } finally {
    clearTimeout(late)
    lines.close()
    // Closing the lines paused the stream, and a full pipe would hold the service.
    child.stdout!.resume()
  }
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), stopTimeout)
  await ended
  clearTimeout(late)
}
