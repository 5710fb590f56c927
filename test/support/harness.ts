import { demoAccount } from '../../demo/chain/accounts.ts'
import { createClient } from '../../src/api/client/client.ts'
import { payerHeader } from '../../src/api/routes/proxy-routes.ts'
import type { ReducedCharge } from '../../src/api/schemas/charges/charge.ts'
import type { ChargePayment } from '../../src/api/schemas/payments/payment.ts'
import type { DatabaseOptions } from '../../src/service/db/options.ts'
import { checkedFetch, conform } from './contract.ts'
import { type LocalChain, startLocalChain } from './local-chain.ts'
import { prepareDatabase } from './prepared.ts'
import { provide } from './provide.ts'
import {
  type RunningService,
  type ServiceEnvironment,
  type ServiceProcess,
  startService,
  startServiceProcess,
  type TestAccount,
} from './service.ts'
import { patience, until } from './wait.ts'

export const chainId = 31_337
/** Of the second chain, where a test has one. Its tokens have the addresses of the first one's. */
export const secondChainId = 31_338
/** Where the shop's money goes. */
export const wallet = demoAccount(5).address

/** A chain, a service and two merchants, all real. */
export interface Harness<Service extends RunningService = RunningService> {
  chain: LocalChain
  environment: ServiceEnvironment
  shop: TestAccount
  other: TestAccount
  service: Service
  /**
   * Stops the service and starts it anew.
   *
   * @param extra settings for this start, beside those of the environment
   * @param whileDown is done in between: the embedded database belongs to one process
   */
  restart: (extra?: ServiceEnvironment, whileDown?: () => Promise<unknown>) => Promise<void>
  /** Ends everything and removes the data. */
  end: () => Promise<void>
}

/**
 * Starts chain and service; `extra` are environment variables. With TEST_DATABASE_URL the service keeps its data in
 * a fresh database there, else in the embedded one.
 *
 * @param others chains that the service reads beside its own; who started them ends them
 * @param server another PostgreSQL; null for the embedded database, whatever TEST_DATABASE_URL says
 * @param into becomes the harness, where somebody holds it already
 */
export function startHarness(
  extra: ServiceEnvironment = {},
  others: readonly LocalChain[] = [],
  server?: string | null,
  into = {} as Harness,
): Promise<Harness> {
  return start(startService, into, extra, others, server)
}

/** Settings, or what gives them when the harness is to start. */
export type Settings = ServiceEnvironment | (() => ServiceEnvironment | Promise<ServiceEnvironment>)

export const readSettings = async (settings: Settings) =>
  typeof settings === 'function' ? await settings() : settings

/**
 * A harness for the tests of the file, or of the `describe`, that calls this.
 *
 * @param server another PostgreSQL; null for the embedded database
 */
export const provideHarness = (settings: Settings = {}, server?: string | null) =>
  provide<Harness>(
    async (harness) => startHarness(await readSettings(settings), [], server, harness),
    (harness) => harness.end(),
  )

/** The same with the service as a process of its own. See {@link startProcessHarness}. */
export const provideProcessHarness = (settings: Settings = {}) =>
  provide<Harness<ServiceProcess>>(
    async (harness) => start(startServiceProcess, harness, await readSettings(settings)),
    (harness) => harness.end(),
  )

/** Starts the same with the service as a process of its own, for tests that kill it, or that watch the process. */
export function startProcessHarness(
  extra: ServiceEnvironment = {},
): Promise<Harness<ServiceProcess>> {
  return start(startServiceProcess, {} as Harness<ServiceProcess>, extra)
}

async function start<Service extends RunningService>(
  startOne: (environment: ServiceEnvironment) => Promise<Service>,
  harness: Harness<Service>,
  extra: ServiceEnvironment,
  others: readonly LocalChain[] = [],
  server?: string | null,
): Promise<Harness<Service>> {
  const chain = await startLocalChain()
  const database = await prepareDatabase(server)
  const environment: ServiceEnvironment = {
    ...chainEnvironment(chain, ...others),
    ...database.environment,
    // Most tests set wallets and webhooks again and again, and mean the new one.
    SETTINGS_DELAY_HOURS: '0',
    ...extra,
  }
  return Object.assign(harness, {
    chain,
    environment,
    shop: database.shop,
    other: database.other,
    service: await startOne(environment),
    async restart(over: ServiceEnvironment = {}, whileDown?: () => Promise<unknown>) {
      await harness.service.end()
      await whileDown?.()
      harness.service = await startOne({ ...harness.environment, ...over })
    },
    async end() {
      await harness.service.end()
      await chain.stop()
      await database.remove()
    },
  })
}

/** Where the service of this harness keeps its data. */
export function databaseOf({ environment }: Harness): DatabaseOptions {
  const { DATABASE_URL: url, DATA_DIR: dataDir = '' } = environment
  return url === undefined ? { dataDir } : { url }
}

/** Settings that make the service take both dollars on these local chains, in one block. */
export function chainEnvironment(...chains: LocalChain[]): ServiceEnvironment {
  const tokens = chains.flatMap(({ chainId, tokens }) =>
    tokens.map(({ address }) => ({ chainId, address, peg: 'USD' })),
  )
  return {
    CHAIN_RPC_URLS: JSON.stringify(
      Object.fromEntries(chains.map(({ chainId, rpcUrl }) => [chainId, rpcUrl])),
    ),
    CONFIRMATIONS: JSON.stringify(Object.fromEntries(chains.map(({ chainId }) => [chainId, 1]))),
    // Their money has no value, and stands for money that has.
    CHAIN_MODES: JSON.stringify(Object.fromEntries(chains.map(({ chainId }) => [chainId, 'live']))),
    TOKENS: JSON.stringify(tokens),
  }
}

/**
 * The typed client. Every answer is held against the schemas, and against /openapi.json. Its reports are a payer's, as those
 * that come by a proxy: they decide nothing.
 */
export function clientOf(harness: Harness, account = harness.shop) {
  const fetch = checkedFetch(() => harness.service.baseUrl)
  return createTestClient(harness, account, (url, init) => {
    if (!url.endsWith('/payments')) return fetch(url, init)
    const headers = new Headers(init.headers)
    headers.set(payerHeader, 'unknown')
    return fetch(url, { ...init, headers })
  })
}

/** The typed client of a merchant's backend, whose reports are the merchant's decisions. */
export function merchantOf(harness: Harness, account = harness.shop) {
  return createTestClient(
    harness,
    account,
    checkedFetch(() => harness.service.baseUrl),
  )
}

function createTestClient(
  { service: { baseUrl } }: Harness,
  { apiKey }: TestAccount,
  fetch: ReturnType<typeof checkedFetch>,
) {
  return createClient({ baseUrl, apiKey, retries: 0, timeoutMs: patience, fetch })
}

/** An answer as it came. */
export interface RawAnswer {
  status: number
  headers: Headers
  /** Parsed; fails the test when it is no JSON. */
  body: unknown
}

/** A raw call, for what the client would not send. A text goes as it is, anything else as JSON. */
export async function call(
  harness: Harness,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const response = await fetch(harness.service.baseUrl + path, {
    method,
    headers: {
      'api-key': harness.shop.apiKey,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const { status } = response
  const answer: unknown = await response.json()
  await conform(harness.service.baseUrl, method, path, status, answer)
  return { status, headers: response.headers, body: answer }
}

/** What an answer says that refuses. */
export const errorOf = (body: unknown) =>
  (body as { error: { type: string; message: string; details: { field: string }[] } }).error

/** Gives a charge once one of its payments has left PENDING, with that payment. */
export async function judged(
  harness: Harness,
  id: string,
  hash: string,
): Promise<{ charge: ReducedCharge; payment: ChargePayment }> {
  return await until(`the verdict on ${hash}`, async () => {
    const charge = await clientOf(harness).getCharge(id)
    const payment = charge.payments.findLast((one) => one.payerTransactionHash === hash)
    return payment && payment.status !== 'PENDING' ? { charge, payment } : undefined
  })
}

/** What /readyz says. */
interface Readiness {
  status: string
  loops: Record<string, string>
  chains?: object
  warnings?: string[]
}

/** Waits until a service is ready, and gives what it says: a database that stands still for some seconds makes it unready. */
export function readReadiness(baseUrl: string): Promise<Readiness> {
  return until('/readyz to be ok', async () => {
    const response = await fetch(`${baseUrl}/readyz`)
    const body = (await response.json()) as Readiness
    return response.status === 200 ? body : undefined
  })
}
