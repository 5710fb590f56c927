import { timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Env } from '../routes/context.ts'
import { refuse } from '../routes/errors.ts'
import { docsRoutes } from './docs.ts'
import { healthRoutes, type Vitals } from './health.ts'
import type { Metrics } from './metrics.ts'
import { type Limits, rateLimit } from './rate-limit.ts'

export interface OpsOptions {
  metrics: Metrics
  vitals: Vitals
  limits: Limits
  /** Whoever reads /metrics must send it as a bearer token; undefined for anybody. */
  metricsToken: string | undefined
}

/** What the operator sees, and what protects him; before all other routes. */
export function opsRoutes(app: Hono<Env>, options: OpsOptions): void {
  const { metrics, metricsToken } = options
  app.use(async (c, next) => {
    const started = performance.now()
    await next()
    const seconds = (performance.now() - started) / 1000
    const route = matchedRoutes(c).findLast(({ path }) => path !== '/*')?.path ?? 'none'
    metrics.answered(c.req.method, route, c.res.status, seconds)
  })
  rateLimit(app, options.limits, metrics)
  healthRoutes(app, options.vitals)
  docsRoutes(app)

  app.get('/metrics', async (c) => {
    if (metricsToken !== undefined && !holds(c.req.header('authorization'), metricsToken)) {
      c.header('www-authenticate', 'Bearer')
      return refuse(c, 'authentication_error', 'Send METRICS_TOKEN as Authorization: Bearer …')
    }
    const { text, type } = await metrics.read()
    return c.body(text, 200, { 'content-type': type })
  })
}

/** Takes as long for a wrong token as for the right one, if their lengths are equal. */
function holds(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
