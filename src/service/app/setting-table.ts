/**
 * Every setting of the service: its name, variable, default, form and description. The type of the settings, the options of
 * `createService`, `pay-charge --help` and the tables of docs/service-settings.md all come from here, and no default stands
 * anywhere else.
 *
 * To add one, write it here, and read it where it is needed, from the settings or from the options of a role.
 *
 * - `variable(name, default, parse, description)` is set by an environment variable. The default is a text as the variable has
 *   it, and `parse` turns either into the value that the code reads: hours, for example, into milliseconds.
 * - `option(default, description)` is set by programs that call `createService` alone: no operator has to choose a value.
 */

import type { ChainAccount } from '../../api/accounts.ts'
import { parseMailSender, parseMailServer } from '../mail/server.ts'
import { serviceRoles } from './roles/service-role.ts'
import { parseFxRates } from './setting-rates.ts'
import {
  checkChainModeName,
  checkCoins,
  checkConfirmations,
  parseAccounts,
  parseAddresses,
  parseChainMap,
  parseCount,
  parseFeeds,
  parseFinalityLimits,
  parseHosts,
  parseLogLevel,
  parseNumber,
  parsePort,
  parsePrivateKeys,
  parseQuoteKey,
  parseRelayFee,
  parseRoles,
  parseRpcUrls,
  parseSwitch,
  parseTokens,
  parseUrl,
} from './setting-texts.ts'

/** A setting that only programs choose, as an option of `createService`. */
export interface OptionSetting<T> {
  default: T
  description: string
}

/** A setting that an environment variable sets. */
export interface VariableSetting<Name extends string, T> extends OptionSetting<T> {
  variable: Name
  /** The default as the variable's text; '' for none. */
  defaultText: string
  /** Parses the variable's text. Throws an Error whose message continues after the variable's name. */
  parse: (text: string) => T
}

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const variable = <const Name extends string, T>(
  name: Name,
  defaultText: string,
  parse: (text: string) => T,
  description: string,
): VariableSetting<Name, T> => ({
  variable: name,
  defaultText,
  parse,
  default: parse(defaultText),
  description,
})

const option = <T>(defaultValue: T, description: string): OptionSetting<T> => ({
  default: defaultValue,
  description,
})

const asWritten = (text: string) => text
const count = (min: number, max: number) => (text: string) => parseCount(text, min, max)
/** Parses a time in a unit into milliseconds. */
const time = (unitMs: number, min: number, max: number) => (text: string) =>
  parseNumber(text, min, max) * unitMs
const byChain =
  <T>(parseValue: (value: unknown) => T) =>
  (text: string) =>
    parseChainMap(text, parseValue)
/** Parses a text that may be missing. */
const optional =
  <T>(parse: (text: string) => T) =>
  (text: string): T | undefined =>
    text === '' ? undefined : parse(text)

/** Settings of the program `pay-charge` alone. */
export const programSettings = {
  host: variable('SERVICE_HOST', '127.0.0.1', asWritten, 'address to listen on'),
  port: variable('SERVICE_PORT', '3001', parsePort, 'port to listen on; 0 picks a free port'),
  drainMs: variable(
    'DRAIN_SECONDS',
    '0',
    time(secondMs, 0, 600),
    'seconds from SIGTERM or SIGINT during which calls are still answered, while /readyz answers 503 and connections are ' +
      'closed after their call: as long as your load balancer needs to notice',
  ),
  keepAliveMs: variable(
    'KEEP_ALIVE_SECONDS',
    '75',
    time(secondMs, 1, 3600),
    'seconds for which a connection without a call stays open: more than your load balancer keeps its own, which is 60 ' +
      'with most of them',
  ),
  dataDir: variable(
    'DATA_DIR',
    './.data/service',
    asWritten,
    'folder of the embedded database, which one process at a time can use; ignored if DATABASE_URL is set',
  ),
  databaseUrl: variable(
    'DATABASE_URL',
    '',
    optional(parseUrl('postgres:', 'postgresql:')),
    'URL of a PostgreSQL database, such as postgres://user:password@host/database; several processes can share it',
  ),
  logLevel: variable(
    'LOG_LEVEL',
    'info',
    parseLogLevel,
    'trace, debug, info, warn, error, fatal or silent',
  ),
}

/** Settings of the service: variables of the program, and options of `createService`. */
export const serviceSettings = {
  roles: variable(
    'SERVICE_ROLES',
    serviceRoles.join(),
    parseRoles,
    'the roles of this process, separated by commas: api answers calls and shows payment pages, watcher follows the chains, ' +
      'webhooks delivers events. Fewer than all need PostgreSQL and other processes with the rest',
  ),
  publicUrl: variable(
    'PUBLIC_URL',
    '',
    optional(parseUrl('http:', 'https:')),
    'the URL at which payers reach this service and its payment pages. Default: the address it listens on',
  ),
  rpcUrls: variable(
    'CHAIN_RPC_URLS',
    '{}',
    byChain(parseRpcUrls),
    'JSON: the JSON-RPC URL of each chain to accept payments on, such as {"8453":"https://…"}; or several in a list, ' +
      'best from different providers: another one is used when one fails, and large payments need two that agree',
  ),
  quorumAboveUsd: variable(
    'QUORUM_ABOVE_USD',
    '1000',
    (text) => parseNumber(text, 0, 1e15),
    'US dollars above which a payment is credited only when two nodes of its chain show it independently; 0 for every ' +
      'payment. It has no effect on chains with one node in CHAIN_RPC_URLS',
  ),
  finalityAboveUsd: variable(
    'FINALITY_ABOVE_USD',
    '{"safe":10000,"finalized":100000}',
    parseFinalityLimits,
    'JSON: US dollars above which a payment, beyond CONFIRMATIONS, waits until its chain calls the block safe or ' +
      'finalized; this takes 7 and 13 minutes on Ethereum, up to 30 on rollups. It has no effect on chains without these ' +
      'tags, and on tokens that have neither a peg nor a feed',
  ),
  confirmations: variable(
    'CONFIRMATIONS',
    '{}',
    byChain(checkConfirmations),
    'JSON: number of blocks after which a transfer is final, by chain, such as {"8453":4}; 1 means the block that ' +
      'contains it. Default: the usual number for each chain',
  ),
  chainModes: variable(
    'CHAIN_MODES',
    '{}',
    byChain(checkChainModeName),
    'JSON: whether the money of a chain has value, by chain, such as {"31337":"test"}: live accounts are paid on live chains ' +
      'alone, and test accounts on test chains alone. A chain that has charges keeps its mode. Default: test for the known ' +
      'test networks, live for all others',
  ),
  tokens: variable(
    'TOKENS',
    '[]',
    parseTokens,
    'JSON: further tokens that are worth one unit of a currency (ISO 4217), in addition to the built-in USDC and USDT, such as ' +
      '[{"chainId":8453,"address":"0x…","peg":"EUR"}]; symbol and decimals are read from the chain',
  ),
  feeds: variable(
    'PRICE_FEEDS',
    '[]',
    parseFeeds,
    'JSON: Chainlink price feeds of other tokens and native currencies, such as [{"chainId":1,"tokenAddress":"0x…",' +
      '"feed":"0x…","maxAgeSeconds":3900,"min":500,"max":50000}]; the zero address is the native currency. ' +
      'Amounts are rounded up at the last decimal place of the token. min and max are required, in US dollars for one ' +
      'whole token. While the price is older than maxAgeSeconds, below min or above max, no charge can be created ' +
      '(503). On a rollup, also give sequencerFeed: Chainlink\u2019s feed of the sequencer\u2019s uptime',
  ),
  fxRates: variable(
    'FX_RATES',
    '{}',
    parseFxRates,
    'JSON: the currencies beside US dollars in which prices can be, by ISO 4217 code, each with the sources of its rate in US ' +
      'dollars, such as {"EUR":{"min":0.8,"max":1.6,"sources":[{"chainId":1,"feed":"0x…","maxAgeSeconds":90000},' +
      '{"ecbUrl":"https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml"},{"rate":"1.0853","until":"2026-12-31"}]}}. ' +
      'A source is a Chainlink feed of the currency in US dollars (weekends do not count to its age; on a rollup, also give ' +
      'sequencerFeed), a document in the form of the European Central Bank’s daily rates (maxAgeSeconds without weekends and ' +
      'its holidays; two days by default), or a rate by hand with the last day on which it holds. The first that is fresh ' +
      'counts, and the next one bounds it: while they differ by more than boundPercent (3 by default), and while no source is ' +
      'fresh or from min to max, no price is made in this currency (503); all others go on. A single source that moves ' +
      'further than boundPercent at once waits an hour, or for `pay-charge rates accept`',
  ),
  quoteLifetimeMs: option(
    15 * minuteMs,
    'the time for which an amount computed from a price feed is valid; it is then computed again, unless a payment is pending',
  ),
  ensRpcUrl: option<string | undefined>(
    undefined,
    'JSON-RPC URL of Ethereum mainnet, to resolve ENS names. Default: the first URL of chain 1 in `rpcUrls`',
  ),
  entryPoints: option<readonly string[]>(
    [],
    'ERC-4337 EntryPoint contracts to trust in addition to the canonical v0.6, v0.7 and v0.8',
  ),
  chargeExpiryMs: variable(
    'CHARGE_EXPIRY_HOURS',
    '24',
    time(hourMs, 0.001, 8760),
    'hours after which an unpaid charge expires',
  ),
  minChargeExpiryMs: option(
    5 * minuteMs,
    'the shortest time until a charge expires that a merchant may ask for (`expires_at`)',
  ),
  maxChargeExpiryMs: option(
    30 * dayMs,
    'the longest time likewise; never more than `watchMs`. A chain with an open charge is read more often',
  ),
  linkChargeMs: variable(
    'LINK_CHARGE_MINUTES',
    '30',
    time(minuteMs, 0.001, 1440),
    'minutes after which an unpaid charge expires that a customer has opened by a payment link. Of a link that is paid once, ' +
      'nobody else can pay so long',
  ),
  linkOpenCharges: variable(
    'LINK_OPEN_CHARGES',
    '200',
    count(1, 1e6),
    'how many customers of one payment link may have an unpaid charge at the same time',
  ),
  watchMs: variable(
    'WATCH_DAYS',
    '90',
    time(dayMs, 1, 3650),
    'days for which a recipient is watched after its newest charge',
  ),
  recipientsPerAccount: variable(
    'RECIPIENTS_PER_ACCOUNT',
    '1000',
    count(1, 1e6),
    'how many places (a chain, a token and a recipient) the service watches for one account; each 200 recipients cost ' +
      'one more call to their chain at each poll',
  ),
  pollIntervalMs: option<number | undefined>(
    undefined,
    'the time between two checks of a chain. Default: 1 second for a local chain, else 4 seconds',
  ),
  reorgBlocks: option(
    128,
    'number of blocks for which a credited payment is still checked; if a reorganization removes it, it is pending again',
  ),
  leaseMs: option(
    10 * secondMs,
    'the time after which another process on the same database takes over the work of a process that stopped',
  ),
  settingsDelayMs: variable(
    'SETTINGS_DELAY_HOURS',
    '24',
    time(hourMs, 0, 720),
    'hours until another receiving wallet or webhook takes effect that replaces an earlier one, or a larger tolerance; 0: immediately. The operator ' +
      'can cancel it until then, or apply it without the delay (`pay-charge settings`)',
  ),
  allowPrivateWebhooks: variable(
    'WEBHOOK_ALLOW_PRIVATE',
    'off',
    parseSwitch,
    'on or off: whether webhooks may be sent to private addresses, such as this machine',
  ),
  // They grow, over three days and three hours in all, as Standard Webhooks recommends (specification, "Operational
  // considerations").
  webhookRetryDelaysMs: option<readonly number[]>(
    [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map((s) => s * secondMs),
    'the times to wait after each failed attempt of a webhook; after the last attempt it has failed for good',
  ),
  smtp: variable(
    'SMTP_URL',
    '',
    optional(parseMailServer),
    'URL of the mail server by which receipts and news are sent, such as smtps://user:password@mail.example; smtp:// is ' +
      'upgraded by STARTTLS, without which only a server on this machine is used. Default: none, so no mail is sent',
  ),
  mailFrom: variable(
    'MAIL_FROM',
    '',
    optional(parseMailSender),
    'the sender of all mail, such as pay@example.com or Example <pay@example.com>; without a name, messages bear the name of ' +
      'the store. Required with SMTP_URL',
  ),
  mailPerHour: variable(
    'MAIL_PER_HOUR',
    '500',
    count(1, 1e6),
    'how many messages are sent in an hour for one account at most; the others wait',
  ),
  // A day in all, for a mail server that is down.
  mailRetryDelaysMs: option<readonly number[]>(
    [60, 300, 900, 1800, 3600, 7200, 14_400, 28_800, 28_800].map((s) => s * secondMs),
    'the times to wait after each failed attempt to send a message; after the last attempt it is given up',
  ),
  mailWebhookMs: option(
    30 * minuteMs,
    'how long a webhook endpoint fails before the people who want to know are written to',
  ),
  mailAnswerMs: option(
    5 * minuteMs,
    'how long the mail server may take to answer a message; one without an answer may have been sent, and is not repeated',
  ),
  rateLimit: variable(
    'RATE_LIMIT',
    '12000',
    count(0, 1e9),
    'calls per minute by a backend with one api-key; 0: no limit. Processes that share a PostgreSQL database count together',
  ),
  rateLimitReports: variable(
    'RATE_LIMIT_REPORTS',
    '120',
    count(0, 1e9),
    'reported payments and reserved amounts per minute from one payer’s address, and as many attempts to sign in at the desk; ' +
      '0: no limit',
  ),
  rateLimitAddress: option(
    1200,
    'calls per minute from one payer’s address (for IPv6, from its /64), directly or through a merchant’s proxy; 0: no limit',
  ),
  rateLimitPayers: option(
    30_000,
    'calls per minute of all payers together through the proxy of one api-key; 0: no limit',
  ),
  rateLimitLinks: variable(
    'RATE_LIMIT_LINKS',
    '30',
    count(0, 1e9),
    'charges per minute that one address opens by payment links; 0: no limit',
  ),
  rateLimitLink: option(
    600,
    'charges per minute that all customers together open by one payment link; 0: no limit',
  ),
  trustedProxies: variable(
    'TRUSTED_PROXIES',
    '0',
    count(0, 10),
    'number of reverse proxies in front of the service, each of which appends its caller’s address to X-Forwarded-For',
  ),
  allowedHosts: variable(
    'ALLOWED_HOSTS',
    '',
    optional(parseHosts),
    'host names that calls may be sent to, separated by commas; protects against DNS rebinding. Default: any',
  ),
  quoteKey: variable(
    'QUOTE_KEY',
    '',
    optional(parseQuoteKey),
    'private key that signs quotes, as `pay-charge quote-key create` prints it: pages with `quote-key` pay nothing else. ' +
      'Default: none, so nothing is signed',
  ),
  quoteRecipients: variable(
    'QUOTE_RECIPIENTS',
    '',
    optional<readonly ChainAccount[]>(parseAccounts),
    'accounts that a signed quote may pay, such as eip155:8453:0x…, separated by commas: a changed database is then ' +
      'not enough to get another account signed. It has an effect only with QUOTE_KEY. Default: any',
  ),
  relayerKeys: variable(
    'RELAYER_KEYS',
    '',
    optional(parsePrivateKeys),
    'private keys of the accounts that send payers’ signed transfers (EIP-3009) and pay the network’s fees, separated by ' +
      'commas. Default: none, so nothing is sent for payers',
  ),
  relayerSignerUrl: variable(
    'RELAYER_SIGNER_URL',
    '',
    optional(parseUrl('http:', 'https:')),
    'URL of a program that holds the keys of RELAYER_ACCOUNTS in place of RELAYER_KEYS, and signs by JSON-RPC ' +
      '(eth_signTransaction), such as Web3signer. Default: none',
  ),
  relayerAccounts: variable(
    'RELAYER_ACCOUNTS',
    '',
    parseAddresses,
    'the accounts whose keys RELAYER_SIGNER_URL holds, separated by commas',
  ),
  relayMaxFees: variable(
    'RELAY_MAX_FEE',
    '{}',
    byChain(checkCoins),
    'JSON: the most that one transaction of the relayer may cost, in coins of its chain, such as {"8453":"0.0001"}. ' +
      'Nothing is sent on chains that are not named',
  ),
  relayMinBalances: option<ReadonlyMap<number, bigint>>(
    new Map(),
    'the wei that stay at each account of the relayer, by chain',
  ),
  relayFee: variable(
    'RELAY_FEE',
    'none',
    parseRelayFee,
    'the fee that a payer adds for a transfer that the relayer sends: `none`, US dollars such as `0.05`, or `estimated`, which is the ' +
      'network’s fee of that time and needs a price feed of the chain’s coin in PRICE_FEEDS',
  ),
  relaysPerHour: variable(
    'RELAYS_PER_HOUR',
    '600',
    count(1, 1e6),
    'the most transactions that the relayer sends in an hour; with several accounts, each takes at most half of the number that the others leave',
  ),
  relaysPerPayer: variable(
    'RELAYS_PER_PAYER',
    '6',
    count(1, 1e6),
    'how many transactions of one paying account the relayer sends in an hour at most',
  ),
  deskIdleMs: option(
    30 * minuteMs,
    'the time without a call after which a session at the desk ends',
  ),
  deskSessionMs: option(
    12 * hourMs,
    'the time after which a session at the desk ends in any case, and its person signs in again',
  ),
  metricsToken: variable(
    'METRICS_TOKEN',
    '',
    optional(asWritten),
    'bearer token for /metrics. Default: none, so /metrics is closed',
  ),
  isMetricsPublic: option(false, 'whether /metrics can be read without a token'),
}

/** The values of a table of settings. */
export type Values<Table extends Record<string, OptionSetting<unknown>>> = {
  readonly [Name in keyof Table]: Table[Name]['default']
}
export type ServiceValues = Values<typeof serviceSettings>
