import { type Logger, pino } from 'pino'
import { createChains } from './chain/chains.ts'
import { builtInTokens, type KnownToken } from './domain/tokens.ts'
import { createApp } from './routes/app.ts'
import { type Database, openStore } from './store/store.ts'
import { createWatcher } from './watcher/watcher.ts'

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
  /** Milliseconds between two looks at a chain. @default 1000 for a local one, else 4000 */
  interval?: number
  log?: Logger
}

export interface Service {
  /** Answers a call. Before `start` and after `stop` it answers 503. */
  fetch(request: Request): Promise<Response>
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
  const chains = createChains({
    rpcUrls: options.rpcUrls,
    confirmations: options.confirmations ?? new Map(),
    tokens: [...builtInTokens, ...(options.tokens ?? [])],
  })
  const interval = (id: number) => options.interval ?? (id === localChain ? 1000 : 4000)
  let running: { answer: Service['fetch']; stop: Service['stop'] } | undefined
  return {
    async fetch(request) {
      return running ? await running.answer(request) : unavailable()
    },
    async start() {
      const store = await openStore(options.database, (err) =>
        log.warn({ err }, 'An idle database connection broke; it is replaced.'),
      )
      const watcher = createWatcher({ store, chains, log, interval })
      const { publicUrl } = options
      const app = createApp({ store, chains, log, publicUrl, wake: watcher.wake })
      watcher.start()
      running = {
        answer: async (request) => await app.fetch(request),
        async stop() {
          await watcher.stop()
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
