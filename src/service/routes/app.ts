import type { Hono } from 'hono'
import { registerSettingsRoutes } from './accounts/settings.ts'
import { registerChargeRoutes } from './charges/charges.ts'
import { createBaseApp } from './http/base-app.ts'
import type { Env, ServiceContext } from './http/context.ts'
import { registerPaymentRoutes } from './payments/payments.ts'
import { registerAttachmentRoute } from './requests/attachments.ts'
import { registerRequestRoutes } from './requests/requests.ts'
import { registerUnmatchedRoutes } from './unmatched/unmatched.ts'

/**
 * Creates the app with the routes of the API.
 *
 * @param plugins register routes and middleware first, so that their middleware runs before every route
 */
export function createApp(
  context: ServiceContext,
  plugins: readonly ((app: Hono<Env>) => void)[] = [],
): Hono<Env> {
  return createBaseApp(context.log, [...plugins, (app) => registerRoutes(app, context)])
}

function registerRoutes(app: Hono<Env>, context: ServiceContext): void {
  registerChargeRoutes(app, context)
  registerPaymentRoutes(app, context)
  registerRequestRoutes(app, context)
  registerUnmatchedRoutes(app, context)
  registerAttachmentRoute(app, context)
  registerSettingsRoutes(app, context)
}
