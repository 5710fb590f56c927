// One table of all environment variables, with description, default and parser, so that help and validation agree.
import type { PriceFeed } from './chain/feeds.ts'
import type { KnownToken } from './domain/tokens.ts'
import { defaultRateLimits, type RateLimits } from './ops/rate-limit.ts'
import {
  checkConfirmations,
  checkUrl,
  parseAddresses,
  parseChainMap,
  parseFeeds,
  parseHosts,
  parseLogLevel,
  parseNumber,
  parseOpenOrClosed,
  parsePort,
  parseRetryDelaysMs,
  parseSwitch,
  parseTokens,
  parseUnreferencedTransfers,
} from './setting-texts.ts'
import type { DatabaseOptions } from './store/store.ts'
import { defaultRetryDelaysMs } from './webhooks/schedule.ts'

/** The settings of the service, as the operator gave them. */
export interface ServiceSettings {
  host: string
  port: number
  /** Undefined for the address that the service listens on. */
  publicUrl: string | undefined
  database: DatabaseOptions
  rpcUrls: ReadonlyMap<number, string>
  confirmations: ReadonlyMap<number, number>
  tokens: readonly KnownToken[]
  feeds: readonly PriceFeed[]
  /** Undefined to resolve no ENS names. */
  ensRpcUrl: string | undefined
  chargeExpiryMs: number
  quoteLifetimeMs: number
  watchMs: number
  recipientsPerAccount: number
  entryPoints: readonly string[]
  unreferencedTransfers: 'proof' | 'first-report'
  reorgBlocks: number
  leaseMs: number
  allowPrivateWebhooks: boolean
  webhookRetryDelaysMs: readonly number[]
  rateLimits: RateLimits
  metricsToken: string | undefined
  isMetricsPublic: boolean
  /** Undefined for any host name. */
  allowedHosts: readonly string[] | undefined
  logLevel: string
}

/** An environment variable: its description, its default as text ('' for none), and its parser. */
interface EnvironmentVariable<T> {
  description: string
  defaultText: string
  /** Parses the text. Throws an Error whose message continues after the variable's name. */
  parse: (text: string) => T
}

const defineVariable = <T>(
  description: string,
  defaultText: string,
  parse: (text: string) => T,
): EnvironmentVariable<T> => ({ description, defaultText, parse })

/** All environment variables of the service, in the order in which help shows them. */
export const environmentVariables = {
  SERVICE_HOST: defineVariable('address to listen on', '127.0.0.1', (text) => text),
  SERVICE_PORT: defineVariable('port to listen on; 0 takes any free one', '3001', parsePort),
  PUBLIC_URL: defineVariable(
    'the address payers reach this service at; payment pages are below it. Default: where it listens',
    '',
    (text) => (text === '' ? undefined : checkUrl(text, ['http:', 'https:'])),
  ),
  DATA_DIR: defineVariable(
    'folder of the embedded database, one process at a time; not used with DATABASE_URL',
    './.data/service',
    (text) => text,
  ),
  DATABASE_URL: defineVariable(
    'PostgreSQL, such as postgres://user:password@host/database; many processes may share it',
    '',
    (text) => (text === '' ? undefined : checkUrl(text, ['postgres:', 'postgresql:'])),
  ),
  CHAIN_RPC_URLS: defineVariable(
    'JSON: the JSON-RPC address of each chain to take payments on, such as {"8453":"https://…"}',
    '{}',
    (text) => parseChainMap(text, (value) => checkUrl(value, ['http:', 'https:'])),
  ),
  CONFIRMATIONS: defineVariable(
    'JSON: blocks that make a transfer final, by chain, such as {"8453":4}; 1 is the block it is ' +
      'mined in. Default: what is usual on the chain',
    '{}',
    (text) => parseChainMap(text, checkConfirmations),
  ),
  TOKENS: defineVariable(
    'JSON: tokens worth one US dollar beside the built-in USDC and USDT, such as ' +
      '[{"chainId":8453,"address":"0x…","peg":"USD"}]; symbol and decimals are read from the chain',
    '[]',
    parseTokens,
  ),
  CHARGE_EXPIRY_HOURS: defineVariable('hours that a charge waits for its payment', '24', (text) =>
    parseNumber(text, 0.001, 8760),
  ),
  QUOTE_MINUTES: defineVariable(
    'minutes that an amount reckoned by a price feed holds; then it is renewed, while nothing is on its way',
    '15',
    (text) => parseNumber(text, 0.001, 1440),
  ),
  WATCH_DAYS: defineVariable(
    'days for which a recipient is watched after its newest charge',
    '90',
    (text) => parseNumber(text, 1, 3650),
  ),
  RECIPIENTS_PER_ACCOUNT: defineVariable(
    'places (a chain, a token and a recipient) of one account that are watched at once; each 200 recipients cost a ' +
      'call of their chain in each look',
    '1000',
    (text) => parseNumber(text, 1, 1e6),
  ),
  ENTRY_POINTS: defineVariable(
    'ERC-4337 EntryPoint contracts to trust beside the canonical v0.6, v0.7 and v0.8, by commas',
    '',
    parseAddresses,
  ),
  UNNAMED: defineVariable(
    'what becomes of money that names no charge: proof (unmatched, until its sender signs or the merchant decides), or ' +
      'first-report (whoever reports it first has it: a stranger who sees it on the chain can take it for a charge of theirs)',
    'proof',
    parseUnreferencedTransfers,
  ),
  REORG_BLOCKS: defineVariable(
    'blocks for which a credited payment is watched: one that a reorganisation takes back waits again',
    '128',
    (text) => parseNumber(text, 0, 100_000),
  ),
  LEASE_SECONDS: defineVariable(
    'after so long another process on the same database takes over the work of one that died',
    '10',
    (text) => parseNumber(text, 1, 3600),
  ),
  FEEDS: defineVariable(
    'JSON: Chainlink price feeds of other tokens and coins, such as [{"chainId":1,"tokenAddress":"0x…",' +
      '"feed":"0x…","maxAgeSeconds":3900,"min":500,"max":50000}]; the zero address is the coin. Prices are ' +
      'rounded up at the last decimal place of the token. An answer that is older, or below min or above max (US ' +
      'dollars for a whole token, required), takes no charge (503). On a rollup give sequencerFeed too, ' +
      'Chainlink\u2019s feed of the sequencer\u2019s uptime',
    '[]',
    parseFeeds,
  ),
  ENS_RPC_URL: defineVariable(
    'JSON-RPC address of Ethereum mainnet, to read ENS names. Default: that of chain 1 in CHAIN_RPC_URLS',
    '',
    (text) => (text === '' ? undefined : checkUrl(text, ['http:', 'https:'])),
  ),
  WEBHOOK_ALLOW_PRIVATE: defineVariable(
    'on: webhooks may go to private addresses, such as this machine; off',
    'off',
    parseSwitch,
  ),
  WEBHOOK_WAITS: defineVariable(
    'seconds to wait after each try of a webhook that failed; then it is given up',
    defaultRetryDelaysMs.map((wait) => wait / 1000).join(),
    parseRetryDelaysMs,
  ),
  RATE_LIMIT: defineVariable(
    'calls a minute of one api-key by a backend; 0: no limit. Processes on one PostgreSQL count together',
    '12000',
    (text) => parseNumber(text, 0, 1e9),
  ),
  RATE_LIMIT_ADDRESS: defineVariable(
    'calls a minute of one payer’s address (of IPv6: its /64), here or at the merchant’s proxy; 0: no limit',
    `${defaultRateLimits.perAddress}`,
    (text) => parseNumber(text, 0, 1e9),
  ),
  RATE_LIMIT_REPORTS: defineVariable(
    'reports of payments, and amounts reserved, a minute of one payer’s address; 0: no limit',
    `${defaultRateLimits.perReporter}`,
    (text) => parseNumber(text, 0, 1e9),
  ),
  RATE_LIMIT_PAYERS: defineVariable(
    'calls a minute of all payers together who come by the proxy of one api-key; 0: no limit',
    `${defaultRateLimits.perKeyPayers}`,
    (text) => parseNumber(text, 0, 1e9),
  ),
  ALLOWED_HOSTS: defineVariable(
    'host names, by commas, that calls may be sent to, against DNS rebinding. Default: any',
    '',
    parseHosts,
  ),
  TRUSTED_PROXIES: defineVariable(
    'reverse proxies in front, each of which appends to X-Forwarded-For the address that calls it',
    '0',
    (text) => parseNumber(text, 0, 10),
  ),
  METRICS_TOKEN: defineVariable(
    'bearer token for /metrics. Default: nobody may read it',
    '',
    (text) => (text === '' ? undefined : text),
  ),
  METRICS: defineVariable(
    'open: without a token anybody may read /metrics; closed',
    'closed',
    parseOpenOrClosed,
  ),
  LOG_LEVEL: defineVariable(
    'trace, debug, info, warn, error, fatal or silent',
    'info',
    parseLogLevel,
  ),
} satisfies Record<string, EnvironmentVariable<unknown>>

type EnvironmentVariables = typeof environmentVariables
type ParsedVariables = {
  [Name in keyof EnvironmentVariables]: ReturnType<EnvironmentVariables[Name]['parse']>
}

/**
 * Reads the settings from environment variables. Returns them, or all errors: one line each, which begins with the
 * variable's name. An empty variable counts as missing.
 */
export function readSettings(
  environment: Record<string, string | undefined>,
): { settings: ServiceSettings } | { errors: string[] } {
  const errors: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, { defaultText, parse }] of Object.entries(environmentVariables)) {
    try {
      values[name] = parse(environment[name]?.trim() || defaultText)
    } catch (cause) {
      errors.push(`${name} ${cause instanceof Error ? cause.message : String(cause)}`)
    }
  }
  return errors.length > 0 ? { errors } : { settings: toServiceSettings(values as ParsedVariables) }
}

function toServiceSettings(values: ParsedVariables): ServiceSettings {
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
    chargeExpiryMs: values.CHARGE_EXPIRY_HOURS * 3_600_000,
    quoteLifetimeMs: values.QUOTE_MINUTES * 60_000,
    watchMs: values.WATCH_DAYS * 24 * 3_600_000,
    recipientsPerAccount: Math.floor(values.RECIPIENTS_PER_ACCOUNT),
    entryPoints: values.ENTRY_POINTS,
    unreferencedTransfers: values.UNNAMED,
    reorgBlocks: Math.floor(values.REORG_BLOCKS),
    leaseMs: values.LEASE_SECONDS * 1000,
    allowPrivateWebhooks: values.WEBHOOK_ALLOW_PRIVATE,
    webhookRetryDelaysMs: values.WEBHOOK_WAITS,
    rateLimits: {
      perKey: Math.floor(values.RATE_LIMIT),
      perAddress: Math.floor(values.RATE_LIMIT_ADDRESS),
      perReporter: Math.floor(values.RATE_LIMIT_REPORTS),
      perKeyPayers: Math.floor(values.RATE_LIMIT_PAYERS),
      trustedProxies: Math.floor(values.TRUSTED_PROXIES),
    },
    metricsToken: values.METRICS_TOKEN,
    isMetricsPublic: values.METRICS,
    allowedHosts: values.ALLOWED_HOSTS,
    logLevel: values.LOG_LEVEL,
  }
}
