import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { type Address, http } from 'viem'
import { PayError } from '../../src/errors.ts'
import { accountCount, demoAccount } from './accounts.ts'
import { anvilBinary } from './anvil-binary.ts'
import { localChainId } from './client.ts'
import { endWithParent } from './watchdog.ts'

export interface AnvilOptions {
  /** 0: any free one. */
  port: number
  /** @default 127.0.0.1 */
  host?: string
  /** A file that keeps the chain over restarts. @default none: the chain is forgotten */
  statePath?: string
  /** Seconds between two writes of that file, besides the one at the end. @default 5 */
  stateInterval?: number
  /** Seconds between two blocks. @default none: a block for each transaction */
  blockTime?: number
  /** The time of the first block of a new chain; later blocks follow from it. @default now */
  startsAt?: Date | undefined
  /** @default 31337 */
  chainId?: number
  /** false: anvil's log goes to this process's stdout. @default true */
  silent?: boolean
}

export interface Anvil {
  rpcUrl: string
  chainId: number
  port: number
  /** Ten accounts with 10,000 ETH each; {@link demoAccount} has their keys. */
  accounts: readonly Address[]
  /** Resolves when the process has ended, whoever ended it. */
  exited: Promise<void>
  /** Ends the chain and resolves once its state is on disk. May be called again. */
  stop: () => Promise<void>
}

type AnvilProcess = ChildProcessByStdio<null, Readable, Readable>

/** Milliseconds. anvil listens after 80; a machine that is busy may need seconds. */
const startTimeout = 30_000
/** Milliseconds. A long-lived chain takes a few seconds to write its state. */
const stopTimeout = 30_000

/**
 * Starts a local chain on this machine and resolves once it answers. It ends with this process, however
 * this process ends. Throws a PayError when the port is taken or the state file cannot be read.
 */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  if (!Number.isInteger(options.port) || options.port < 0 || options.port > 65_535) {
    throw new PayError(
      'invalid_setting',
      `CHAIN_PORT must be a whole number from 0 to 65535, not ${options.port}.`,
      { field: 'CHAIN_PORT' },
    )
  }
  const { statePath, chainId = localChainId } = options
  if (statePath) await mkdir(dirname(statePath), { recursive: true })
  const child = spawn(anvilBinary(), flags(options, chainId), {
    // A group of its own: Ctrl-C in a terminal ends the demo's parts in the demo's order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  void exited.then(endWithParent(child))
  const port = await listening(child, options)
  if (options.silent === false) child.stdout.pipe(process.stdout, { end: false })
  const rpcUrl = `http://${options.host ?? '127.0.0.1'}:${port}`
  if (!options.startsAt) await setClock(rpcUrl)
  return {
    rpcUrl,
    chainId,
    port,
    accounts: Array.from({ length: accountCount }, (_, index) => demoAccount(index).address),
    exited,
    stop: () => stop(child, exited),
  }
}

/**
 * Tells a chain what time it is. Where a second begins while it starts, its clock is a second late for good, and money that comes
 * within a second of its order would be older than the order.
 */
async function setClock(rpcUrl: string): Promise<void> {
  const { request } = http(rpcUrl)({})
  const readSeconds = () => Math.floor(Date.now() / 1000)
  let seconds: number
  do {
    seconds = readSeconds()
    await request({ method: 'evm_setTime', params: [seconds] })
  } while (readSeconds() !== seconds)
}

function flags(options: AnvilOptions, chainId: number): string[] {
  const { port, host = '127.0.0.1', statePath, stateInterval = 5, blockTime, startsAt } = options
  return [
    ['--host', host],
    ['--port', `${port}`],
    ['--chain-id', `${chainId}`],
    ['--color', 'never'],
    statePath ? ['--state', statePath, '--state-interval', `${stateInterval}`] : [],
    blockTime ? ['--block-time', `${blockTime}`] : [],
    startsAt ? ['--timestamp', `${Math.floor(startsAt.getTime() / 1000)}`] : [],
  ].flat()
}

/** The port the child listens on, which it prints once it does. */
async function listening(child: AnvilProcess, options: AnvilOptions): Promise<number> {
  let out = ''
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    // Kept short: the chain may run for days.
    err = (err + text).slice(-4_000)
  })
  child.stdout.setEncoding('utf8')
  return new Promise<number>((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      reject(startError(`It did not listen within ${startTimeout / 1_000} seconds.`, options))
    }, startTimeout)
    const finish = (settle: () => void) => {
      clearTimeout(late)
      child.stdout.off('data', read)
      // Unread, the pipe would fill up and hold the chain.
      child.stdout.resume()
      settle()
    }
    const read = (text: string) => {
      out += text
      const port = /Listening on 127(?:\.\d+){3}:(\d+)/.exec(out)?.[1]
      if (port) finish(() => resolve(Number(port)))
    }
    child.stdout.on('data', read)
    child.once('error', (cause) => finish(() => reject(startError(cause.message, options))))
    child.once('close', () => finish(() => reject(startError(err, options))))
  })
}

/** What anvil said when it did not start, and what to do about it. */
function startError(said: string, { port, statePath }: AnvilOptions): PayError {
  if (/address already in use/i.test(said)) {
    return new PayError(
      'invalid_setting',
      `Port ${port} is taken: set CHAIN_PORT to another one, or to 0 for any free one.`,
      { field: 'CHAIN_PORT' },
    )
  }
  if (statePath && said.includes('--state')) {
    return new PayError(
      'invalid_setting',
      `The chain cannot be read from ${statePath}. Start anew with \`npm start -- --fresh\`, ` +
        `or delete that file.\n${said.trim()}`,
    )
  }
  return new PayError('invalid_setting', `The local chain (anvil) did not start. ${said.trim()}`)
}

async function stop(child: AnvilProcess, exited: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return exited
  // anvil writes its state on SIGINT and SIGTERM.
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), stopTimeout)
  await exited
  clearTimeout(late)
  if (child.signalCode === 'SIGKILL') {
    throw new Error(
      `The local chain did not end within ${stopTimeout / 1_000} seconds and was killed.`,
    )
  }
}
