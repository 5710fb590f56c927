import { type Logger, pino } from 'pino'
import { createChains } from './chain/chains.ts'
import type { Feed } from './chain/feeds.ts'
import { openAdminSocket } from './commands/admin-socket.ts'
import { canonicalEntryPoints } from './domain/proof-operations.ts'
import { builtInTokens, type KnownToken } from './domain/tokens.ts'
import { observedChains, observedStore } from './ops/instrument.ts'
import { createMetrics } from './ops/metrics.ts'
import { type Limits, usualLimits } from './ops/rate-limit.ts'
import { opsRoutes } from './ops/routes.ts'
import { pageRoutes } from './page/routes.ts'
import { createApp } from './routes/app.ts'
import { openRateCounters } from './store/rate-counters.ts'
import { type Database, openStore } from './store/store.ts'
import { createClock } from './watcher/clock.ts'
import { startHousekeeping } from './watcher/housekeeping.ts'
import { createWatcher } from './watcher/watcher.ts'
import { createDispatcher } from './webhooks/dispatcher.ts'
import { usualWaits } from './webhooks/schedule.ts'

/** Options of {@link createService}. */
export interface ServiceOptions {
  database: Database
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
  feeds?: readonly Feed[]
  /** JSON-RPC URL of Ethereum mainnet, to resolve ENS names. @default none are resolved */
  ensRpcUrl?: string | undefined
  /** Milliseconds from a charge's creation until it expires. @default 24 hours */
  expiry?: number
  /** Milliseconds for which an amount from a price feed is valid. @default 15 minutes */
  quoteLifeMs?: number
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
  unnamed?: 'proof' | 'first-report'
  /** Blocks for which a credited payment is checked for reorganizations. @default 128 */
  reorgBlocks?: number
  /**
   * Milliseconds after which another process on the same database takes over the work of one that died. @default 10000
   */
  leaseTime?: number
  /** Whether webhooks may be sent to private addresses. @default false */
  webhookAllowPrivate?: boolean
  /** Milliseconds to wait after each failed attempt of a webhook. @default growing waits, three days in all */
  webhookWaits?: readonly number[]
  /**
   * Rate limits in calls per minute.
   *
   * @default 12000 per api-key, 1200 per payer, 30000 for all payers of an api-key, no reverse proxy in front
   */
  limits?: Limits
  /** Bearer token for /metrics. @default none: nobody may read them */
  metricsToken?: string | undefined
  /** Whether anybody may read /metrics without a token. @default false */
  openMetrics?: boolean
  /** Host names that calls may be sent to, against DNS rebinding. @default any */
  allowedHosts?: readonly string[] | undefined
  /** Milliseconds between two checks of a chain. @default 1000 for a local chain, else 4000 */
  interval?: number
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
const localChain = 31_337

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
  const readChains = createChains({
    rpcUrls: options.rpcUrls,
    confirmations: options.confirmations ?? new Map(),
    tokens: [...builtInTokens, ...(options.tokens ?? [])],
    feeds: options.feeds ?? [],
    ensRpcUrl: options.ensRpcUrl,
  })
  const interval = (id: number) => options.interval ?? (id === localChain ? 1000 : 4000)
  let running: { answer: Service['fetch']; stop: Service['stop'] } | undefined
  return {
    async fetch(request, caller) {
      return running ? await running.answer(request, caller) : unavailable()
    },
    async start() {
      const metrics = createMetrics()
      const beats = new Map<string, number>()
      const beat = (loop: string) => void beats.set(loop, Date.now())
      const onFault = (err: Error) =>
        log.warn({ err }, 'An idle database connection broke; it is replaced.')
      const opened = await openStore(options.database, onFault)
      const counters = openRateCounters(options.database, onFault)
      const store = observedStore(opened, metrics, beat)
      const chains = observedChains(readChains, metrics)
      const { expiry = 24 * 60 * 60_000, reorgBlocks = 128, leaseTime = 10_000 } = options
      const { quoteLifeMs = 15 * 60_000, watchMs = 90 * 24 * 60 * 60_000 } = options
      const { publicUrl, recipientsPerAccount = 1000 } = options
      const firstReport = options.unnamed === 'first-report'
      const clock = createClock({ chains, log, onOffset: metrics.clockOffset })
      const watcher = createWatcher({
        ...{ store, chains, log, clock, interval, reorgBlocks, leaseTime, watchMs, firstReport },
        entryPoints: [...canonicalEntryPoints, ...(options.entryPoints ?? [])],
        onCounts: metrics.waiting,
      })
      const { wake } = watcher
      const dispatcher = createDispatcher({
        store,
        log,
        publicUrl,
        allowPrivate: options.webhookAllowPrivate ?? false,
        waits: options.webhookWaits ?? usualWaits,
        tell: metrics.webhook,
        beat: () => beat('webhooks'),
      })
      const context = {
        ...{ store, chains, log, publicUrl, wake, expiry, quoteLifeMs, watchMs },
        ...{ recipientsPerAccount, firstReport },
      }
      const { limits = usualLimits, metricsToken, openMetrics = false, allowedHosts } = options
      const seen = { metricsToken, openMetrics, allowedHosts, counter: counters.make }
      const vitals = { ping: store.ping, loops: () => beats, clockOffsets: clock.offsets }
      const app = createApp(context, [
        (rooms) => opsRoutes(rooms, { metrics, vitals, limits, ...seen }),
        (rooms) => pageRoutes(rooms, context),
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
      const stopped = running?.stop()
      running = undefined
      await stopped
    },
  }
}

function unavailable(): Response {
  const error = { type: 'service_unavailable', message: 'The service is not running (yet).' }
  return Response.json(
    { error },
    { status: 503, headers: { 'retry-after': '1', 'x-request-id': crypto.randomUUID() } },
  )
}
