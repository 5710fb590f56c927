import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { QuoteSigner } from '../../api/signed-quote/sign.ts'
import type { Chains } from '../chain/types/chains.ts'
import type { ChainReading } from '../chain/types/reading.ts'
import { createBaseApp } from '../http/base-app.ts'
import type { Env } from '../http/context.ts'
import type { SignalListener } from '../kernel/signals.ts'
import { createChainHealth } from '../operate/chain-health.ts'
import { instrumentChains, instrumentStore } from '../operate/instrument.ts'
import { createMetrics } from '../operate/metrics.ts'
import { addOpsRoutes } from '../operate/routes.ts'
import { startRefresh } from '../rates/read/refresh.ts'
import type { OperatedFxRates } from '../rates/types.ts'
import type { Relayer } from '../relayer/relayer.ts'
import type { Api } from './roles/api.ts'
import { openChains } from './roles/chains.ts'
import type { RouteContext } from './roles/context.ts'
import type { RoleParts, RunningRole } from './roles/parts.ts'
import type { ServiceRole } from './roles/service-role.ts'
import type { RunningWatcher } from './roles/watcher.ts'
import type { CompleteOptions } from './settings.ts'
import { openStore } from './store.ts'

/** The origin of a call. */
export interface Caller {
  /** IP address. Callers without one share their rate limit. */
  address?: string | undefined
}

/** What a process is started with. */
interface ProcessOptions {
  options: CompleteOptions
  log: Logger
  roles: ReadonlySet<ServiceRole>
  quoteSigner: QuoteSigner | undefined
  /** Aborts the calls that wait. */
  stopping: AbortSignal
  isDraining: () => boolean
}

/** A process with its roles. */
export interface RunningProcess {
  answer(request: Request, caller?: Caller): Promise<Response>
  stop(): Promise<void>
}

/** How many pending changes of settings /readyz shows. */
const maxShownChanges = 20

/** Opens the database and the chains, and starts the roles of this process. */
export async function startProcess(own: ProcessOptions): Promise<RunningProcess> {
  const { options, log, roles } = own
  const { parts, chains: ownChains, heartbeats } = await openParts(own)
  const { store } = parts
  const { chains, rates } = ownChains
    ? await (await import('./roles/rates.ts')).openRates(parts, ownChains)
    : {}
  const endRefresh = rates && startRefresh(rates, log)
  // The code of a role is loaded only by the processes that have the role.
  const hasRelayer = options.relayerKeys ?? options.relayerSignerUrl
  const relayer =
    chains && hasRelayer
      ? await (await import('./roles/relayer.ts')).openRelayer(parts, chains)
      : undefined
  const watcher =
    chains && rates && roles.has('watcher')
      ? (await import('./roles/watcher.ts')).startWatcher(parts, chains, rates, relayer)
      : undefined
  const webhooks = roles.has('webhooks')
    ? (await import('./roles/webhooks.ts')).startWebhooks(parts)
    : undefined
  const mailer = roles.has('webhooks') ? await openMail(parts) : undefined
  await store.signals.listen(createListener(log, watcher, webhooks))
  const readChains = chains && createChainHealth(chains)
  const addOps = createOps(parts, {
    readChains,
    heartbeats,
    watcher,
    rates,
    isDraining: own.isDraining,
  })
  const api =
    chains && rates && readChains && roles.has('api')
      ? await openApi(own, parts, { chains, rates, relayer, readChains, addOps })
      : undefined
  const app = api?.app ?? createAppWithoutApi(own, addOps)
  return {
    answer: async (request, caller) => await app.fetch(request, { ...caller }),
    async stop() {
      endRefresh?.()
      await Promise.all([watcher?.stop(), webhooks?.stop(), mailer?.stop()])
      await api?.close()
      await store.close()
    },
  }
}

/** Opens the parts that all roles share. */
async function openParts({ options, log, roles }: ProcessOptions) {
  const metrics = createMetrics([...options.rpcUrls.keys()])
  const heartbeats = new Map<string, number>()
  const onHeartbeat = (loop: string) => void heartbeats.set(loop, performance.now())
  const chains =
    roles.has('api') || roles.has('watcher')
      ? instrumentChains(await openChains(options, log, metrics.countRpcCall), metrics)
      : undefined
  const plainStore = await openStore(options.database, createErrorListener(log))
  try {
    if (chains) await plainStore.checkChainModes(chains)
  } catch (cause) {
    await plainStore.close()
    throw cause
  }
  const store = instrumentStore(plainStore, metrics, onHeartbeat)
  const parts: RoleParts = { options, log, store, metrics, onHeartbeat }
  return { parts, chains, heartbeats }
}

/** Starts to send mail where the operator has set a mail server, and otherwise lets nothing be written for it. */
async function openMail(parts: RoleParts) {
  const { smtp, mailFrom } = parts.options
  await parts.store.switchMail(smtp !== undefined)
  if (!smtp || !mailFrom) return undefined
  const { startMail } = await import('./roles/mail.ts')
  return startMail(parts, { server: smtp, sender: mailFrom })
}

function createErrorListener(log: Logger): (err: Error) => void {
  return (err) =>
    log.warn({ err }, 'An idle database connection broke. The service opens a new one.')
}

interface ApiParts {
  chains: Chains
  rates: OperatedFxRates
  relayer: Relayer | undefined
  readChains: () => Promise<ReadonlyMap<number, ChainReading>>
  addOps: (app: Hono<Env>) => void
}

/** Opens the API, and the socket for the operator's commands. */
async function openApi(
  { options, log, quoteSigner, stopping }: ProcessOptions,
  parts: RoleParts,
  { chains, rates, relayer, readChains, addOps }: ApiParts,
): Promise<Api> {
  const { createRouteContext } = await import('./roles/context.ts')
  const context = createRouteContext(parts, { chains, rates, quoteSigner, relayer, stopping })
  const { createApi } = await import('./roles/api.ts')
  const onDatabaseError = createErrorListener(log)
  const api = createApi(parts, { context, addOps, readChains, onDatabaseError })
  const closeSocket = await serveCommands(options, context)
  return {
    app: api.app,
    async close() {
      await api.close()
      await closeSocket?.()
    },
  }
}

function createAppWithoutApi(
  { roles, log }: ProcessOptions,
  addOps: (app: Hono<Env>) => void,
): Hono<Env> {
  const names = [...roles].join(' and ')
  return createBaseApp(
    log,
    [addOps],
    () => `This process has the role ${names}. The API is answered by one that has the role api.`,
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
  readChains: (() => Promise<ReadonlyMap<number, ChainReading>>) | undefined
  heartbeats: ReadonlyMap<string, number>
  watcher: RunningWatcher | undefined
  rates: OperatedFxRates | undefined
  isDraining: () => boolean
}

/** Creates the function that adds the routes for the operator, which every process has. */
function createOps(
  { options, store, metrics }: RoleParts,
  { readChains, heartbeats, watcher, rates, isDraining }: OpsParts,
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
    ...(rates && {
      listWithoutRate: () =>
        rates.getStates().flatMap(({ currency, rate }) => (rate ? [] : [currency])),
    }),
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
