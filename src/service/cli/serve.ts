import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import { PayError } from '../../errors.ts'
import { createService, type Service } from '../app/create.ts'
import type { ServiceSettings } from '../app/settings.ts'
import { createHttpServer } from '../http/http-server.ts'
import { logHooks } from '../kernel/print.ts'

/** How long calls in progress may still run when the service stops. */
const shutdownTimeoutMs = 10_000

/** Runs the service until SIGINT or SIGTERM. Logs one line `listening` with the port when it is ready. */
export async function serve(settings: ServiceSettings): Promise<void> {
  const log = pino({ level: settings.logLevel, hooks: logHooks })
  const { stop } = await startServer(settings, log)
  await waitForStopSignal(log)
  await stop()
  log.info('stopped')
}

/** A service that listens. */
export interface RunningServer {
  port: number
  /** Answers the calls in progress, and ends. */
  stop(): Promise<void>
}

/** Starts the service of these settings in this process, and resolves when it answers. */
export async function startServer(settings: ServiceSettings, log: Logger): Promise<RunningServer> {
  for (const text of settings.unread) log.warn(text)
  let starting: Service | undefined
  const server = createHttpServer({
    keepAliveMs: settings.keepAliveMs,
    fetch: async (request, address) =>
      (await starting?.fetch(request, { address })) ?? createStartingResponse(),
  })
  const answering = trackResponses(server)
  const address = await listen(server, settings)
  const publicUrl = settings.publicUrl ?? `http://${toUrlHost(address)}:${address.port}`
  try {
    starting = createService({ ...settings, publicUrl, log })
    await starting.start()
  } catch (cause) {
    server.close()
    server.closeAllConnections()
    throw cause
  }
  const service = starting
  if (settings.rpcUrls.size === 0 && settings.roles.includes('api')) {
    log.warn('CHAIN_RPC_URLS is empty. Add a chain to it: until then no charge can be created.')
  }
  const { port } = address
  // The program that started the service waits for this line, so it is logged at every level.
  const infoLog = log.child({}, { level: 'info' })
  const chains = [...settings.rpcUrls.keys()]
  infoLog.info({ host: address.address, port, chains, roles: settings.roles }, 'listening')
  return {
    port,
    async stop() {
      await drain(server, answering, service, settings.drainMs)
      await closeServer(server)
      await service.stop()
    },
  }
}

async function listen(server: Server, { host, port }: ServiceSettings): Promise<AddressInfo> {
  try {
    // `once` also rejects on 'error'.
    const listening = once(server, 'listening')
    server.listen(port, host)
    await listening
  } catch (cause) {
    throw createListenError(cause as NodeJS.ErrnoException, host, port)
  }
  return server.address() as AddressInfo
}

function createListenError(cause: NodeJS.ErrnoException, host: string, port: number): PayError {
  const isPortInUse = cause.code === 'EADDRINUSE'
  const field = cause.code === 'EADDRNOTAVAIL' || cause.code === 'ENOTFOUND' ? 'HOST' : 'PORT'
  return new PayError(
    'invalid_setting',
    isPortInUse
      ? `SERVICE_PORT: port ${port} is in use on ${host}. Stop the program that uses it, or choose another port (0 picks a free one).`
      : `SERVICE_${field}: cannot listen on ${host}, port ${port}: ${cause.message}`,
    { field: `SERVICE_${field}`, cause },
  )
}

/**
 * Returns an address in the form of a URL's host. A server on all interfaces is reached as localhost on this machine.
 */
function toUrlHost({ address, family }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return 'localhost'
  return family === 'IPv6' ? `[${address}]` : address
}

function createStartingResponse(): Response {
  return new Response(null, { status: 503, headers: { 'retry-after': '1' } })
}

/** Waits until the first stop signal; a second one has its usual effect and ends the process immediately. */
async function waitForStopSignal(log: Logger): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const onSignal = (signal: string) => resolve(signal)
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, onSignal)
  const signal = await promise
  for (const name of signals) process.off(name, onSignal)
  log.info({ signal }, 'stopping')
}

/** Returns the responses that are not complete, at any time. */
function trackResponses(server: Server): ReadonlySet<ServerResponse> {
  const responses = new Set<ServerResponse>()
  server.prependListener('request', (_, response) => {
    responses.add(response)
    response.once('close', () => responses.delete(response))
  })
  return responses
}

/**
 * Lets callers go elsewhere: /readyz answers 503, and each connection is closed after its call, so that a caller who keeps
 * connections opens the next one to another process. This includes calls in progress: a connection that stays open after its call
 * would keep the service from ending.
 */
async function drain(
  server: Server,
  answering: ReadonlySet<ServerResponse>,
  service: Service,
  durationMs: number,
): Promise<void> {
  const closeAfterwards = (response: ServerResponse) => {
    if (!response.headersSent) response.setHeader('connection', 'close')
  }
  server.prependListener('request', (_, response) => closeAfterwards(response))
  for (const response of answering) closeAfterwards(response)
  service.drain()
  if (durationMs > 0) await sleep(durationMs)
}

/** Closes the server to new calls and waits until those in progress have ended, or for the timeout. */
async function closeServer(server: Server): Promise<void> {
  const closing = once(server, 'close')
  server.close()
  const timer = setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs)
  await closing
  clearTimeout(timer)
}
