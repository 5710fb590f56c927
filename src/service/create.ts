import { type Logger, pino } from 'pino'
import { createChains } from './chain/chains.ts'
import type { PriceFeed } from './chain/feeds.ts'
import { openAdminSocket } from './commands/admin-socket.ts'
import { canonicalEntryPoints } from './domain/proof-operations.ts'
import { builtInTokens, type KnownToken } from './domain/tokens.ts'
import { instrumentChains, instrumentStore } from './ops/instrument.ts'
import { createMetrics } from './ops/metrics.ts'
import { defaultRateLimits, type RateLimits } from './ops/rate-limit.ts'
import { addOpsRoutes } from './ops/routes.ts'
import { registerPageRoutes } from './page/routes.ts'
import { createApp } from './routes/app.ts'
import { openRateCounters } from './store/rate-counters.ts'
import { type DatabaseOptions, openStore } from './store/store.ts'
import { createClock } from './watcher/clock.ts'
import { startHousekeeping } from './watcher/housekeeping.ts'
import { createWatcher } from './watcher/watcher.ts'
import { createDispatcher } from './webhooks/dispatcher.ts'
import { defaultRetryDelaysMs } from './webhooks/schedule.ts'

/** Options of {@link createService}. */
export interface ServiceOptions {
  database: DatabaseOptions
  /** The URL at which payers reach this service: payment pages are below it. */
  publicUrl: string
  /** JSON-RPC URL of each chain, by EIP-155 id. Charges are accepted on these chains only. */
  rpcUrls: ReadonlyMap<number, string>
  /**
   * Blocks that make a transfer final, by chain: 1 is the block it was mined in. @default a usual value of the chain
   */
  confirmations?: ReadonlyMap<number, number>
  /** Further tokens whose price is known; one with the address of a built-in token replaces that. @default none */
  tokens?: readonly KnownToken[]
  /** Price feeds of tokens and native currencies that have no fixed price. @default none */
  feeds?: readonly PriceFeed[]
  /** JSON-RPC URL of Ethereum mainnet, to resolve ENS names. @default none are resolved */
  ensRpcUrl?: string | undefined
  /** Milliseconds from a charge's creation until it expires. @default 24 hours */
  chargeExpiryMs?: number
  /** Milliseconds for which an amount from a price feed is valid. @default 15 minutes */
  quoteLifetimeMs?: number
  /** Milliseconds for which a recipient is watched after its newest charge. @default 90 days */
  watchMs?: number
  /** Limit of destinations (chain, token, recipient) of one account that are watched at once. @default 1000 */
  recipientsPerAccount?: number
  /** ERC-4337 EntryPoint contracts whose events are trusted, in addition to the canonical ones. @default none */
  entryPoints?: readonly string[]
  /**
   * How a transfer without a charge's reference is credited: `proof` leaves it unmatched until its sender signs or the
   * merchant decides; `first-report` credits it to the charge that reports it first, which may be a stranger's.
   *
   * @default 'proof'
   */
  unreferencedTransfers?: 'proof' | 'first-report'
  /** Blocks for which a credited payment is checked for reorganizations. @default 128 */
  reorgBlocks?: number
  /**
   * Milliseconds after which another process on the same database takes over the work of one that died. @default 10000
   */
  leaseMs?: number
  /** Whether webhooks may be sent to private addresses. @default false */
  allowPrivateWebhooks?: boolean
  /** Milliseconds to wait after each failed attempt of a webhook. @default growing waits, three days in all */
  webhookRetryDelaysMs?: readonly number[]
  /**
   * Rate limits in calls per minute.
   *
   * @default 12000 per api-key, 1200 per payer, 30000 for all payers of an api-key, no reverse proxy in front
   */
  rateLimits?: RateLimits
  /** Bearer token for /metrics. @default none: nobody may read them */
  metricsToken?: string | undefined
  /** Whether anybody may read /metrics without a token. @default false */
  isMetricsPublic?: boolean
  /** Host names that calls may be sent to, against DNS rebinding. @default any */
  allowedHosts?: readonly string[] | undefined
  /** Milliseconds between two checks of a chain. @default 1000 for a local chain, else 4000 */
  pollIntervalMs?: number
  log?: Logger
}

/** Where a call comes from. */
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
   * @throws PayError `invalid_setting` when the database cannot be used
   */
  start(): Promise<void>
  /** Stops watching for payments and closes the database. Call it after all calls under way were answered. */
  stop(): Promise<void>
}

/** The chain id of anvil and hardhat. */
const localChainId = 31_337

/**
 * Creates a service. Opens nothing before `start`.
 *
 * @throws PayError `invalid_setting` for a price feed that could never be used
 * @example
 * const service = createService({
 *   database: { dataDir: './data' },
 *   publicUrl: 'https://pay.example',
 *   rpcUrls: new Map([[8453, 'https://mainnet.base.org']]),
 * })
 * await service.start()
 * const response = await service.fetch(new Request('https://pay.example/healthz'))
 * await service.stop()
 */
export function createService(options: ServiceOptions): Service {
  const log = options.log ?? pino()
  const plainChains = createChains({
    rpcUrls: options.rpcUrls,
    confirmations: options.confirmations ?? new Map(),
    tokens: [...builtInTokens, ...(options.tokens ?? [])],
    feeds: options.feeds ?? [],
    ensRpcUrl: options.ensRpcUrl,
  })
  const getIntervalMs = (id: number) =>
    options.pollIntervalMs ?? (id === localChainId ? 1000 : 4000)
  let running: { answer: Service['fetch']; stop: Service['stop'] } | undefined
  return {
    async fetch(request, caller) {
      return running ? await running.answer(request, caller) : createUnavailableResponse()
    },
    async start() {
      const metrics = createMetrics()
      const heartbeats = new Map<string, number>()
      const onHeartbeat = (loop: string) => void heartbeats.set(loop, Date.now())
      const onDatabaseError = (err: Error) =>
        log.warn({ err }, 'An idle database connection broke. The service opens a new one.')
      const plainStore = await openStore(options.database, onDatabaseError)
      const counters = openRateCounters(options.database, onDatabaseError)
      const store = instrumentStore(plainStore, metrics, onHeartbeat)
      const chains = instrumentChains(plainChains, metrics)
      const {
        chargeExpiryMs: expiryMs = 24 * 60 * 60_000,
        reorgBlocks = 128,
        leaseMs = 10_000,
      } = options
      const { quoteLifetimeMs = 15 * 60_000, watchMs = 90 * 24 * 60 * 60_000 } = options
      const { publicUrl, recipientsPerAccount = 1000 } = options
      const creditsFirstReport = options.unreferencedTransfers === 'first-report'
      const clock = createClock({ chains, log, onOffset: metrics.recordClockOffset })
      const watcher = createWatcher({
        ...{
          store,
          chains,
          log,
          clock,
          getIntervalMs,
          reorgBlocks,
          leaseMs,
          watchMs,
          creditsFirstReport,
        },
        entryPoints: [...canonicalEntryPoints, ...(options.entryPoints ?? [])],
        onCounts: metrics.recordWaiting,
      })
      const { wake } = watcher
      const dispatcher = createDispatcher({
        store,
        log,
        publicUrl,
        allowPrivate: options.allowPrivateWebhooks ?? false,
        retryDelaysMs: options.webhookRetryDelaysMs ?? defaultRetryDelaysMs,
        onOutcome: metrics.countWebhookAttempt,
        onPoll: () => onHeartbeat('webhooks'),
      })
      const context = {
        ...{
          store,
          chains,
          log,
          publicUrl,
          wake,
          expiryMs,
          quoteLifetimeMs,
          watchMs,
        },
        ...{ recipientsPerAccount, creditsFirstReport },
      }
      const {
        rateLimits = defaultRateLimits,
        metricsToken,
        isMetricsPublic = false,
        allowedHosts,
      } = options
      const accessOptions = {
        metricsToken,
        isMetricsPublic,
        allowedHosts,
        createCounter: counters.createCounter,
      }
      const healthChecks = {
        ping: store.ping,
        getHeartbeats: () => heartbeats,
        getClockOffsets: clock.getOffsets,
      }
      const app = createApp(context, [
        (router) => addOpsRoutes(router, { metrics, healthChecks, rateLimits, ...accessOptions }),
        (router) => registerPageRoutes(router, context),
      ])
      const { database } = options
      const closeSocket =
        'dataDir' in database ? await openAdminSocket(database.dataDir, store, log) : undefined
      watcher.start()
      dispatcher.start()
      const endHousekeeping = startHousekeeping({ store, log })
      running = {
        answer: async (request, caller) => await app.fetch(request, { ...caller }),
        async stop() {
          await Promise.all([watcher.stop(), dispatcher.stop()])
          await endHousekeeping()
          await counters.close()
          await closeSocket?.()
          await store.close()
        },
      }
    },
    async stop() {
      const stopping = running?.stop()
      running = undefined
      await stopping
    },
  }
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
