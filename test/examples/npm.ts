import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname, join, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { patience } from '../support/wait.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A server that `npm start` runs. */
export interface Server {
  output: () => string
  stop: () => Promise<void>
}

/** Runs npm to its end and returns its output. Rejects with the output when it fails. */
export async function runNpm(folder: string, args: readonly string[]): Promise<string> {
  const child = spawnNpm(folder, args, {})
  const output = collectOutput(child)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === 0) return output()
  throw new Error(`npm ${args.join(' ')} ended with ${code} in ${folder}:\n${output()}`)
}

/** Runs `npm start`, and resolves when the server answers on the port that the environment names. */
export async function startServer(
  folder: string,
  environment: Record<string, string>,
  args: readonly string[],
): Promise<Server> {
  const child = spawnNpm(folder, ['start', '--', ...args], environment)
  const output = collectOutput(child)
  const closed = once(child, 'close')
  const stop = async () => {
    if (isRunning(child)) killGroup(child)
    await closed
  }
  const url = `http://localhost:${environment.PORT}/`
  const end = Date.now() + patience
  while (!(await answers(url))) {
    if (!isRunning(child)) throw new Error(`The server ended:\n${output()}`)
    if (Date.now() > end) {
      await stop()
      throw new Error(`The server does not answer at ${url}:\n${output()}`)
    }
    await sleep(50)
  }
  return { output, stop }
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url, { method: 'HEAD' })
    return true
  } catch {
    return false
  }
}

function spawnNpm(folder: string, args: readonly string[], environment: Record<string, string>) {
  const child = spawn('npm', args, {
    cwd: folder,
    env: { ...cleanEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm starts a shell, and that the server: they end together.
    detached: true,
  })
  const orphaned = () => killGroup(child)
  process.once('exit', orphaned)
  child.once('close', () => process.off('exit', orphaned))
  return child
}

/** What says how this machine reaches npm's registry: proxies, their certificates, a registry of its own. */
const networkVariables = [
  'NODE_EXTRA_CA_CERTS',
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
  'npm_config_registry',
]

/** Of this process's environment what is not about the repository, with this Node first. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH = '', HOME, TMPDIR } = process.env
  const ours = join(root, 'node_modules') + sep
  const folders = PATH.split(delimiter).filter((one) => !`${one}${sep}`.startsWith(ours))
  return {
    PATH: [dirname(process.execPath), ...folders].join(delimiter),
    HOME,
    TMPDIR,
    ...Object.fromEntries(networkVariables.map((name) => [name, process.env[name]])),
    // Answers every question of a framework's first start, and sends nothing to its makers.
    CI: 'true',
    NEXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
    WRANGLER_SEND_METRICS: 'false',
    NG_CLI_ANALYTICS: 'false',
  }
}

function collectOutput(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8')
    stream?.on('data', (text: string) => {
      output += text
    })
  }
  return () => stripVTControlCharacters(output)
}

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

function killGroup({ pid }: ChildProcess) {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL')
}
