import type { Hono } from 'hono'
import type { ChainReading } from '../../chain/types/reading.ts'
import { openRateCounters } from '../../db/rate-counters.ts'
import { answerTooMany } from '../../desk/headers.ts'
import { registerDesk } from '../../desk/routes/desk.ts'
import { addAnyOrigin } from '../../http/any-origin.ts'
import type { Env } from '../../http/context.ts'
import { addOpenApiRoute } from '../../operate/openapi.ts'
import { addRateLimit } from '../../operate/rate-limit.ts'
import { registerLinkDoor } from '../../payment-links/page/door.ts'
import { answerTooManyCharges, registerLinkPages } from '../../payment-links/page/routes.ts'
import { openPictures } from '../../payment-page/link-preview/route.ts'
import { registerPageRoutes } from '../../payment-page/routes.ts'
import { openWidgetAssets } from '../../payment-page/widget.ts'
import { createApp } from '../app.ts'
import { createDeskApp } from '../desk-app.ts'
import type { RouteContext } from './context.ts'
import type { RoleParts } from './parts.ts'

/** The running role `api`. */
export interface Api {
  app: Hono<Env>
  close(): Promise<void>
}

/** Options of {@link createApi}. */
export interface ApiOptions {
  context: RouteContext
  /** Adds the routes that every role has; they come first. */
  addOps: (app: Hono<Env>) => void
  /** Asks the node of each chain, and returns whether it can be read. */
  readChains: () => Promise<ReadonlyMap<number, ChainReading>>
  /** Receives errors of idle database connections. */
  onDatabaseError: (error: Error) => void
}

/** Creates the role `api`: routes, payment pages, the desk, documentation and rate limits. */
export function createApi(
  { options, metrics }: RoleParts,
  { context, addOps, readChains, onDatabaseError }: ApiOptions,
): Api {
  const counters = openRateCounters(options.database, onDatabaseError)
  const widget = openWidgetAssets()
  const pictures = openPictures(context)
  const app = createApp(context, [
    addOps,
    (router) => addAnyOrigin(router),
    (router) =>
      addRateLimit(router, options, {
        ...counters,
        ...context,
        metrics,
        answerRefusal: (c) => answerTooMany(c, context) ?? answerTooManyCharges(c),
      }),
    (router) => addOpenApiRoute(router),
    (router) => registerPageRoutes(router, context, widget, pictures),
    (router) => registerLinkPages(router, context, pictures),
    (router) => registerLinkDoor(router, context),
    (router) =>
      registerDesk(
        router,
        { ...context, limits: { idleMs: options.deskIdleMs, lifetimeMs: options.deskSessionMs } },
        {
          api: createDeskApp(context),
          readScript: () => widget.readScript('desk'),
          readIntegrity: widget.readIntegrity,
          readChains,
          getRates: context.rates.getStates,
        },
      ),
  ])
  return { app, close: counters.close }
}
