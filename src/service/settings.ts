// One table of all environment variables, with description, default and parser, so that help and validation agree.
import type { ChainAccount } from '../api/accounts.ts'
import type { PriceFeed } from './chain/tokens/feeds.ts'
import type { ChainMode } from './domain/accounts/modes.ts'
import type { FinalityLimits } from './domain/chain/chains.ts'
import type { KnownToken } from './domain/chain/tokens.ts'
import { defaultRateLimits, type RateLimits } from './operate/rate-limit.ts'
import type { RelayerSettings } from './options.ts'
import { type ServiceRole, serviceRoles } from './roles/service-role.ts'
import {
  checkChainModeName,
  checkCoins,
  checkConfirmations,
  checkUrl,
  parseAccounts,
  parseAddresses,
  parseChainMap,
  parseFeeds,
  parseFinalityLimits,
  parseHosts,
  parseLogLevel,
  parseNumber,
  parsePort,
  parsePrivateKeys,
  parseQuoteKey,
  parseRelayFee,
  parseRetryDelaysMs,
  parseRoles,
  parseRpcUrls,
  parseSwitch,
  parseTokens,
} from './setting-texts.ts'
import type { DatabaseOptions } from './store/store.ts'
import { listIneffective, listMisspelled } from './unread-settings.ts'
import { defaultRetryDelaysMs } from './webhooks/schedule.ts'

/** The settings of the service, as the operator gave them. */
export interface ServiceSettings {
  roles: readonly ServiceRole[]
  host: string
  port: number
  /** Milliseconds between the signal to stop and the end of listening. */
  drainMs: number
  /** Milliseconds for which a connection without a call stays open. */
  keepAliveMs: number
  /** Undefined for the address that the service listens on. */
  publicUrl: string | undefined
  database: DatabaseOptions
  rpcUrls: ReadonlyMap<number, readonly string[]>
  quorumAboveUsd: number
  finalityAboveUsd: FinalityLimits
  confirmations: ReadonlyMap<number, number>
  chainModes: ReadonlyMap<number, ChainMode>
  tokens: readonly KnownToken[]
  feeds: readonly PriceFeed[]
  /** Undefined to resolve no ENS names. */
  ensRpcUrl: string | undefined
  chargeExpiryMs: number
  minChargeExpiryMs: number
  maxChargeExpiryMs: number
  settingsDelayMs: number
  quoteLifetimeMs: number
  watchMs: number
  recipientsPerAccount: number
  entryPoints: readonly string[]
  reorgBlocks: number
  leaseMs: number
  allowPrivateWebhooks: boolean
  webhookRetryDelaysMs: readonly number[]
  rateLimits: RateLimits
  quoteKey: string | undefined
  quoteRecipients: readonly ChainAccount[] | undefined
  /** Undefined where nothing is sent for payers. */
  relayer: RelayerSettings | undefined
  metricsToken: string | undefined
  isMetricsPublic: boolean
  /** Undefined for any host name. */
  allowedHosts: readonly string[] | undefined
  deskIdleMs: number
  deskSessionMs: number
  logLevel: string
  /** Warnings about settings that have no effect. */
  unread: readonly string[]
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
  SERVICE_ROLES: defineVariable(
    'what this process does, separated by commas: api answers calls and shows payment pages, watcher follows the chains, ' +
      'webhooks delivers events. Fewer than all need PostgreSQL and other processes with the rest',
    serviceRoles.join(),
    parseRoles,
  ),
  SERVICE_HOST: defineVariable('address to listen on', '127.0.0.1', (text) => text),
  SERVICE_PORT: defineVariable('port to listen on; 0 picks a free port', '3001', parsePort),
  DRAIN_SECONDS: defineVariable(
    'seconds from SIGTERM or SIGINT during which calls are still answered, while /readyz says 503 and connections are ' +
      'closed after their call: as long as your load balancer needs to notice',
    '0',
    (text) => parseNumber(text, 0, 600),
  ),
  KEEP_ALIVE_SECONDS: defineVariable(
    'seconds for which a connection without a call stays open: more than your load balancer keeps its own, which is 60 ' +
      'with most of them',
    '75',
    (text) => parseNumber(text, 1, 3600),
  ),
  PUBLIC_URL: defineVariable(
    'the URL at which payers reach this service and its payment pages. Default: the address it listens on',
    '',
    (text) => (text === '' ? undefined : checkUrl(text, ['http:', 'https:'])),
  ),
  DATA_DIR: defineVariable(
    'folder of the embedded database, which one process at a time can use; ignored if DATABASE_URL is set',
    './.data/service',
    (text) => text,
  ),
  DATABASE_URL: defineVariable(
    'URL of a PostgreSQL database, such as postgres://user:password@host/database; several processes can share it',
    '',
    (text) => (text === '' ? undefined : checkUrl(text, ['postgres:', 'postgresql:'])),
  ),
  CHAIN_RPC_URLS: defineVariable(
    'JSON: the JSON-RPC URL of each chain to accept payments on, such as {"8453":"https://…"}; or several in a list, ' +
      'best from different providers: another one is used when one fails, and large payments need two that agree',
    '{}',
    (text) => parseChainMap(text, parseRpcUrls),
  ),
  QUORUM_ABOVE_USD: defineVariable(
    'US dollars above which a payment is credited only when two nodes of its chain show it, each by itself; 0 for every ' +
      'payment. It has no effect on chains with one node in CHAIN_RPC_URLS',
    '1000',
    (text) => parseNumber(text, 0, 1e15),
  ),
  FINALITY_ABOVE_USD: defineVariable(
    'JSON: US dollars above which a payment, beyond CONFIRMATIONS, waits until its chain calls the block safe or ' +
      'finalized; this takes 7 and 13 minutes on Ethereum, up to 30 on rollups. It has no effect on chains without these ' +
      'tags, and on tokens without a fixed price',
    '{"safe":10000,"finalized":100000}',
    parseFinalityLimits,
  ),
  CONFIRMATIONS: defineVariable(
    'JSON: number of blocks after which a transfer is final, by chain, such as {"8453":4}; 1 means the block that ' +
      'contains it. Default: the usual number for each chain',
    '{}',
    (text) => parseChainMap(text, checkConfirmations),
  ),
  CHAIN_MODES: defineVariable(
    'JSON: whether the money of a chain has value, by chain, such as {"31337":"test"}: live accounts are paid on live chains ' +
      'alone, and test accounts on test chains alone. A chain that has charges keeps its mode. Default: test for the known ' +
      'test networks, live for all others',
    '{}',
    (text) => parseChainMap(text, checkChainModeName),
  ),
  TOKENS: defineVariable(
    'JSON: further tokens that are worth one US dollar, in addition to the built-in USDC and USDT, such as ' +
      '[{"chainId":8453,"address":"0x…","peg":"USD"}]; symbol and decimals are read from the chain',
    '[]',
    parseTokens,
  ),
  CHARGE_EXPIRY_HOURS: defineVariable('hours after which an unpaid charge expires', '24', (text) =>
    parseNumber(text, 0.001, 8760),
  ),
  CHARGE_EXPIRY_MIN_MINUTES: defineVariable(
    'the shortest time until a charge expires that a merchant may ask for (`expires_at`), in minutes',
    '5',
    (text) => parseNumber(text, 0.01, 1440),
  ),
  CHARGE_EXPIRY_MAX_DAYS: defineVariable(
    'the longest time likewise, in days; never more than WATCH_DAYS. A chain with an open charge is read more often',
    '30',
    (text) => parseNumber(text, 0.01, 3650),
  ),
  SETTINGS_DELAY_HOURS: defineVariable(
    'hours until another receiving wallet or webhook takes effect that replaces an earlier one, or a larger tolerance; 0: at once. The operator ' +
      'can cancel it until then, or apply it at once (`pay-charge settings`)',
    '24',
    (text) => parseNumber(text, 0, 720),
  ),
  QUOTE_MINUTES: defineVariable(
    'minutes for which an amount computed from a price feed is valid; it is then computed again, unless a payment is pending',
    '15',
    (text) => parseNumber(text, 0.001, 1440),
  ),
  WATCH_DAYS: defineVariable(
    'days for which a recipient is watched after its newest charge',
    '90',
    (text) => parseNumber(text, 1, 3650),
  ),
  RECIPIENTS_PER_ACCOUNT: defineVariable(
    'how many places (a chain, a token and a recipient) the service watches for one account; each 200 recipients cost ' +
      'one more call to their chain at each poll',
    '1000',
    (text) => parseNumber(text, 1, 1e6),
  ),
  ENTRY_POINTS: defineVariable(
    'ERC-4337 EntryPoint contracts to trust in addition to the canonical v0.6, v0.7 and v0.8, separated by commas',
    '',
    parseAddresses,
  ),
  REORG_BLOCKS: defineVariable(
    'number of blocks for which a credited payment is still checked; if a reorganization removes it, it is pending again',
    '128',
    (text) => parseNumber(text, 0, 100_000),
  ),
  LEASE_SECONDS: defineVariable(
    'seconds after which another process on the same database takes over the work of a process that stopped',
    '10',
    (text) => parseNumber(text, 1, 3600),
  ),
  PRICE_FEEDS: defineVariable(
    'JSON: Chainlink price feeds of other tokens and native currencies, such as [{"chainId":1,"tokenAddress":"0x…",' +
      '"feed":"0x…","maxAgeSeconds":3900,"min":500,"max":50000}]; the zero address is the native currency. ' +
      'Amounts are rounded up at the last decimal place of the token. min and max are required, in US dollars for one ' +
      'whole token. While the price is older than maxAgeSeconds, below min or above max, no charge can be created ' +
      '(503). On a rollup, also give sequencerFeed: Chainlink\u2019s feed of the sequencer\u2019s uptime',
    '[]',
    parseFeeds,
  ),
  ENS_RPC_URL: defineVariable(
    'JSON-RPC URL of Ethereum mainnet, to resolve ENS names. Default: the URL of chain 1 in CHAIN_RPC_URLS',
    '',
    (text) => (text === '' ? undefined : checkUrl(text, ['http:', 'https:'])),
  ),
  WEBHOOK_ALLOW_PRIVATE: defineVariable(
    'on or off: whether webhooks may be sent to private addresses, such as this machine',
    'off',
    parseSwitch,
  ),
  WEBHOOK_RETRY_DELAYS: defineVariable(
    'seconds to wait after each failed attempt of a webhook, separated by commas; after the last attempt it is given up',
    defaultRetryDelaysMs.map((wait) => wait / 1000).join(),
    parseRetryDelaysMs,
  ),
  RATE_LIMIT: defineVariable(
    'calls per minute by a backend with one api-key; 0: no limit. Processes that share a PostgreSQL database count together',
    '12000',
    (text) => parseNumber(text, 0, 1e9),
  ),
  RATE_LIMIT_ADDRESS: defineVariable(
    'calls per minute from one payer’s address (for IPv6, from its /64), directly or through a merchant’s proxy; 0: no limit',
    `${defaultRateLimits.perAddress}`,
    (text) => parseNumber(text, 0, 1e9),
  ),
  RATE_LIMIT_REPORTS: defineVariable(
    'reported payments and reserved amounts per minute from one payer’s address, and as many attempts to sign in at the desk; ' +
      '0: no limit',
    `${defaultRateLimits.perReporter}`,
    (text) => parseNumber(text, 0, 1e9),
  ),
  RATE_LIMIT_PAYERS: defineVariable(
    'calls per minute of all payers together through the proxy of one api-key; 0: no limit',
    `${defaultRateLimits.perKeyPayers}`,
    (text) => parseNumber(text, 0, 1e9),
  ),
  ALLOWED_HOSTS: defineVariable(
    'host names that calls may be sent to, separated by commas; protects against DNS rebinding. Default: any',
    '',
    parseHosts,
  ),
  TRUSTED_PROXIES: defineVariable(
    'number of reverse proxies in front of the service, each of which appends its caller’s address to X-Forwarded-For',
    '0',
    (text) => parseNumber(text, 0, 10),
  ),
  QUOTE_KEY: defineVariable(
    'private key that signs quotes, as `pay-charge quote-key create` prints it: pages with `quote-key` pay nothing else. ' +
      'Default: none, so nothing is signed',
    '',
    (text) => (text === '' ? undefined : parseQuoteKey(text)),
  ),
  QUOTE_RECIPIENTS: defineVariable(
    'accounts that a signed quote may pay, such as eip155:8453:0x…, separated by commas: what the database says is then ' +
      'not enough to get another one signed. It has an effect only with QUOTE_KEY. Default: any',
    '',
    (text) => (text === '' ? undefined : parseAccounts(text)),
  ),
  RELAYER_KEYS: defineVariable(
    'private keys of the accounts that send what payers have signed (EIP-3009) and pay the network’s fees, separated by ' +
      'commas. Default: none, so nothing is sent for payers',
    '',
    (text) => (text === '' ? undefined : parsePrivateKeys(text)),
  ),
  RELAYER_SIGNER_URL: defineVariable(
    'URL of a program that holds the keys of RELAYER_ACCOUNTS in place of RELAYER_KEYS, and signs by JSON-RPC ' +
      '(eth_signTransaction), such as Web3signer. Default: none',
    '',
    (text) => (text === '' ? undefined : checkUrl(text, ['http:', 'https:'])),
  ),
  RELAYER_ACCOUNTS: defineVariable(
    'the accounts whose keys RELAYER_SIGNER_URL holds, separated by commas',
    '',
    parseAddresses,
  ),
  RELAY_MAX_FEE: defineVariable(
    'JSON: the most that one transaction of the relayer may cost, in coins of its chain, such as {"8453":"0.0001"}. ' +
      'Nothing is sent on chains that are not named',
    '{}',
    (text) => parseChainMap(text, checkCoins),
  ),
  RELAY_MIN_BALANCE: defineVariable(
    'JSON: coins that stay at each account of the relayer, by chain, such as {"8453":"0.001"}',
    '{}',
    (text) => parseChainMap(text, checkCoins),
  ),
  RELAY_FEE: defineVariable(
    'what a payer adds for a transfer that the relayer sends: `none`, US dollars such as `0.05`, or `estimated`, which is the ' +
      'network’s fee of that time and needs a price feed of the chain’s coin in PRICE_FEEDS',
    'none',
    parseRelayFee,
  ),
  RELAYS_PER_HOUR: defineVariable(
    'how many transactions the relayer sends in an hour at most; of several accounts each takes at most half of what the others leave',
    '600',
    (text) => parseNumber(text, 1, 1e6),
  ),
  RELAYS_PER_PAYER: defineVariable(
    'how many transactions of one paying account the relayer sends in an hour at most',
    '6',
    (text) => parseNumber(text, 1, 1e6),
  ),
  DESK_IDLE_MINUTES: defineVariable(
    'minutes without a call after which a session at the desk ends',
    '30',
    (text) => parseNumber(text, 0.01, 1440),
  ),
  DESK_SESSION_HOURS: defineVariable(
    'hours after which a session at the desk ends in any case, and its person signs in again',
    '12',
    (text) => parseNumber(text, 0.001, 720),
  ),
  METRICS_TOKEN: defineVariable(
    'bearer token for /metrics. Default: none, so /metrics is closed',
    '',
    (text) => (text === '' ? undefined : text),
  ),
  METRICS_PUBLIC: defineVariable(
    'on or off: whether anybody may read /metrics without a token',
    'off',
    parseSwitch,
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
 * variable's name. An empty variable is treated as missing.
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
  if (errors.length > 0) return { errors }
  const parsed = values as ParsedVariables
  return { settings: { ...toServiceSettings(parsed), unread: listUnread(environment, parsed) } }
}

function listUnread(
  environment: Record<string, string | undefined>,
  {
    CHAIN_RPC_URLS: rpcUrls,
    CONFIRMATIONS,
    CHAIN_MODES,
    TOKENS,
    PRICE_FEEDS,
    QUOTE_RECIPIENTS,
    RELAY_MAX_FEE,
    RELAY_MIN_BALANCE,
  }: ParsedVariables,
): string[] {
  const names = Object.keys(environmentVariables)
  const setNames = new Set(names.filter((name) => environment[name]?.trim()))
  const chainsByName = {
    CONFIRMATIONS: CONFIRMATIONS.keys(),
    CHAIN_MODES: CHAIN_MODES.keys(),
    TOKENS: TOKENS.map(({ chainId }) => chainId),
    PRICE_FEEDS: PRICE_FEEDS.map(({ chainId }) => chainId),
    RELAY_MAX_FEE: RELAY_MAX_FEE.keys(),
    RELAY_MIN_BALANCE: RELAY_MIN_BALANCE.keys(),
    QUOTE_RECIPIENTS: QUOTE_RECIPIENTS?.map(({ chainId }) => chainId) ?? [],
  }
  return [
    ...listMisspelled(environment, names),
    ...listIneffective({ setNames, rpcUrls, chainsByName }),
  ]
}

function toRelayerSettings(values: ParsedVariables): RelayerSettings | undefined {
  const { RELAYER_KEYS: keys, RELAYER_SIGNER_URL: url, RELAYER_ACCOUNTS: accounts } = values
  const signer = keys ? { keys } : url === undefined ? undefined : { url, accounts }
  if (!signer) return undefined
  return {
    signer,
    maxCosts: values.RELAY_MAX_FEE,
    minBalances: values.RELAY_MIN_BALANCE,
    fee: values.RELAY_FEE,
    perHour: Math.floor(values.RELAYS_PER_HOUR),
    perAccountHour: Math.floor(values.RELAYS_PER_PAYER),
  }
}

function toServiceSettings(values: ParsedVariables): Omit<ServiceSettings, 'unread'> {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = values
  return {
    roles: values.SERVICE_ROLES,
    host: values.SERVICE_HOST,
    port: values.SERVICE_PORT,
    drainMs: values.DRAIN_SECONDS * 1000,
    keepAliveMs: values.KEEP_ALIVE_SECONDS * 1000,
    publicUrl: values.PUBLIC_URL,
    database: url === undefined ? { dataDir } : { url },
    rpcUrls: values.CHAIN_RPC_URLS,
    quorumAboveUsd: values.QUORUM_ABOVE_USD,
    finalityAboveUsd: values.FINALITY_ABOVE_USD,
    confirmations: values.CONFIRMATIONS,
    chainModes: values.CHAIN_MODES,
    tokens: values.TOKENS,
    feeds: values.PRICE_FEEDS,
    ensRpcUrl: values.ENS_RPC_URL ?? values.CHAIN_RPC_URLS.get(1)?.[0],
    chargeExpiryMs: values.CHARGE_EXPIRY_HOURS * 3_600_000,
    minChargeExpiryMs: values.CHARGE_EXPIRY_MIN_MINUTES * 60_000,
    maxChargeExpiryMs: values.CHARGE_EXPIRY_MAX_DAYS * 24 * 3_600_000,
    settingsDelayMs: values.SETTINGS_DELAY_HOURS * 3_600_000,
    quoteLifetimeMs: values.QUOTE_MINUTES * 60_000,
    watchMs: values.WATCH_DAYS * 24 * 3_600_000,
    recipientsPerAccount: Math.floor(values.RECIPIENTS_PER_ACCOUNT),
    entryPoints: values.ENTRY_POINTS,
    reorgBlocks: Math.floor(values.REORG_BLOCKS),
    leaseMs: values.LEASE_SECONDS * 1000,
    allowPrivateWebhooks: values.WEBHOOK_ALLOW_PRIVATE,
    webhookRetryDelaysMs: values.WEBHOOK_RETRY_DELAYS,
    rateLimits: {
      perKey: Math.floor(values.RATE_LIMIT),
      perAddress: Math.floor(values.RATE_LIMIT_ADDRESS),
      perReporter: Math.floor(values.RATE_LIMIT_REPORTS),
      perKeyPayers: Math.floor(values.RATE_LIMIT_PAYERS),
      trustedProxies: Math.floor(values.TRUSTED_PROXIES),
    },
    quoteKey: values.QUOTE_KEY,
    quoteRecipients: values.QUOTE_RECIPIENTS,
    relayer: toRelayerSettings(values),
    metricsToken: values.METRICS_TOKEN,
    isMetricsPublic: values.METRICS_PUBLIC,
    allowedHosts: values.ALLOWED_HOSTS,
    deskIdleMs: values.DESK_IDLE_MINUTES * 60_000,
    deskSessionMs: values.DESK_SESSION_HOURS * 3_600_000,
    logLevel: values.LOG_LEVEL,
  }
}
