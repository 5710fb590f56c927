import type { Hono } from 'hono'
import { type Logger, pino } from 'pino'
import { createQuoteSigner } from '../../api/signed-quote/sign.ts'
import { PayError } from '../../errors.ts'
import type { DatabaseOptions } from '../db/options.ts'
import { createBaseApp } from '../http/base-app.ts'
import type { Env } from '../http/context.ts'
import type { SignalListener } from '../kernel/signals.ts'
import { type ChainHealth, createChainHealth } from '../operate/chain-health.ts'
import { instrumentChains, instrumentStore } from '../operate/instrument.ts'
import { createMetrics } from '../operate/metrics.ts'
import { addOpsRoutes } from '../operate/routes.ts'
import type { Api } from './roles/api.ts'
import { openChains } from './roles/chains.ts'
import type { RouteContext } from './roles/context.ts'
import type { RoleParts, RunningRole } from './roles/parts.ts'
import { type ServiceRole, serviceRoles } from './roles/service-role.ts'
import type { RunningWatcher } from './roles/watcher.ts'
import { type CompleteOptions, completeOptions, type ServiceOptions } from './settings.ts'
import { openStore } from './store.ts'

/** The origin of a call. */
export interface Caller {
  /** IP address. Callers without one share their rate limit. */
  address?: string | undefined
}

/** The service as a function from Request to Response, with its watcher and webhooks. */
export interface Service {
  /** Answers a call; with 503 before `start` and after `stop`. */
  fetch(request: Request, caller?: Caller): Promise<Response>
  /**
   * Opens the database, migrates it to this version, and starts to watch for payments.
   *
   * @throws PayError `invalid_setting` when the database cannot be used, for roles that it does not allow, and for a price
   *   feed that could never be used
   */
  start(): Promise<void>
  /**
   * Lets /readyz answer 503 from now on, so that a load balancer sends no more calls; those that come are answered.
   */
  drain(): void
  /** Stops watching for payments and closes the database. Call it after all calls in progress were answered. */
  stop(): Promise<void>
}

/** How many pending changes of settings /readyz shows. */
const maxShownChanges = 20

/**
 * Creates a service. Opens nothing before `start`.
 *
 * @throws PayError `invalid_setting` for an invalid quote key
 * @example
 * const service = createService({
 *   database: { dataDir: './data' },
 *   publicUrl: 'https://pay.example',
 *   rpcUrls: new Map([[8453, ['https://mainnet.base.org', 'https://base.example']]]),
 * })
 * await service.start()
 * const response = await service.fetch(new Request('https://pay.example/healthz'))
 * await service.stop()
 */
export function createService(given: ServiceOptions): Service {
  const { log = pino() } = given
  const options = completeOptions(given)
  const { quoteKey } = options
  const quoteSigner = quoteKey === undefined ? undefined : createQuoteSigner(quoteKey)
  let running: { answer: Service['fetch']; stop: Service['stop'] } | undefined
  let isDraining = false
  let stopping = new AbortController()
  return {
    async fetch(request, caller) {
      return running ? await running.answer(request, caller) : createUnavailableResponse()
    },
    async start() {
      const roles = new Set(options.roles)
      checkRoles(roles, options.database)
      isDraining = false
      stopping = new AbortController()
      const metrics = createMetrics([...options.rpcUrls.keys()])
      const heartbeats = new Map<string, number>()
      const onHeartbeat = (loop: string) => void heartbeats.set(loop, performance.now())
      const onDatabaseError = (err: Error) =>
        log.warn({ err }, 'An idle database connection broke. The service opens a new one.')
      const chains =
        roles.has('api') || roles.has('watcher')
          ? instrumentChains(await openChains(options, log, metrics.countRpcCall), metrics)
          : undefined
      const plainStore = await openStore(options.database, onDatabaseError)
      try {
        if (chains) await plainStore.checkChainModes(chains)
      } catch (cause) {
        await plainStore.close()
        throw cause
      }
      const store = instrumentStore(plainStore, metrics, onHeartbeat)
      const parts: RoleParts = { options, log, store, metrics, onHeartbeat }

      const hasRelayer = options.relayerKeys ?? options.relayerSignerUrl
      const relayer =
        chains && hasRelayer
          ? await (await import('./roles/relayer.ts')).openRelayer(parts, chains)
          : undefined

      // The code of a role is loaded only by the processes that have it.
      const watcher =
        chains && roles.has('watcher')
          ? (await import('./roles/watcher.ts')).startWatcher(parts, chains, relayer)
          : undefined
      const webhooks = roles.has('webhooks')
        ? (await import('./roles/webhooks.ts')).startWebhooks(parts)
        : undefined
      await store.signals.listen(createListener(log, watcher, webhooks))

      const readChains = chains && createChainHealth(chains)
      const addOps = createOps(parts, {
        readChains,
        heartbeats,
        watcher,
        isDraining: () => isDraining,
      })
      const context =
        chains && roles.has('api')
          ? (await import('./roles/context.ts')).createRouteContext(
              parts,
              chains,
              quoteSigner,
              relayer,
              stopping.signal,
            )
          : undefined
      const api: Api | undefined =
        context &&
        readChains &&
        (await import('./roles/api.ts')).createApi(parts, {
          context,
          addOps,
          readChains,
          onDatabaseError,
        })
      const app =
        api?.app ??
        createBaseApp(log, [addOps], () => {
          const names = [...roles].join(' and ')
          return `This process has the role ${names}. The API is answered by one that has the role api.`
        })
      const closeSocket = context && (await serveCommands(options, context))
      running = {
        answer: async (request, caller) => await app.fetch(request, { ...caller }),
        async stop() {
          await Promise.all([watcher?.stop(), webhooks?.stop()])
          await api?.close()
          await closeSocket?.()
          await store.close()
        },
      }
    },
    drain() {
      isDraining = true
      stopping.abort()
    },
    async stop() {
      stopping.abort()
      const end = running?.stop()
      running = undefined
      await end
    },
  }
}

/** Throws for an empty set of roles, and for an embedded database without all roles: only one process can open it. */
function checkRoles(roles: ReadonlySet<ServiceRole>, database: DatabaseOptions): void {
  const createRoleError = (text: string) =>
    new PayError('invalid_setting', `SERVICE_ROLES ${text}`, { field: 'SERVICE_ROLES' })
  if (roles.size === 0)
    throw createRoleError(`names no role: choose among ${serviceRoles.join(', ')}.`)
  if ('dataDir' in database && roles.size < serviceRoles.length)
    throw createRoleError(
      'must be all roles with the embedded database, which only one process can open. Use PostgreSQL (DATABASE_URL), or leave SERVICE_ROLES out.',
    )
}

/** Creates the listener for the signals of all processes, which wake this process's watcher and dispatcher. */
function createListener(
  log: Logger,
  watcher: RunningRole | undefined,
  webhooks: RunningRole | undefined,
): SignalListener {
  let wasLogged = false
  return {
    onSignal(task) {
      if (task === 'webhooks') webhooks?.wake(undefined)
      else watcher?.wake(Number(task.slice('chain '.length)))
    },
    onConnect() {
      wasLogged = false
      watcher?.wake(undefined)
      webhooks?.wake(undefined)
    },
    onDisconnect(err) {
      if (!wasLogged)
        log.warn(
          { err },
          'Signals of other processes do not arrive. The service polls until they do.',
        )
      wasLogged = true
    },
  }
}

interface OpsParts {
  /** Undefined where no role needs a chain. */
  readChains: (() => Promise<ReadonlyMap<number, ChainHealth>>) | undefined
  heartbeats: ReadonlyMap<string, number>
  watcher: RunningWatcher | undefined
  isDraining: () => boolean
}

/** Creates the function that adds the routes for the operator, which every process has. */
function createOps(
  { options, store, metrics }: RoleParts,
  { readChains, heartbeats, watcher, isDraining }: OpsParts,
): (app: Hono<Env>) => void {
  const healthChecks = {
    ping: store.ping,
    getHeartbeats: () => heartbeats,
    isDraining,
    ...(watcher && {
      getClockOffsets: watcher.getClockOffsets,
      getStandingSearches: watcher.getStandingSearches,
    }),
    ...(readChains && { readChains }),
    listPendingChanges: () => store.listPendingChanges(undefined, maxShownChanges),
    countUnread: store.countUnread,
  }
  const { metricsToken, isMetricsPublic, allowedHosts } = options
  return (app) =>
    addOpsRoutes(app, { metrics, healthChecks, metricsToken, isMetricsPublic, allowedHosts })
}

/** Serves the operator's commands on a socket in the data folder, which the embedded database needs. */
async function serveCommands(
  { database }: Pick<CompleteOptions, 'database'>,
  context: RouteContext,
): Promise<(() => Promise<void>) | undefined> {
  if (!('dataDir' in database)) return undefined
  const { createOperatorApp } = await import('./operator-app.ts')
  const { openOperatorSocket } = await import('../http/operator-socket.ts')
  return await openOperatorSocket(database.dataDir, createOperatorApp(context), context.log)
}

function createUnavailableResponse(): Response {
  const error = {
    type: 'service_unavailable',
    message: 'The service is not running. Try again in a moment.',
  }
  return Response.json(
    { error },
    { status: 503, headers: { 'retry-after': '1', 'x-request-id': crypto.randomUUID() } },
  )
}
