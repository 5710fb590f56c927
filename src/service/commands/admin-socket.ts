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
import { toOperatorMessage } from './operator-error.ts'

// Only one process can open the embedded database. So that keys can be revoked while the service runs, it accepts the
// operator's commands on a Unix socket in the data folder, which no other user may enter. Messages are lines of JSON:
// the arguments are sent as one line; the replies are `out` and `err` while the command prints, and `exit` at the end.

type CommandOutput = { out: string } | { err: string } | { exit: number }

/** Limit of the line of arguments. */
const maxRequestLength = 65_536
/** How long the service waits for the arguments. */
const requestTimeoutMs = 10_000

/** Opens the socket for commands and returns a function that closes it. Logs a warning where there can be no socket. */
export async function openAdminSocket(
  dataDir: string,
  store: OpenStore,
  log: Logger,
): Promise<() => Promise<void>> {
  // Windows has no such socket files; there the service has to be stopped first, as the CLI says.
  if (process.platform === 'win32') return async () => {}
  const openSockets = new Set<Socket>()
  const server = createServer((socket) => {
    openSockets.add(socket)
    socket.once('close', () => openSockets.delete(socket))
    serveConnection(socket, store, log).catch((err) =>
      log.warn({ err }, 'A command ended before it was complete.'),
    )
  })
  try {
    const path = resolveSocketPath(dataDir)
    // A process that was killed leaves its socket behind. We hold the folder's lock, so no other process uses it.
    rmSync(path, { force: true })
    const listening = once(server, 'listening')
    server.listen(path)
    await listening
    chmodSync(path, 0o600)
  } catch (err) {
    log.warn(
      { err },
      'The socket for commands cannot be opened. Stop the service before you run a command.',
    )
    return async () => void server.close()
  }
  return async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of openSockets) socket.destroy()
    await closed
  }
}

async function serveConnection(socket: Socket, store: OpenStore, log: Logger): Promise<void> {
  socket.setTimeout(requestTimeoutMs, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  const args = parseArguments(await readLine(socket))
  socket.setTimeout(0)
  const send = (output: CommandOutput) => void socket.write(`${JSON.stringify(output)}\n`)
  const exit = args ? await runArguments(args, store, log, send) : 1
  send({ exit })
  socket.end()
}

async function runArguments(
  args: readonly string[],
  store: OpenStore,
  log: Logger,
  send: (said: CommandOutput) => void,
): Promise<number> {
  const program = new Command('pay-charge').exitOverride().configureOutput({
    writeOut: (text) => send({ out: text.trimEnd() }),
    writeErr: (text) => send({ err: text.trimEnd() }),
  })
  addAdminCommands(program, (command) => command(store, (out) => send({ out })))
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (cause) {
    // commander has already printed the reason.
    if (cause instanceof CommanderError) return cause.exitCode
    const message = toOperatorMessage(cause)
    if (message === undefined) log.error({ err: cause }, 'A command failed.')
    send({ err: message ?? 'The command failed; the log of the service tells more.' })
    return 1
  }
}

async function readLine(socket: Socket): Promise<string> {
  socket.setEncoding('utf8')
  let text = ''
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    text += part
    if (text.length > maxRequestLength) throw new Error('The arguments are too long.')
    if (text.includes('\n')) return text
  }
  throw new Error('The connection ended before the arguments were whole.')
}

/** Parses a line of arguments; returns undefined for JSON that is no array of strings. */
function parseArguments(line: string): string[] | undefined {
  const given: unknown = JSON.parse(line)
  const isStringArray = Array.isArray(given) && given.every((one) => typeof one === 'string')
  return isStringArray ? given : undefined
}

/**
 * Runs a command in the process that holds a data folder, prints its output, and returns its exit code.
 *
 * @throws PayError `invalid_setting` where that process accepts no commands
 */
export async function runInService(dataDir: string, args: readonly string[]): Promise<number> {
  const socket = createConnection(resolveSocketPath(dataDir))
  try {
    await once(socket, 'connect')
  } catch (cause) {
    throw new PayError(
      'invalid_setting',
      `DATA_DIR: ${dataDir} is in use by a process that accepts no commands. Stop that process first, or use PostgreSQL (DATABASE_URL).`,
      { field: 'DATA_DIR', cause },
    )
  }
  socket.write(`${JSON.stringify(args)}\n`)
  for await (const line of createInterface(socket)) {
    const output = JSON.parse(line) as CommandOutput
    if ('out' in output) console.log(output.out)
    if ('err' in output) console.error(output.err)
    if ('exit' in output) return output.exit
  }
  throw new PayError('invalid_setting', 'The service ended before the command did.')
}

/**
 * Returns the path of a data folder's socket, absolute or relative, whichever is shorter: Linux allows 107 bytes
 * (unix(7): sun_path), macOS 103.
 *
 * @throws PayError `invalid_setting` for a longer path
 */
function resolveSocketPath(dataDir: string): string {
  const absolutePath = join(resolve(dataDir), 'admin.sock')
  const relativePath = relative(process.cwd(), absolutePath)
  const path = relativePath.length < absolutePath.length ? relativePath : absolutePath
  if (Buffer.byteLength(path) <= (process.platform === 'darwin' ? 103 : 107)) return path
  throw new PayError(
    'invalid_setting',
    `DATA_DIR: the path of ${dataDir} is too long for the Unix socket that accepts commands while the service runs. Stop the service first, or move the folder.`,
    { field: 'DATA_DIR' },
  )
}
