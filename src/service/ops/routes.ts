import { timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import type { MakeRateCounter } from '../domain/rate-counter.ts'
import { matchedPattern } from '../routes/app.ts'
import type { Env } from '../routes/context.ts'
import { refuse } from '../routes/errors.ts'
import { docsRoutes } from './docs.ts'
import { healthRoutes, type Vitals } from './health.ts'
import { onlyHosts } from './hosts.ts'
import type { Metrics } from './metrics.ts'
import { type Limits, rateLimit } from './rate-limit.ts'

export interface OpsOptions {
  metrics: Metrics
  vitals: Vitals
  limits: Limits
  counter: MakeRateCounter
  /** Whoever reads /metrics must send it as a bearer token. */
  metricsToken: string | undefined
  /** Anybody may read /metrics; else, without a token, nobody. */
  openMetrics: boolean
  /** Host names that calls may be sent to; undefined for any. */
  allowedHosts: readonly string[] | undefined
}

/** What the operator sees, and what protects him; before all other routes. */
export function opsRoutes(app: Hono<Env>, options: OpsOptions): void {
  const { metrics, metricsToken, openMetrics, allowedHosts, counter } = options
  app.use(async (c, next) => {
    const started = performance.now()
    await next()
    const seconds = (performance.now() - started) / 1000
    metrics.answered(c.req.method, matchedPattern(c), c.res.status, seconds)
  })
  if (allowedHosts) app.use(onlyHosts(allowedHosts))
  rateLimit(app, options.limits, counter, metrics)
  healthRoutes(app, options.vitals)
  docsRoutes(app)

  app.get('/metrics', async (c) => {
    if (metricsToken === undefined && !openMetrics) {
      const text = '/metrics is closed: set METRICS_TOKEN, or METRICS=open.'
      return refuse(c, 'not_found', text)
    }
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
