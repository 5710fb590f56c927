import type { Hono } from 'hono'
import type { OperatorStore } from '../../accounts/store/operator.ts'
import type { ChargeFigureStore } from '../../charges/store/figures.ts'
import { identifyBySession, registerDeskAccountRoutes } from './accounts.ts'
import { registerRoutes } from '../../app/app.ts'
import { registerDeskChargeRoutes } from './charges.ts'
import { createBaseApp } from '../../http/base-app.ts'
import type { EndpointContext, Env, ServiceContext } from '../../http/context.ts'
import { registerDeskRefundRoutes } from './refunds.ts'

/** The dependencies of the desk's app. */
export interface DeskAppContext extends ServiceContext {
  store: ServiceContext['store'] & OperatorStore & ChargeFigureStore
}

/**
 * Creates the app that the pages of the desk call in the service's own process: the routes of the API, and a few of the
 * desk's own. Nothing that comes through a port leads here, and its callers are identified by the session that the desk passes
 * with each call, by nothing in the call.
 */
export function createDeskApp(context: DeskAppContext): Hono<Env> {
  const identify: EndpointContext['identify'] = async (c) => identifyBySession(c)
  return createBaseApp(context.log, [
    (app) => {
      registerRoutes(app, { ...context, identify })
      registerDeskChargeRoutes(app, { ...context, identify })
      registerDeskRefundRoutes(app, { ...context, identify })
      registerDeskAccountRoutes(app, { ...context, identify })
    },
  ])
}
