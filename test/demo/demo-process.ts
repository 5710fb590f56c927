import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { patience, until } from '../support/wait.ts'

const start = fileURLToPath(new URL('../../demo/start.ts', import.meta.url))

/** What GET /demo.json tells. */
export interface DemoFacts {
  shop: string
  service: string
  apiKey: string
  chain: { id: number; rpcUrl: string }
  tokens: { symbol: string; address: `0x${string}`; decimals: number }[]
  products: { sku: string; name: string; price: string; url: string }[]
}

/** A demo that was started, whether it came up or not. */
export interface DemoProcess {
  pid: number
  stdout: () => string
  stderr: () => string
  /** The exit code, null after a signal. */
  exited: Promise<number | null>
}

const running = new Set<ChildProcess>()

/** Ends what tests that threw have left behind. */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Runs `node demo/start.ts` on free ports, as the leader of a process group as a terminal would. */
export function runDemo(environment: Record<string, string>, args: string[] = []): DemoProcess {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, [start, ...args], {
    env: {
      ...{ PATH, HOME, TMPDIR, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
      ...{ SHOP_PORT: '0', SERVICE_PORT: '0', CHAIN_PORT: '0', DEMO_MONTH: 'off' },
      ...environment,
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return {
    pid: child.pid!,
    stdout: gather(child.stdout!),
    stderr: gather(child.stderr!),
    exited: exitCode(child),
  }
}

function gather(stream: NodeJS.ReadableStream): () => string {
  let all = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    all += text
  })
  return () => all
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  const [code] = await once(child, 'close')
  return code as number | null
}

/** Runs the demo and resolves once it says that the shop is open. */
export async function openDemo(environment: Record<string, string>, args: string[] = []) {
  const demo = runDemo(environment, args)
  let ended = false
  void demo.exited.then(() => {
    ended = true
  })
  const shop = await until(
    'the shop to open',
    () => {
      if (ended) throw new Error(`The demo ended:\n${demo.stdout()}${demo.stderr()}`)
      return /Shop +(http:\S+)/.exec(demo.stdout())?.[1]
    },
    // A month takes 25 seconds of one processor, which a busy machine gives in minutes.
    15 * patience,
  ).catch((cause) => {
    throw new Error(`The demo said:\n${demo.stdout()}${demo.stderr()}`, { cause })
  })
  const facts = (await (await fetch(`${shop}/demo.json`)).json()) as DemoFacts
  return { ...demo, shop, facts }
}

export type OpenDemo = Awaited<ReturnType<typeof openDemo>>

/** Sends a signal and gives the exit code. */
export async function end(
  demo: DemoProcess,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  process.kill(demo.pid, signal)
  return demo.exited
}

/** Resolves once nobody listens where the demo's parts did. */
export async function portsFree({ shop, service, chain }: DemoFacts): Promise<void> {
  for (const url of [shop, service, chain.rpcUrl]) {
    const port = Number(new URL(url).port)
    await until(`port ${port} to be free`, async () => ((await answers(port)) ? undefined : true))
  }
}

/** Whether somebody listens on a port, or did until a moment ago. */
async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ECONNREFUSED') return false
    // The kernel has taken the connection for a process that has just ended, before it could.
    if (code === 'ECONNRESET') return true
    throw cause
  } finally {
    socket.destroy()
  }
}

/** What a demo that cannot start complains of. */
export async function complaint(environment: Record<string, string>, args: string[] = []) {
  const demo = runDemo(environment, args)
  assert.equal(await demo.exited, 1)
  return demo.stderr()
}
