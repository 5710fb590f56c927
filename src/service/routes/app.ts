import type { Hono } from 'hono'
import { registerAttachmentRoute } from './attachments.ts'
import { createBaseApp } from './base-app.ts'
import { registerChargeRoutes } from './charges.ts'
import type { Env, ServiceContext } from './context.ts'
import { registerPaymentRoutes } from './payments.ts'
import { registerRequestRoutes } from './requests.ts'
import { registerSettingsRoutes } from './settings.ts'
import { registerUnmatchedRoutes } from './unmatched.ts'

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
