import { Readable } from 'node:stream'
import type { Hono } from 'hono'
import { PayError } from '../../errors.ts'
import { registerKeyRoutes, registerRevocation } from '../accounts/routes/keys.ts'
import {
  identifyOperator,
  registerAccountRoutes,
  registerProfileRoutes,
} from '../accounts/routes/operator.ts'
import { registerBookVerification } from '../books/routes/operator.ts'
import { registerChargeSearch, registerReceiptKeyRotation } from '../charges/routes/operator.ts'
import { createBaseApp } from '../http/base-app.ts'
import type { EndpointContext, Env, ServiceContext } from '../http/context.ts'
import { accountPath, dumpHeader, dumpPath } from '../http/operator-routes.ts'
import type { DatabaseDump } from '../kernel/database-dump.ts'
import { registerScanRoutes } from '../payments/routes/operator.ts'
import { registerRateRoutes } from '../rates/routes/operator.ts'
import type { OperatedFxRates } from '../rates/types.ts'
import { registerRelayerRoute } from '../relayer/routes/operator.ts'
import { registerUnmatchedSearch } from '../unmatched/routes/operator.ts'
import { registerDeliveryRoutes } from '../webhooks/routes/operator.ts'
import { registerRoutes } from './app.ts'
import type { Store } from './store.ts'

/** The dependencies of the operator's app. */
export type OperatorContext = ServiceContext<
  Store & {
    /** Copies the embedded database; undefined for PostgreSQL. */
    dump: (() => Promise<DatabaseDump>) | undefined
  }
> & { rates: OperatedFxRates }

/**
 * Creates the operator's app: the routes of the API below the path of each account, and those of the operator alone. Every
 * call that reaches it is the operator's and is allowed everything, so it is served on nothing that others can reach: the
 * private socket in the data folder, or the process of a command. The port of the service never leads here.
 */
export function createOperatorApp(context: OperatorContext): Hono<Env> {
  const { store } = context
  const identify: EndpointContext['identify'] = (c) => identifyOperator(c, store)
  return createBaseApp(context.log, [
    (app) => {
      registerAccountRoutes(app, context)
      registerRevocation(app, context)
      registerDeliveryRoutes(app, context)
      registerChargeSearch(app, context)
      registerReceiptKeyRotation(app, context)
      registerUnmatchedSearch(app, context)
      registerScanRoutes(app, context)
      registerRelayerRoute(app, context)
      registerRateRoutes(app, context)
      registerDump(app, store)
    },
    (app) => {
      const ofAccount = app.basePath(accountPath)
      registerRoutes(ofAccount, { ...context, identify })
      registerProfileRoutes(ofAccount, { ...context, identify })
      registerKeyRoutes(ofAccount, { ...context, identify })
      registerBookVerification(ofAccount, { ...context, identify })
    },
  ])
}

function registerDump(app: Hono<Env>, { dump }: OperatorContext['store']): void {
  app.get(dumpPath, async (c) => {
    if (!dump) throw new PayError('not_found', 'This service has no embedded database.')
    const { description, content } = await dump()
    c.header(dumpHeader, encodeURIComponent(JSON.stringify(description)))
    c.header('content-type', 'application/octet-stream')
    return c.body(Readable.toWeb(Readable.from(content)) as ReadableStream)
  })
}
