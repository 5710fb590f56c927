import type { Logger } from 'pino'
import type { ChainAccount } from '../api/accounts.ts'
import type { PriceFeed } from './chain/tokens/feeds.ts'
import type { ChainMode } from './domain/accounts/modes.ts'
import type { FinalityLimits } from './domain/chain/chains.ts'
import type { KnownToken } from './domain/chain/tokens.ts'
import type { RateLimits } from './operate/rate-limit.ts'
import type { ServiceRole } from './roles/service-role.ts'
import type { DatabaseOptions } from './store/store.ts'

/** Blocks below the newest one that a reorganization may replace, unless the operator says otherwise. */
export const defaultReorgBlocks = 128

/** Options of `createService`. */
export interface ServiceOptions {
  database: DatabaseOptions
  /**
   * The roles of this process. With PostgreSQL several processes may share the work; the embedded database belongs to one
   * process, which has all roles.
   *
   * @default api, watcher and webhooks
   */
  roles?: readonly ServiceRole[]
  /** The URL at which payers reach this service: payment pages are below it. */
  publicUrl: string
  /**
   * JSON-RPC URLs of each chain's nodes in order of preference, by EIP-155 id. Charges are accepted on these chains only.
   */
  rpcUrls: ReadonlyMap<number, readonly string[]>
  /**
   * US dollars above which a payment is credited only when two nodes of its chain show it. It has no effect on chains
   * with one node. @default 1000
   */
  quorumAboveUsd?: number
  /**
   * US dollars above which a payment is credited only when the chain calls its block `safe`, or `finalized`. It has no
   * effect on chains without these tags. @default 10,000 and 100,000
   */
  finalityAboveUsd?: FinalityLimits
  /**
   * Blocks that make a transfer final, by chain: 1 is the block it was mined in. @default a usual value of the chain
   */
  confirmations?: ReadonlyMap<number, number>
  /**
   * Whether a chain's money has value, by chain: live accounts are paid on live chains alone, and test accounts on test
   * chains alone. It never changes for a chain that has charges. @default test for known test networks, live for others
   */
  chainModes?: ReadonlyMap<number, ChainMode>
  /** Further tokens whose price is known; one with the address of a built-in token replaces that. @default none */
  tokens?: readonly KnownToken[]
  /** Price feeds of tokens and native currencies that have no fixed price. @default none */
  feeds?: readonly PriceFeed[]
  /** JSON-RPC URL of Ethereum mainnet, to resolve ENS names. @default none are resolved */
  ensRpcUrl?: string | undefined
  /** Milliseconds from a charge's creation until it expires. @default 24 hours */
  chargeExpiryMs?: number
  /** Bounds of `expires_at`, in milliseconds from a charge's creation; the upper one is never beyond `watchMs`. @default 5 minutes */
  minChargeExpiryMs?: number
  /** @default 30 days */
  maxChargeExpiryMs?: number
  /**
   * Milliseconds until another receiving wallet or webhook, set with an api-key in place of an earlier one, or a larger
   * tolerance takes effect; 0 for at once. @default 24 hours
   */
  settingsDelayMs?: number
  /** Milliseconds for which an amount from a price feed is valid. @default 15 minutes */
  quoteLifetimeMs?: number
  /** Milliseconds for which a recipient is watched after its newest charge. @default 90 days */
  watchMs?: number
  /** Limit of destinations (chain, token, recipient) of one account that are watched at once. @default 1000 */
  recipientsPerAccount?: number
  /** ERC-4337 EntryPoint contracts whose events are trusted, in addition to the canonical ones. @default none */
  entryPoints?: readonly string[]
  /** Blocks for which a credited payment is checked for reorganizations. @default 128 */
  reorgBlocks?: number
  /**
   * Milliseconds after which another process on the same database takes over the work of one that died. @default 10000
   */
  leaseMs?: number
  /** Whether webhooks may be sent to private addresses. @default false */
  allowPrivateWebhooks?: boolean
  /** Milliseconds to wait after each failed attempt of a webhook. @default growing waits, three days in all */
  webhookRetryDelaysMs?: readonly number[]
  /**
   * Rate limits in calls per minute.
   *
   * @default 12000 per api-key, 1200 per payer, 30000 for all payers of an api-key, no reverse proxy in front
   */
  rateLimits?: RateLimits
  /**
   * The private key that signs quotes, as `pay-charge quote-key create` prints it, for pages that name its public part in
   * `quote-key`. @default nothing is signed
   */
  quoteKey?: string | undefined
  /** The accounts (CAIP-10) that a signed quote may pay, whatever the database says. @default any */
  quoteRecipients?: readonly ChainAccount[] | undefined
  /** Bearer token for /metrics. @default none: nobody may read them */
  metricsToken?: string | undefined
  /** Whether anybody may read /metrics without a token. @default false */
  isMetricsPublic?: boolean
  /** Host names that calls may be sent to, against DNS rebinding. @default any */
  allowedHosts?: readonly string[] | undefined
  /** Milliseconds without a call after which a session at the desk ends. @default 30 minutes */
  deskIdleMs?: number
  /** Milliseconds after which a session at the desk ends in any case. @default 12 hours */
  deskSessionMs?: number
  /** Milliseconds between two checks of a chain. @default 1000 for a local chain, else 4000 */
  pollIntervalMs?: number
  /** Sends what payers have signed, and pays the network's fees. @default none */
  relayer?: RelayerSettings | undefined
  log?: Logger
}

/** Who sends what payers have signed (EIP-3009), and what that may cost. */
export interface RelayerSettings {
  /** Private keys, as hex with 0x; or a program that holds them, by its JSON-RPC URL, with their accounts. */
  signer: { keys: readonly `0x${string}`[] } | { url: string; accounts: readonly string[] }
  /** The most wei that one transaction may cost, by chain. Nothing is sent on other chains. */
  maxCosts: ReadonlyMap<number, bigint>
  /** Wei that stay at each account, by chain. @default 0 */
  minBalances?: ReadonlyMap<number, bigint>
  /**
   * What a payer adds to what is owed: nothing, US dollars as decimal text, or the estimated fee of the network, by the price feed
   * of the chain's native currency. @default 'none'
   */
  fee?: 'none' | 'estimated' | { usd: string }
  /** How many are sent in an hour. @default 600 */
  perHour?: number
  /** How many of one paying account are sent in an hour. @default 6 */
  perAccountHour?: number
}
