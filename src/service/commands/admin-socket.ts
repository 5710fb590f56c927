import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Command, CommanderError } from 'commander'
import type { Logger } from 'pino'
import { PayError } from '../../errors.ts'
import type { OpenStore } from '../store/store.ts'
import { addAdminCommands } from './admin-program.ts'
import { operatorFault } from './operator-fault.ts'

// The embedded database is one process's. So that keys can be revoked while it runs, that process takes the operator's
// commands at a Unix socket in the data folder, which nobody else may enter. One line of JSON each way: the arguments
// go in; `out` and `err` come out as they are said, and `exit` at the end.

type Said = { out: string } | { err: string } | { exit: number }

/** Bytes of a line of arguments. */
const maxRequest = 65_536
/** Milliseconds for the arguments to come. */
const requestTimeoutMs = 10_000

/** Opens the socket on an open store; returns what closes it. Where there can be no socket, the log says so. */
export async function openAdminSocket(
  dataDir: string,
  store: OpenStore,
  log: Logger,
): Promise<() => Promise<void>> {
  // Windows has no such files; there the service has to be stopped first, as its CLI says.
  if (process.platform === 'win32') return async () => {}
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    serve(socket, store, log).catch((err) => log.warn({ err }, 'A command was broken off.'))
  })
  try {
    const path = socketPath(dataDir)
    // Left behind by a process that was killed: whoever has the folder's lock is alone.
    rmSync(path, { force: true })
    const listening = once(server, 'listening')
    server.listen(path)
    await listening
    chmodSync(path, 0o600)
  } catch (err) {
    log.warn({ err }, 'Commands need the service to be stopped: its socket cannot be opened.')
    return async () => void server.close()
  }
  return async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of open) socket.destroy()
    await closed
  }
}

async function serve(socket: Socket, store: OpenStore, log: Logger): Promise<void> {
  socket.setTimeout(requestTimeoutMs, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  const args = readArguments(await readLine(socket))
  socket.setTimeout(0)
  const say = (said: Said) => void socket.write(`${JSON.stringify(said)}\n`)
  const exit = args ? await run(args, store, log, say) : 1
  say({ exit })
  socket.end()
}

async function run(
  args: readonly string[],
  store: OpenStore,
  log: Logger,
  say: (said: Said) => void,
): Promise<number> {
  const program = new Command('pay-charge').exitOverride().configureOutput({
    writeOut: (text) => say({ out: text.trimEnd() }),
    writeErr: (text) => say({ err: text.trimEnd() }),
  })
  addAdminCommands(program, (command) => command(store, (out) => say({ out })))
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (cause) {
    // It has said why.
    if (cause instanceof CommanderError) return cause.exitCode
    const fault = operatorFault(cause)
    if (fault === undefined) log.error({ err: cause }, 'A command failed.')
    say({ err: fault ?? 'The command failed; the log of the service tells more.' })
    return 1
  }
}

async function readLine(socket: Socket): Promise<string> {
  socket.setEncoding('utf8')
  let text = ''
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    text += part
    if (text.length > maxRequest) throw new Error('The arguments are too long.')
    if (text.includes('\n')) return text
  }
  throw new Error('The connection ended before the arguments were whole.')
}

/** Undefined for what is no list of texts. */
function readArguments(line: string): string[] | undefined {
  const given: unknown = JSON.parse(line)
  const fits = Array.isArray(given) && given.every((one) => typeof one === 'string')
  return fits ? given : undefined
}

/**
 * Has the process that holds a data folder run a command, says what it says, and returns its exit code.
 *
 * @throws PayError `invalid_setting` where that process takes none
 */
export async function askRunningService(dataDir: string, args: readonly string[]): Promise<number> {
  const socket = createConnection(socketPath(dataDir))
  try {
    await once(socket, 'connect')
  } catch (cause) {
    throw new PayError(
      'invalid_setting',
      `DATA_DIR: ${dataDir} is in use by a process that takes no commands. Stop it first, or use PostgreSQL (DATABASE_URL).`,
      { field: 'DATA_DIR', cause },
    )
  }
  socket.write(`${JSON.stringify(args)}\n`)
  for await (const line of createInterface(socket)) {
    const said = JSON.parse(line) as Said
    if ('out' in said) console.log(said.out)
    if ('err' in said) console.error(said.err)
    if ('exit' in said) return said.exit
  }
  throw new PayError('invalid_setting', 'The service ended before the command did.')
}

/**
 * Returns the socket of a data folder, by the shorter of its absolute and its relative path: the system takes 107 bytes
 * (unix(7): sun_path), macOS 103.
 *
 * @throws PayError `invalid_setting` for a longer one
 */
function socketPath(dataDir: string): string {
  const whole = join(resolve(dataDir), 'admin.sock')
  const near = relative(process.cwd(), whole)
  const path = near.length < whole.length ? near : whole
  if (Buffer.byteLength(path) <= (process.platform === 'darwin' ? 103 : 107)) return path
  throw new PayError(
    'invalid_setting',
    `DATA_DIR: the path of ${dataDir} is too long for a Unix socket in it, which takes commands while the service runs. Stop the service first, or move the folder.`,
    { field: 'DATA_DIR' },
  )
}
