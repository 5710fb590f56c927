import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join, relative, resolve } from 'node:path'
import { Readable } from 'node:stream'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { PayError } from '../../errors.ts'
import type { Env } from './context.ts'
import { createHttpServer } from './http-server.ts'

// Only one process can open the embedded database. So that keys can be revoked while the service runs, it serves the
// operator's app on a Unix socket in the data folder, which no other user may enter. The commands call it by HTTP.

/**
 * Serves the operator's app on the socket of a data folder and returns a function that closes it. Logs a warning if the socket
 * cannot be opened.
 */
export async function openOperatorSocket(
  dataDir: string,
  app: Hono<Env>,
  log: Logger,
): Promise<() => Promise<void>> {
  // Windows has no such socket files; there the service has to be stopped first, and the CLI's message asks for that.
  if (process.platform === 'win32') return async () => {}
  const server = createHttpServer({
    keepAliveMs: 1000,
    fetch: async (request) => await app.fetch(request),
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
    server.closeAllConnections()
    await closing
  }
}

/**
 * Creates the function that calls the operator's app in the process that holds a data folder. The reply's body is a stream.
 * The function rejects with PayError `invalid_setting` where that process accepts no commands.
 *
 * @throws PayError `invalid_setting` for a path that is too long
 */
export function createSocketFetch(
  dataDir: string,
): (url: string, init: RequestInit) => Promise<Response> {
  const socketPath = resolveSocketPath(dataDir)
  return async (url, { method, headers, body }) => {
    const { pathname, search } = new URL(url)
    const call = request({
      socketPath,
      path: pathname + search,
      agent: false,
      method,
      headers: Object.fromEntries(new Headers(headers)),
    })
    call.end(body)
    const [response] = (await once(call, 'response').catch((cause: NodeJS.ErrnoException) => {
      throw cause.syscall === 'connect' ? createInUseError(dataDir, cause) : cause
    })) as [IncomingMessage]
    return new Response(Readable.toWeb(response) as ReadableStream, {
      status: response.statusCode ?? 500,
      headers: new Headers(response.headers as Record<string, string>),
    })
  }
}

function createInUseError(dataDir: string, cause: Error): PayError {
  return new PayError(
    'invalid_setting',
    `DATA_DIR: ${dataDir} is in use by a process that accepts no commands. Stop that process first, or use PostgreSQL (DATABASE_URL).`,
    { field: 'DATA_DIR', cause },
  )
}

/**
 * Returns the path of a data folder's socket, absolute or relative, the shorter of the two: Linux allows 107 bytes (unix(7):
 * sun_path), macOS 103.
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
