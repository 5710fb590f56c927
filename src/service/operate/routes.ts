import { timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import { getRoutePattern } from '../http/base-app.ts'
import type { Env } from '../http/context.ts'
import { replyWithError } from '../http/errors.ts'
import { addHealthRoutes, type HealthChecks, isDatabaseReachable } from './health.ts'
import { allowHosts } from './hosts.ts'
import type { Metrics } from './metrics.ts'

export interface OpsOptions {
  metrics: Metrics
  healthChecks: HealthChecks
  /** Bearer token that a call of /metrics must send. */
  metricsToken: string | undefined
  /** Whether /metrics is public if no token is set; otherwise it is closed. */
  isMetricsPublic: boolean
  /** Host names that calls may be sent to; undefined for any. */
  allowedHosts: readonly string[] | undefined
}

/** Adds the routes for the operator. Call it before all other routes are added, which it measures. */
export function addOpsRoutes(app: Hono<Env>, options: OpsOptions): void {
  const { metrics, metricsToken, isMetricsPublic, allowedHosts } = options
  app.use(async (c, next) => {
    const startedMs = performance.now()
    await next()
    const seconds = (performance.now() - startedMs) / 1000
    metrics.recordRequest(c.req.method, getRoutePattern(c), c.res.status, seconds)
  })
  if (allowedHosts) app.use(allowHosts(allowedHosts))
  addHealthRoutes(app, options.healthChecks)

  app.get('/metrics', async (c) => {
    if (metricsToken === undefined && !isMetricsPublic) {
      const text = '/metrics is closed. Set METRICS_TOKEN.'
      return replyWithError(c, 'not_found', text)
    }
    if (
      metricsToken !== undefined &&
      !hasBearerToken(c.req.header('authorization'), metricsToken)
    ) {
      c.header('www-authenticate', 'Bearer')
      return replyWithError(
        c,
        'authentication_error',
        'Send METRICS_TOKEN as Authorization: Bearer …',
      )
    }
    metrics.recordDatabase(await isDatabaseReachable(options.healthChecks))
    const { text, type } = await metrics.read()
    return c.body(text, 200, { 'content-type': type })
  })
}

/**
 * Returns whether a header holds the token. Takes as long for a wrong token of the same length as for the right one.
 */
function hasBearerToken(header: string | undefined, token: string): boolean {
  const actual = Buffer.from(header ?? '')
  const expected = Buffer.from(`Bearer ${token}`)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
