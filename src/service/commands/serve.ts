import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { type Logger, pino } from 'pino'
import { PayError } from '../../errors.ts'
import { createService, type Service } from '../create.ts'
import type { Settings } from '../settings.ts'

/** Milliseconds that calls under way are given to end when the service stops. */
const patience = 10_000

/**
 * A call whose headers or body have not come within ten seconds is cut off with 408: one that is sent by drops would else
 * hold a connection for minutes. Node looks for such calls at this interval, by default each half minute.
 */
const receiving = {
  headersTimeout: 10_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1000,
  // Longer than callers keep theirs: one that is closed while a call is on its way is a call that failed.
  keepAliveTimeout: 20_000,
}

/** Runs the service until SIGINT or SIGTERM. Logs one line `listening` with the port when it is ready. */
export async function serve(settings: Settings): Promise<void> {
  const log = pino({ level: settings.logLevel })
  let service: Service | undefined
  const server = createAdaptorServer({
    serverOptions: receiving,
    fetch: async (request, { incoming }) =>
      (await service?.fetch(request, { address: incoming.socket.remoteAddress })) ?? starting(),
  }) as Server
  const address = await listen(server, settings)
  try {
    service = createService({
      ...settings,
      publicUrl: settings.publicUrl ?? `http://${urlHost(address)}:${address.port}`,
      log,
    })
    await service.start()
  } catch (cause) {
    server.close()
    server.closeAllConnections()
    throw cause
  }
  if (settings.rpcUrls.size === 0) {
    log.warn('CHAIN_RPC_URLS is empty: no charge can be made before it names a chain.')
  }
  const { port } = address
  // Whoever started us waits for this line, whatever the level.
  const always = log.child({}, { level: 'info' })
  always.info({ host: address.address, port, chains: [...settings.rpcUrls.keys()] }, 'listening')
  await stopSignal(log)
  await closeServer(server)
  await service.stop()
  log.info('stopped')
}

async function listen(server: Server, { host, port }: Settings): Promise<AddressInfo> {
  try {
    // `once` rejects on 'error'.
    const listening = once(server, 'listening')
    server.listen(port, host)
    await listening
  } catch (cause) {
    throw cannotListen(cause as NodeJS.ErrnoException, host, port)
  }
  return server.address() as AddressInfo
}

function cannotListen(cause: NodeJS.ErrnoException, host: string, port: number): PayError {
  const taken = cause.code === 'EADDRINUSE'
  const field = cause.code === 'EADDRNOTAVAIL' || cause.code === 'ENOTFOUND' ? 'HOST' : 'PORT'
  return new PayError(
    'invalid_setting',
    taken
      ? `SERVICE_PORT: port ${port} is in use on ${host}. Stop what uses it, or give another (0: any free one).`
      : `SERVICE_${field}: cannot listen on ${host}, port ${port}: ${cause.message}`,
    { field: `SERVICE_${field}`, cause },
  )
}

/** An address as it stands in a URL. A server on all interfaces is reached on this machine by loopback. */
function urlHost({ address, family }: AddressInfo): string {
  if (address === '0.0.0.0' || address === '::') return 'localhost'
  return family === 'IPv6' ? `[${address}]` : address
}

function starting(): Response {
  return new Response(null, { status: 503, headers: { 'retry-after': '1' } })
}

/** Resolves on the first signal; the second one has its usual effect, and ends the process at once. */
async function stopSignal(log: Logger): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const stop = (signal: string) => resolve(signal)
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, stop)
  const signal = await promise
  for (const other of signals) process.off(other, stop)
  log.info({ signal }, 'stopping')
}

/** Takes no new calls and lets those under way end, for as long as patience lasts. */
async function closeServer(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  const impatient = setTimeout(() => server.closeAllConnections(), patience)
  await closed
  clearTimeout(impatient)
}
