// One table of every environment variable, with its meaning, default and check: help and validation cannot differ.
import type { Feed } from './chain/feeds.ts'
import type { KnownToken } from './domain/tokens.ts'
import { type Limits, usualLimits } from './ops/rate-limit.ts'
import {
  readAddresses,
  readChainMap,
  readConfirmations,
  readFeeds,
  readHosts,
  readLogLevel,
  readNumber,
  readOpenOrClosed,
  readPort,
  readSwitch,
  readTokens,
  readUnnamed,
  readUrl,
  readWaits,
} from './setting-texts.ts'
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
  quoteLifeMs: number
  watchMs: number
  recipientsPerAccount: number
  entryPoints: readonly string[]
  unnamed: 'proof' | 'first-report'
  reorgBlocks: number
  /** Milliseconds. */
  leaseTime: number
  webhookAllowPrivate: boolean
  /** Milliseconds. */
  webhookWaits: readonly number[]
  limits: Limits
  metricsToken: string | undefined
  openMetrics: boolean
  /** Undefined: any. */
  allowedHosts: readonly string[] | undefined
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
  QUOTE_MINUTES: variable(
    'minutes that an amount reckoned by a price feed holds; then it is renewed, while nothing is on its way',
    '15',
    (text) => readNumber(text, 0.001, 1440),
  ),
  WATCH_DAYS: variable(
    'days for which a recipient is watched after its newest charge',
    '90',
    (text) => readNumber(text, 1, 3650),
  ),
  RECIPIENTS_PER_ACCOUNT: variable(
    'places (a chain, a token and a recipient) of one account that are watched at once; each 200 recipients cost a ' +
      'call of their chain in each look',
    '1000',
    (text) => readNumber(text, 1, 1e6),
  ),
  ENTRY_POINTS: variable(
    'ERC-4337 EntryPoint contracts to trust beside the canonical v0.6, v0.7 and v0.8, by commas',
    '',
    readAddresses,
  ),
  UNNAMED: variable(
    'what becomes of money that names no charge: proof (unmatched, until its sender signs or the merchant decides), or ' +
      'first-report (whoever reports it first has it: a stranger who sees it on the chain can take it for a charge of theirs)',
    'proof',
    readUnnamed,
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
      '"feed":"0x…","maxAgeSeconds":3900,"min":500,"max":50000}]; the zero address is the coin. Prices are ' +
      'rounded up at the last decimal place of the token. An answer that is older, or below min or above max (US ' +
      'dollars for a whole token, required), takes no charge (503). On a rollup give sequencerFeed too, ' +
      'Chainlink\u2019s feed of the sequencer\u2019s uptime',
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
    'calls a minute of one api-key by a backend; 0: no limit. Processes on one PostgreSQL count together',
    '12000',
    (text) => readNumber(text, 0, 1e9),
  ),
  RATE_LIMIT_ADDRESS: variable(
    'calls a minute of one payer’s address (of IPv6: its /64), here or at the merchant’s proxy; 0: no limit',
    `${usualLimits.perAddress}`,
    (text) => readNumber(text, 0, 1e9),
  ),
  RATE_LIMIT_REPORTS: variable(
    'reports of payments, and amounts reserved, a minute of one payer’s address; 0: no limit',
    `${usualLimits.perReporter}`,
    (text) => readNumber(text, 0, 1e9),
  ),
  RATE_LIMIT_PAYERS: variable(
    'calls a minute of all payers together who come by the proxy of one api-key; 0: no limit',
    `${usualLimits.perPayers}`,
    (text) => readNumber(text, 0, 1e9),
  ),
  ALLOWED_HOSTS: variable(
    'host names, by commas, that calls may be sent to, against DNS rebinding. Default: any',
    '',
    readHosts,
  ),
  TRUSTED_PROXIES: variable(
    'reverse proxies in front, each of which appends to X-Forwarded-For the address that calls it',
    '0',
    (text) => readNumber(text, 0, 10),
  ),
  METRICS_TOKEN: variable('bearer token for /metrics. Default: nobody may read it', '', (text) =>
    text === '' ? undefined : text,
  ),
  METRICS: variable(
    'open: without a token anybody may read /metrics; closed',
    'closed',
    readOpenOrClosed,
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
    quoteLifeMs: values.QUOTE_MINUTES * 60_000,
    watchMs: values.WATCH_DAYS * 24 * 3_600_000,
    recipientsPerAccount: Math.floor(values.RECIPIENTS_PER_ACCOUNT),
    entryPoints: values.ENTRY_POINTS,
    unnamed: values.UNNAMED,
    reorgBlocks: Math.floor(values.REORG_BLOCKS),
    leaseTime: values.LEASE_SECONDS * 1000,
    webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE,
    webhookWaits: values.WEBHOOK_WAITS,
    limits: {
      perKey: Math.floor(values.RATE_LIMIT),
      perAddress: Math.floor(values.RATE_LIMIT_ADDRESS),
      perReporter: Math.floor(values.RATE_LIMIT_REPORTS),
      perPayers: Math.floor(values.RATE_LIMIT_PAYERS),
      proxies: Math.floor(values.TRUSTED_PROXIES),
    },
    metricsToken: values.METRICS_TOKEN,
    openMetrics: values.METRICS,
    allowedHosts: values.ALLOWED_HOSTS,
    logLevel: values.LOG_LEVEL,
  }
}
