import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createConnection, createServer, type Socket } from 'node:net'
import { join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Command, CommanderError } from 'commander'
import type { Logger } from 'pino'
import { PayError } from '../../errors.ts'
import type { DatabaseDump, DumpDescription } from '../store/database/backup/dump.ts'
import type { OpenStore } from '../store/store.ts'
import type { AdminOptions } from './admin-command.ts'
import { addAdminCommands } from './admin-program.ts'
import { createOperatorError, toOperatorMessage } from './operator-error.ts'

// Only one process can open the embedded database. So that keys can be revoked while the service runs, it accepts the
// operator's commands on a Unix socket in the data folder, which no other user may enter. Messages are lines of JSON:
// the arguments are sent as one line; the replies are `out` and `err` while the command prints, and `exit` at the end.
// A backup is written by the operator's process, which may write where the service may not: `dump-database` sends it the
// copy, first its description and then parts of it in base64.

type CommandOutput =
  | { out: string }
  | { err: string }
  | { exit: number }
  | { dump: DumpDescription }
  | { part: string }

/** Sends output; resolves when the socket takes more. */
type Send = (output: CommandOutput) => Promise<void>

/** The command that only this socket knows. */
const dumpCommand = 'dump-database'
/** Limit of the line of arguments. */
const maxRequestLength = 65_536
/** How long the service waits for the arguments. */
const requestTimeoutMs = 10_000

/** The dependencies of the commands and the socket besides the store. */
export interface AdminSocketOptions extends AdminOptions {
  log: Logger
}

/** Opens the socket for commands and returns a function that closes it. Logs a warning where there can be no socket. */
export async function openAdminSocket(
  dataDir: string,
  store: OpenStore,
  options: AdminSocketOptions,
): Promise<() => Promise<void>> {
  const { log } = options
  // Windows has no such socket files; there the service has to be stopped first, as the CLI says.
  if (process.platform === 'win32') return async () => {}
  const openSockets = new Set<Socket>()
  const server = createServer((socket) => {
    openSockets.add(socket)
    socket.once('close', () => openSockets.delete(socket))
    serveConnection(socket, store, options).catch((err) =>
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
    const closing = once(server, 'close')
    server.close()
    for (const socket of openSockets) socket.destroy()
    await closing
  }
}

async function serveConnection(
  socket: Socket,
  store: OpenStore,
  options: AdminSocketOptions,
): Promise<void> {
  socket.setTimeout(requestTimeoutMs, () => socket.destroy())
  socket.on('error', () => socket.destroy())
  const args = parseArguments(await readLine(socket))
  socket.setTimeout(0)
  const send: Send = (output) =>
    // Also called back when the operator has left: nobody waits for the rest.
    new Promise((resolve) => socket.write(`${JSON.stringify(output)}\n`, () => resolve()))
  const exit = args ? await runArguments(args, store, options, send) : 1
  await send({ exit })
  socket.end()
}

async function runArguments(
  args: readonly string[],
  store: OpenStore,
  options: AdminSocketOptions,
  send: Send,
): Promise<number> {
  const program = new Command('pay-charge').exitOverride().configureOutput({
    writeOut: (text) => void send({ out: text.trimEnd() }),
    writeErr: (text) => void send({ err: text.trimEnd() }),
  })
  addAdminCommands(program, (command) => command(store, (out) => void send({ out }), options))
  program.command(dumpCommand, { hidden: true }).action(() => sendDump(store, send))
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (cause) {
    // commander has already printed the reason.
    if (cause instanceof CommanderError) return cause.exitCode
    const message = toOperatorMessage(cause)
    if (message === undefined) options.log.error({ err: cause }, 'A command failed.')
    await send({ err: message ?? 'The command failed; the log of the service tells more.' })
    return 1
  }
}

async function sendDump({ dump }: OpenStore, send: Send): Promise<void> {
  if (!dump) throw createOperatorError('This service has no embedded database.')
  const { description, content } = await dump()
  await send({ dump: description })
  for await (const part of content)
    await send({ part: Buffer.from(part.buffer, part.byteOffset, part.length).toString('base64') })
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

/** Parses a line of arguments; returns undefined for JSON that is not an array of strings. */
function parseArguments(line: string): string[] | undefined {
  const value: unknown = JSON.parse(line)
  const isStringArray = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isStringArray ? value : undefined
}

/**
 * Runs a command in the process that holds a data folder, prints its output, and returns its exit code.
 *
 * @throws PayError `invalid_setting` where that process accepts no commands
 */
export async function runInService(dataDir: string, args: readonly string[]): Promise<number> {
  for await (const output of readOutputs(dataDir, args)) {
    if ('out' in output) console.log(output.out)
    if ('err' in output) console.error(output.err)
    if ('exit' in output) return output.exit
  }
  throw createEndedError()
}

/**
 * Gets a copy of the embedded database from the process that holds its folder.
 *
 * @throws PayError `invalid_setting` where that process accepts no commands; also while the content is read, when it ends
 */
export async function dumpInService(dataDir: string): Promise<DatabaseDump> {
  const outputs = readOutputs(dataDir, [dumpCommand])
  const { value: first } = await outputs.next()
  if (first && 'dump' in first) return { description: first.dump, content: readParts(outputs) }
  throw first && 'err' in first ? createOperatorError(first.err) : createEndedError()
}

async function* readParts(outputs: AsyncIterable<CommandOutput>): AsyncIterable<Uint8Array> {
  for await (const output of outputs) {
    if ('part' in output) yield Buffer.from(output.part, 'base64')
    if ('err' in output) throw createOperatorError(output.err)
    if ('exit' in output) return
  }
  throw createEndedError()
}

async function* readOutputs(
  dataDir: string,
  args: readonly string[],
): AsyncGenerator<CommandOutput, undefined> {
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
  try {
    for await (const line of createInterface(socket)) yield JSON.parse(line) as CommandOutput
  } finally {
    socket.destroy()
  }
}

const createEndedError = () =>
  new PayError('invalid_setting', 'The service ended before the command did.')

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
