// One table of every environment variable, with its meaning, default and check, so that help and validation cannot differ; hence its length.
import * as z from 'zod/mini'
import { Address, isNative, nativeAddress } from '../api/fields.ts'
import { readAddress } from './chain/address.ts'
import type { Feed } from './chain/feeds.ts'
import type { KnownToken } from './domain/tokens.ts'
import { type Limits, usualLimits } from './ops/rate-limit.ts'
import type { Database } from './store/store.ts'
import { usualWaits } from './webhooks/schedule.ts'

/** What the operator set. */
export interface Settings {
  host: string
  port: number
  /** Undefined: the address that it listens on. */
  publicUrl: string | undefined
  database: Database
  rpcUrls: ReadonlyMap<number, string>
  confirmations: ReadonlyMap<number, number>
  tokens: readonly KnownToken[]
  feeds: readonly Feed[]
  /** Undefined: no ENS names. */
  ensRpcUrl: string | undefined
  /** Milliseconds. */
  expiry: number
  reorgBlocks: number
  /** Milliseconds. */
  leaseTime: number
  webhookAllowPrivate: boolean
  /** Milliseconds. */
  webhookWaits: readonly number[]
  limits: Limits
  metricsToken: string | undefined
  logLevel: string
}

/** An environment variable: its meaning, its default as text ('' for none), and how its text is read. */
interface Variable<T> {
  meaning: string
  fallback: string
  /** Throws an Error whose message goes on after the variable's name. */
  read: (text: string) => T
}

const variable = <T>(
  meaning: string,
  fallback: string,
  read: (text: string) => T,
): Variable<T> => ({ meaning, fallback, read })

/** Every environment variable of the service, in the order that help shows them. */
export const variables = {
  SERVICE_HOST: variable('address to listen on', '127.0.0.1', (text) => text),
  SERVICE_PORT: variable('port to listen on; 0 takes any free one', '3001', readPort),
  PUBLIC_URL: variable(
    'the address payers reach this service at; payment pages are below it. Default: where it listens',
    '',
    (text) => (text === '' ? undefined : readUrl(text, ['http:', 'https:'])),
  ),
  DATA_DIR: variable(
    'folder of the embedded database, one process at a time; not used with DATABASE_URL',
    './.data/service',
    (text) => text,
  ),
  DATABASE_URL: variable(
    'PostgreSQL, such as postgres://user:password@host/database; many processes may share it',
    '',
    (text) => (text === '' ? undefined : readUrl(text, ['postgres:', 'postgresql:'])),
  ),
  CHAIN_RPC_URLS: variable(
    'JSON: the JSON-RPC address of each chain to take payments on, such as {"8453":"https://…"}',
    '{}',
    (text) => readChainMap(text, (value) => readUrl(value, ['http:', 'https:'])),
  ),
  CONFIRMATIONS: variable(
    'JSON: blocks that make a transfer final, by chain, such as {"8453":4}; 1 is the block it is ' +
      'mined in. Default: what is usual on the chain',
    '{}',
    (text) => readChainMap(text, readConfirmations),
  ),
  TOKENS: variable(
    'JSON: tokens worth one US dollar beside the built-in USDC and USDT, such as ' +
      '[{"chainId":8453,"address":"0x…","peg":"USD"}]; symbol and decimals are read from the chain',
    '[]',
    readTokens,
  ),
  CHARGE_EXPIRY_HOURS: variable('hours that a charge waits for its payment', '24', (text) =>
    readNumber(text, 0.001, 8760),
  ),
  REORG_BLOCKS: variable(
    'blocks for which a credited payment is watched: one that a reorganisation takes back waits again',
    '128',
    (text) => readNumber(text, 0, 100_000),
  ),
  LEASE_SECONDS: variable(
    'after so long another process on the same database takes over the work of one that died',
    '10',
    (text) => readNumber(text, 1, 3600),
  ),
  FEEDS: variable(
    'JSON: Chainlink price feeds of other tokens and coins, such as [{"chainId":1,"tokenAddress":"0x…",' +
      '"feed":"0x…","maxAgeSeconds":3900}]; the zero address is the coin. Prices are rounded up at ' +
      'the last decimal place of the token; an older answer takes no charge (503)',
    '[]',
    readFeeds,
  ),
  ENS_RPC_URL: variable(
    'JSON-RPC address of Ethereum mainnet, to read ENS names. Default: that of chain 1 in CHAIN_RPC_URLS',
    '',
    (text) => (text === '' ? undefined : readUrl(text, ['http:', 'https:'])),
  ),
  WEBHOOK_ALLOW_PRIVATE: variable(
    'on: webhooks may go to private addresses, such as this machine; off',
    'off',
    readSwitch,
  ),
  WEBHOOK_WAITS: variable(
    'seconds to wait after each try of a webhook that failed; then it is given up',
    usualWaits.map((wait) => wait / 1000).join(),
    readWaits,
  ),
  RATE_LIMIT: variable(
    'calls a minute of one api-key, in each process; 0: no limit',
    '12000',
    (text) => readNumber(text, 0, 1e9),
  ),
  RATE_LIMIT_ADDRESS: variable(
    'calls a minute of one address without an api-key, such as a payer; 0: no limit',
    `${usualLimits.perAddress}`,
    (text) => readNumber(text, 0, 1e9),
  ),
  TRUSTED_PROXIES: variable(
    'reverse proxies in front, each of which appends to X-Forwarded-For the address that calls it',
    '0',
    (text) => readNumber(text, 0, 10),
  ),
  METRICS_TOKEN: variable('bearer token for /metrics. Default: anybody may read it', '', (text) =>
    text === '' ? undefined : text,
  ),
  LOG_LEVEL: variable('trace, debug, info, warn, error, fatal or silent', 'info', readLogLevel),
} satisfies Record<string, Variable<unknown>>

type Variables = typeof variables
type Values = { [Name in keyof Variables]: ReturnType<Variables[Name]['read']> }

/**
 * Reads the settings. Gives them, or every fault: one line each, which begins with the variable's name.
 * An empty variable counts as none.
 */
export function readSettings(
  environment: Record<string, string | undefined>,
): { settings: Settings } | { faults: string[] } {
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, { fallback, read }] of Object.entries(variables)) {
    try {
      values[name] = read(environment[name]?.trim() || fallback)
    } catch (cause) {
      faults.push(`${name} ${cause instanceof Error ? cause.message : String(cause)}`)
    }
  }
  return faults.length > 0 ? { faults } : { settings: toSettings(values as Values) }
}

function toSettings(values: Values): Settings {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = values
  return {
    host: values.SERVICE_HOST,
    port: values.SERVICE_PORT,
    publicUrl: values.PUBLIC_URL,
    database: url === undefined ? { dataDir } : { url },
    rpcUrls: values.CHAIN_RPC_URLS,
    confirmations: values.CONFIRMATIONS,
    tokens: values.TOKENS,
    feeds: values.FEEDS,
    ensRpcUrl: values.ENS_RPC_URL ?? values.CHAIN_RPC_URLS.get(1),
    expiry: values.CHARGE_EXPIRY_HOURS * 3_600_000,
    reorgBlocks: Math.floor(values.REORG_BLOCKS),
    leaseTime: values.LEASE_SECONDS * 1000,
    webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE,
    webhookWaits: values.WEBHOOK_WAITS,
    limits: {
      perKey: Math.floor(values.RATE_LIMIT),
      perAddress: Math.floor(values.RATE_LIMIT_ADDRESS),
      proxies: Math.floor(values.TRUSTED_PROXIES),
    },
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new Error(`must be a port from 0 to 65535, not "${text}"`)
}

function readNumber(text: string, least: number, most: number): number {
  const number = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && number >= least && number <= most) return number
  throw new Error(`must be a number from ${least} to ${most}, not "${text.slice(0, 40)}"`)
}

function readSwitch(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new Error(`must be on or off, not "${text.slice(0, 40)}"`)
}

/** Seconds by commas, in milliseconds. */
function readWaits(text: string): readonly number[] {
  return text.split(',').map((one) => readNumber(one.trim(), 0, 7 * 86_400) * 1000)
}

/** Never repeats the text: it may hold a password. */
function readUrl(value: unknown, protocols: readonly string[]): string {
  const url = typeof value === 'string' ? URL.parse(value) : null
  if (url && protocols.includes(url.protocol)) return value as string
  const shown = protocols.map((one) => `${one}//`).join(' or ')
  throw new Error(`must be a URL that begins with ${shown}`)
}

function readLogLevel(text: string): string {
  if (/^(trace|debug|info|warn|error|fatal|silent)$/.test(text)) return text
  throw new Error(
    `must be trace, debug, info, warn, error, fatal or silent, not "${text.slice(0, 40)}"`,
  )
}

function readConfirmations(value: unknown): number {
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 10_000) return Number(value)
  throw new Error('must be a whole number from 1 to 10000')
}

function readJson(text: string, example: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`must be JSON, such as ${example}`)
  }
}

function readChainMap<T>(text: string, read: (value: unknown) => T): ReadonlyMap<number, T> {
  const given = readJson(text, '{"31337":…}')
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new Error('must be a JSON object whose keys are chain ids, such as {"31337":…}')
  }
  return new Map(
    Object.entries(given).map(([key, value]) => {
      if (!/^[1-9]\d{0,14}$/.test(key)) throw new Error(`has the key "${key}": give chain ids`)
      try {
        return [Number(key), read(value)]
      } catch (cause) {
        throw new Error(`of chain ${key} ${cause instanceof Error ? cause.message : cause}`)
      }
    }),
  )
}

const Tokens = z.array(
  z.object({
    chainId: z.int().check(z.positive()),
    address: Address,
    symbol: z.optional(z.string().check(z.minLength(1), z.maxLength(32))),
    decimals: z.optional(z.int().check(z.gte(0), z.lte(77))),
    peg: z.literal('USD'),
  }),
)

function readTokens(text: string): readonly KnownToken[] {
  const example = '[{"chainId":8453,"address":"0x…","peg":"USD"}]'
  const parsed = Tokens.safeParse(readJson(text, example))
  if (parsed.success) {
    // A digit written wrong would leave the token without its price, in silence.
    return parsed.data.map((token, index) => ({
      ...token,
      address: readAddress(token.address, `${index}.address`),
    }))
  }
  const [issue] = parsed.error.issues
  throw new Error(`is wrong at ${issue?.path.join('.') || 'its root'}: give ${example}`)
}

const Feeds = z.array(
  z.object({
    chainId: z.int().check(z.positive()),
    tokenAddress: Address,
    feed: Address,
    // A year: beyond, it is no bound.
    maxAgeSeconds: z.int().check(z.positive(), z.lte(31_536_000)),
  }),
)

function readFeeds(text: string): readonly Feed[] {
  const example = '[{"chainId":1,"tokenAddress":"0x…","feed":"0x…","maxAgeSeconds":3900}]'
  const parsed = Feeds.safeParse(readJson(text, example))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Error(`is wrong at ${issue?.path.join('.') || 'its root'}: give ${example}`)
  }
  const feeds = parsed.data.map((one, index) => ({
    ...one,
    tokenAddress: isNative(one.tokenAddress)
      ? nativeAddress
      : readAddress(one.tokenAddress, `${index}.tokenAddress`),
    feed: readAddress(one.feed, `${index}.feed`),
  }))
  const names = feeds.map(({ chainId, tokenAddress }) => `${tokenAddress} on chain ${chainId}`)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice) throw new Error(`names token ${twice} twice`)
  return feeds
}
