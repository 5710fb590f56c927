import type { Hono } from 'hono'
import { identifyBySession, registerDeskAccountRoutes } from '../desk/api/accounts.ts'
import { registerAuditSubjects } from '../desk/api/audit-subjects.ts'
import { registerDeskChargeRoutes } from '../desk/api/charges.ts'
import { registerDeskMailRoutes } from '../desk/api/mail.ts'
import { registerDeskPeopleRoutes } from '../desk/api/people.ts'
import { registerDeskRefundRoutes } from '../desk/api/refunds.ts'
import { registerDeskSearch } from '../desk/api/search.ts'
import { createBaseApp } from '../http/base-app.ts'
import type { EndpointContext, Env, ServiceContext } from '../http/context.ts'
import { registerRoutes } from './app.ts'
import type { Store } from './store.ts'

/**
 * Creates the app that the pages of the desk call in the service's own process: the routes of the API, and a few of the
 * desk's own. Nothing that comes through a port leads here, and its callers are identified by the session that the desk passes
 * with each call, by nothing in the call.
 */
export function createDeskApp(context: ServiceContext<Store>): Hono<Env> {
  const identify: EndpointContext['identify'] = async (c) => identifyBySession(c)
  return createBaseApp(context.log, [
    (app) => {
      registerRoutes(app, { ...context, identify })
      registerDeskChargeRoutes(app, { ...context, identify })
      registerDeskSearch(app, { ...context, identify })
      registerAuditSubjects(app, { ...context, identify })
      registerDeskRefundRoutes(app, { ...context, identify })
      registerDeskPeopleRoutes(app, { ...context, identify })
      registerDeskMailRoutes(app, { ...context, identify })
      registerDeskAccountRoutes(app, { ...context, identify })
    },
  ])
}
