import type { Hono } from 'hono'
import { identifyByKey } from '../accounts/routes/api-key.ts'
import { registerSettingsRoutes } from '../accounts/routes/settings.ts'
import { registerBookRoutes } from '../books/routes/books.ts'
import { registerBookSummaryRoutes } from '../books/routes/summary.ts'
import { registerChargeRoutes } from '../charges/routes/charges.ts'
import { registerReceiptKeyRoute } from '../charges/routes/receipts.ts'
import { createBaseApp } from '../http/base-app.ts'
import type { EndpointContext, Env, ServiceContext } from '../http/context.ts'
import { registerPaymentLinkRoutes } from '../payment-links/routes/payment-links.ts'
import { registerPaymentListRoutes } from '../payments/routes/list.ts'
import { registerPaymentRoutes } from '../payments/routes/payments.ts'
import { registerRefundDecisionRoutes } from '../refunds/routes/decisions.ts'
import { registerRefundRoutes } from '../refunds/routes/refunds.ts'
import { registerAuthorizationRoutes } from '../relayer/routes/authorizations.ts'
import { registerAttachmentRoute } from '../requests/routes/attachments.ts'
import { registerRequestRoutes } from '../requests/routes/requests.ts'
import { registerUnmatchedDecisionRoutes } from '../unmatched/routes/decisions.ts'
import { registerUnmatchedRoutes } from '../unmatched/routes/unmatched.ts'
import {
  registerWebhookEndpointRoutes,
  registerWebhookSecretRoutes,
} from '../webhooks/routes/endpoints.ts'
import { registerEventRoutes } from '../webhooks/routes/events.ts'
import type { Store } from './store.ts'

/**
 * Creates the app with the routes of the API, for calls with an api-key.
 *
 * @param plugins register routes and middleware first, so that their middleware runs before every route
 */
export function createApp(
  context: ServiceContext<Store>,
  plugins: readonly ((app: Hono<Env>) => void)[] = [],
): Hono<Env> {
  const identify: EndpointContext['identify'] = (c) => identifyByKey(c, context)
  return createBaseApp(context.log, [
    ...plugins,
    (app) => registerRoutes(app, { ...context, identify }),
    (app) => registerAttachmentRoute(app, context),
    (app) => registerReceiptKeyRoute(app, context),
  ])
}

/** Registers the routes of the API that are about an account. */
export function registerRoutes(app: Hono<Env>, context: EndpointContext<Store>): void {
  registerChargeRoutes(app, context)
  registerPaymentRoutes(app, context)
  registerAuthorizationRoutes(app, context)
  registerPaymentListRoutes(app, context)
  registerRequestRoutes(app, context)
  registerPaymentLinkRoutes(app, context)
  registerRefundRoutes(app, context)
  registerRefundDecisionRoutes(app, context)
  registerUnmatchedRoutes(app, context)
  registerUnmatchedDecisionRoutes(app, context)
  registerSettingsRoutes(app, context)
  registerWebhookEndpointRoutes(app, context)
  registerWebhookSecretRoutes(app, context)
  registerEventRoutes(app, context)
  registerBookRoutes(app, context)
  registerBookSummaryRoutes(app, context)
}
