import type { Hono } from 'hono'
import type { QuoteSigner } from '../../api/signed-quote/sign.ts'
import type { Chains } from '../domain/chains.ts'
import type { ExpiryBounds } from '../domain/charges/new-charge.ts'
import { addDocsRoutes } from '../operate/docs.ts'
import { addRateLimit, defaultRateLimits } from '../operate/rate-limit.ts'
import { registerPageRoutes } from '../payment-page/routes.ts'
import { createApp } from '../routes/app.ts'
import { createActivityMarker } from '../routes/charges/activity.ts'
import type { Env } from '../routes/http/context.ts'
import { openRateCounters } from '../store/rate-counters.ts'
import { findReceiverFault } from '../webhooks/address.ts'
import {
  defaultSettingsDelayMs,
  defaultWatchMs,
  type RoleParts,
  readCreditsFirstReport,
} from './parts.ts'

/** The running role `api`. */
export interface Api {
  app: Hono<Env>
  close(): Promise<void>
}

/** Options of {@link createApi}. */
export interface ApiOptions {
  chains: Chains
  /** Undefined where nothing is signed. */
  quoteSigner: QuoteSigner | undefined
  /** Adds the routes that every role has; they come first. */
  addOps: (app: Hono<Env>) => void
  /** Receives errors of idle database connections. */
  onDatabaseError: (error: Error) => void
}

/** Returns the bounds of a charge's lifetime: at most `watchMs`, since its recipient is watched no longer. */
function readExpiryBounds(options: RoleParts['options']): ExpiryBounds {
  const { chargeExpiryMs = 24 * 3_600_000, minChargeExpiryMs = 5 * 60_000 } = options
  const { maxChargeExpiryMs = 30 * 24 * 3_600_000, watchMs = defaultWatchMs } = options
  const maxMs = Math.min(maxChargeExpiryMs, watchMs)
  return { defaultMs: chargeExpiryMs, minMs: minChargeExpiryMs, maxMs }
}

/** Creates the role `api`: routes, payment pages, documentation and rate limits. */
export function createApi(
  { options, log, store, metrics }: RoleParts,
  { chains, quoteSigner, addOps, onDatabaseError }: ApiOptions,
): Api {
  const counters = openRateCounters(options.database, onDatabaseError)
  const context = {
    store,
    chains,
    log,
    publicUrl: options.publicUrl,
    markActive: createActivityMarker({ store, log }),
    expiry: readExpiryBounds(options),
    settingsDelayMs: options.settingsDelayMs ?? defaultSettingsDelayMs,
    findReceiverFault: (url: string) =>
      findReceiverFault(url, options.allowPrivateWebhooks ?? false),
    quoteLifetimeMs: options.quoteLifetimeMs ?? 15 * 60_000,
    watchMs: options.watchMs ?? defaultWatchMs,
    recipientsPerAccount: options.recipientsPerAccount ?? 1000,
    creditsFirstReport: readCreditsFirstReport(options),
    quoteSigning: quoteSigner && { signer: quoteSigner, recipients: options.quoteRecipients },
  }
  const { rateLimits = defaultRateLimits } = options
  const app = createApp(context, [
    addOps,
    (router) => addRateLimit(router, rateLimits, { ...counters, ...context, metrics }),
    (router) => addDocsRoutes(router),
    (router) => registerPageRoutes(router, context),
  ])
  return { app, close: counters.close }
}
