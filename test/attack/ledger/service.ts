import { type Kysely, sql } from 'kysely'
import { type Logger, pino } from 'pino'
import { proxyScopes } from '../../../src/api/routes/scope.ts'
import { createApp } from '../../../src/service/app/app.ts'
import { createChains } from '../../../src/service/app/chains.ts'
import { createChainPoller } from '../../../src/service/app/poll.ts'
import { createStore } from '../../../src/service/app/store.ts'
import { verifyBooks } from '../../../src/service/books/routes/verify.ts'
import { createActivityMarker } from '../../../src/service/charges/routes/activity.ts'
import { openKysely } from '../../../src/service/db/kysely.ts'
import { migrate } from '../../../src/service/db/migrations/migrate.ts'
import type { Tables } from '../../../src/service/db/tables/tables.ts'
import { canonicalEntryPoints } from '../../../src/service/payments/proof/operations.ts'
import { noFxRates } from '../../../src/service/rates/read/rates.ts'
import { createChainTime } from '../../../src/service/watcher/chain-time.ts'
import { createClock } from '../../../src/service/watcher/clock.ts'
import { createExpiry } from '../../../src/service/watcher/expiry.ts'
import { openEmbedded } from '../../support/tables.ts'
import { chainId, knownTokens } from './cast.ts'
import { readCpuMs } from './figures.ts'

// The real service but for its servers: routes, watcher, chain and database. What drives it is the fuzzer.

export const hourMs = 3_600_000
export const pollIntervalMs = 4_000
/** How long a charge may be paid. */
export const expiryMs = hourMs
export const confirmations = 3
/** For how many blocks a credited payment can be taken back. */
export const reorgBlocks = 128

export interface Database {
  db: Kysely<Tables>
  /** Returns the CPU that it has taken, in milliseconds. */
  getCpuMs(): number
  close(): Promise<void>
}

/** Opens one for all episodes of a process: that takes seconds. */
export async function openDatabase(): Promise<Database> {
  const { pglite, dialect, close } = await openEmbedded()
  const db = openKysely(dialect)
  const execute = pglite.execProtocolRawSync.bind(pglite)
  let cpuMs = 0
  pglite.execProtocolRawSync = (message) => {
    const before = readCpuMs()
    try {
      return execute(message)
    } finally {
      cpuMs += readCpuMs() - before
    }
  }
  return { db, getCpuMs: () => cpuMs, close }
}

/** Makes the database one of a new installation. */
async function empty({ db }: Database): Promise<void> {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await migrate(db)
}

export type FuzzedService = Awaited<ReturnType<typeof startService>>

/** The watcher and the routes of a process that runs on a database. */
function startProcess(db: Database['db'], nodes: readonly string[], log: Logger) {
  const store = createStore(db)
  const chains = createChains({
    rpcUrls: new Map([[chainId, nodes]]),
    confirmations: new Map([[chainId, confirmations]]),
    modes: new Map([[chainId, 'live']]),
    tokens: knownTokens.map(({ address }) => ({ chainId, address, peg: 'USD' }) as const),
    ...{ feeds: [], ensRpcUrl: undefined },
  })
  let isWoken = false
  const wake = () => {
    isWoken = true
  }
  const chainTime = createChainTime({ chains, log })
  const clock = createClock({
    ...{ chains, log, onOffset: () => undefined, onBlockTime: chainTime.observe },
  })
  const context = {
    ...{ store, chains, rates: noFxRates, log, clock, chainTime, reorgBlocks },
    ...{ watchMs: 90 * 24 * hourMs },
    ...{ quorumAboveUsd: 1000, finalityAboveUsd: { safe: 10_000, finalized: 100_000 } },
    ...{ entryPoints: canonicalEntryPoints, onDisagreement: () => undefined },
    ...{ onMisdirected: () => undefined, onCounts: () => undefined, onSearch: () => undefined },
  }
  const expire = createExpiry(context)
  const poller = createChainPoller(context, chainId, pollIntervalMs, wake)
  const app = createApp(
    {
      ...{ store, chains, rates: noFxRates, log, publicUrl: 'https://pay.example' },
      expiry: { defaultMs: expiryMs, minMs: 1, maxMs: expiryMs },
      ...{ settingsDelayMs: 0, quoteLifetimeMs: hourMs, quoteSigning: undefined },
      finalityAboveUsd: { safe: 1e9, finalized: 1e9 },
      ...{ watchMs: 90 * 24 * hourMs, recipientsPerAccount: 1e6 },
      markActive: createActivityMarker({ store, log }),
      findReceiverFault: () => undefined,
    },
    [],
  )
  return {
    app,
    store,
    chains,
    /** One look at the chain. It rejects where no node answers. Returns whether another one is due at once. */
    async look(): Promise<boolean> {
      isWoken = false
      try {
        return (await poller.pollChain()) || isWoken
      } finally {
        await poller.end()
      }
    },
    /** What the watcher's other loop does. */
    async expire() {
      await store.followClock()
      await expire()
    },
    async stop() {
      poller.standBy()
      await poller.end()
    },
  }
}

/**
 * Starts the service on an empty database.
 *
 * @param nodes the URLs of the chain's nodes
 * @param onError called for an error that the service logs and that no node has caused
 */
export async function startService(
  database: Database,
  nodes: readonly string[],
  onError: (error: Error) => void,
) {
  await empty(database)
  const { db } = database
  const log = pino({ level: 'warn', serializers: { err: describeError } }, { write: readLine })
  function readLine(line: string): void {
    const { err, msg } = JSON.parse(line) as { err?: { code?: string; name?: string }; msg: string }
    if (err && err.code !== 'chain_unreachable') onError(new Error(`${msg} ${JSON.stringify(err)}`))
  }
  let running = startProcess(db, nodes, log)
  const { account, apiKey } = await running.store.createAccount('Blue Mug')
  const proxyKey = await running.store.createApiKey(account.id, {
    ...{ name: 'proxy', scopes: proxyScopes, shop: '', expiresAt: undefined },
  })
  return {
    db,
    getDatabaseCpuMs: database.getCpuMs,
    /** A call by the merchant, or by a payer through the merchant's proxy. Returns the reply, whatever it is. */
    async call(method: string, path: string, body?: object, isPayer = false) {
      const response = await running.app.request(path, {
        method,
        headers: {
          'api-key': isPayer ? proxyKey.apiKey : apiKey,
          'content-type': 'application/json',
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    /** The books, a row in each line. */
    async exportBooks() {
      const response = await running.app.request('/books?format=jsonl', {
        headers: { 'api-key': apiKey },
      })
      return await response.text()
    },
    verifyBooks: () => verifyBooks(running, account.id, { from: undefined, to: undefined }),
    look: () => running.look(),
    expire: () => running.expire(),
    async restart() {
      await running.stop()
      running = startProcess(db, nodes, log)
    },
    stop: () => running.stop(),
  }
}

const describeError = ({ name, message, code, stack }: Error & { code?: string }) => ({
  ...{ name, message, code, stack },
})
