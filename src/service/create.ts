import { type Logger, pino } from 'pino'
import { createChains } from './chain/chains.ts'
import type { Feed } from './chain/feeds.ts'
import { openAdminSocket } from './commands/admin-socket.ts'
import { canonicalEntryPoints } from './domain/proof-operations.ts'
import { builtInTokens, type KnownToken } from './domain/tokens.ts'
import { createMetrics } from './ops/metrics.ts'
import { observedChains, observedStore } from './ops/observed.ts'
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

export interface ServiceOptions {
  database: Database
  /** The service's own address as payers reach it: where payment pages are. */
  publicUrl: string
  /** JSON-RPC address of each chain, by EIP-155 id. Charges are taken on these chains only. */
  rpcUrls: ReadonlyMap<number, string>
  /** Blocks that make a transfer final: 1 is the block it was mined in. @default the chain's usual */
  confirmations?: ReadonlyMap<number, number>
  /** Tokens beside the built-in ones whose price is known; one that names a built-in token replaces it. */
  tokens?: readonly KnownToken[]
  /** Price feeds of tokens and coins that are worth no fixed sum. */
  feeds?: readonly Feed[]
  /** A node of Ethereum's main network, for ENS names. @default none are read */
  ensRpcUrl?: string | undefined
  /** Milliseconds from a charge's creation until it expires. @default 24 hours */
  expiry?: number
  /** Milliseconds that an amount from a price feed holds. @default 15 minutes */
  quoteLifeMs?: number
  /** Milliseconds for which a recipient is watched after its newest charge. @default 90 days */
  watchMs?: number
  /** Places (chain, token, recipient) of one account that are watched at once. @default 1000 */
  recipientsPerAccount?: number
  /** ERC-4337 contracts whose events are believed, beside the canonical ones. @default none */
  entryPoints?: readonly string[]
  /**
   * What becomes of money that names nobody: `proof` leaves it unmatched, for its sender's signature or the merchant's
   * decision; with `first-report` whoever reports it first has it, also a stranger. @default 'proof'
   */
  unnamed?: 'proof' | 'first-report'
  /** Blocks for which a credited payment is watched for reorganisations. @default 128 */
  reorgBlocks?: number
  /** Milliseconds after which another process on the database takes over from one that died. @default 10000 */
  leaseTime?: number
  /** Webhooks may go to private addresses. @default false */
  webhookAllowPrivate?: boolean
  /** Milliseconds after each try of a webhook that failed. @default growing, over three days in all */
  webhookWaits?: readonly number[]
  /** @default 12000 calls a minute of a key, 1200 of a payer, 30000 of a key's payers, no reverse proxy in front */
  limits?: Limits
  /** Bearer token for /metrics. @default none: nobody may read it */
  metricsToken?: string | undefined
  /** Anybody may read /metrics. @default false */
  openMetrics?: boolean
  /** Host names that calls may be sent to, against DNS rebinding. @default any */
  allowedHosts?: readonly string[] | undefined
  /** Milliseconds between two looks at a chain. @default 1000 for a local one, else 4000 */
  interval?: number
  log?: Logger
}

/** Who calls. */
export interface Caller {
  /** IP address. Callers without one share their rate limit. */
  address?: string | undefined
}

export interface Service {
  /** Answers a call. Before `start` and after `stop` it answers 503. */
  fetch(request: Request, caller?: Caller): Promise<Response>
  /** Opens the database, brings it to this version, and starts to follow payments. Rejects with PayError `invalid_setting`. */
  start(): Promise<void>
  /** Stops to follow payments and closes the database. Calls under way must have been answered. */
  stop(): Promise<void>
}

/** anvil's and hardhat's chain id. */
const localChain = 31_337

/** Makes a service. Nothing is opened before `start`. */
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
