import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { payerHeader } from '../../api/routes/proxy-routes.ts'
import type { CreateRateLimitCounter } from '../domain/rate-counter.ts'
import type { Env } from '../routes/context.ts'
import { replyWithError } from '../routes/errors.ts'
import { toAddressBlock } from './address-block.ts'
import type { Metrics, RateLimitKind } from './metrics.ts'

/** Limits in calls per minute; 0 for no limit. An IPv6 address counts as its /64. */
export interface RateLimits {
  /** Calls of one api-key by the merchant's backend. */
  perKey: number
  /** Calls of one payer's address: without a valid api-key, or through the merchant's proxy. */
  perAddress: number
  /** Of one payer's address: reports of payments, and amounts reserved. Each makes the service keep a row or read a chain. */
  perReporter: number
  /** Of all payers together who come by the proxy of one api-key. */
  perKeyPayers: number
  /** Number of trusted reverse proxies in front, each of which appends the address it sees to X-Forwarded-For. */
  trustedProxies: number
}

/** The default limits: far above what a merchant or a payer needs, and below what a runaway loop sends. */
export const defaultRateLimits: RateLimits = {
  perKey: 12_000,
  perAddress: 1200,
  perReporter: 120,
  perKeyPayers: 30_000,
  trustedProxies: 0,
}

/** Paths without a limit: monitoring calls them, and must not be refused because of other callers. */
const exemptPaths = new Set(['/healthz', '/readyz', '/metrics'])

const scopeTexts: Record<RateLimitKind, string> = {
  key: 'with this api-key',
  address: 'from this address',
  payer: "from this payer's address",
  reporter: "that report payments from this payer's address",
  payers: "from all of this merchant's payers",
}

/** Refuses calls beyond the limits with 429 and Retry-After (RFC 6585 section 4). */
export function addRateLimit(
  app: Hono<Env>,
  limits: RateLimits,
  createCounter: CreateRateLimitCounter,
  metrics: Metrics,
): void {
  const { perKey, perAddress, perReporter, perKeyPayers } = limits
  const counters = {
    key: createCounter('key', perKey),
    address: createCounter('address', perAddress),
    payer: createCounter('payer', perAddress),
    reporter: createCounter('reporter', perReporter),
    payers: createCounter('payers', perKeyPayers),
  }

  app.use(async (c, next) => {
    if (exemptPaths.has(c.req.path)) return await next()
    const address = readCallerAddress(c, limits.trustedProxies)
    const apiKey = c.req.header('api-key')
    const callCounters = apiKey ? selectKeyCounters(c, apiKey) : addressBuckets(c, address)
    for (const [kind, name] of callCounters) {
      const waitMs = await counters[kind].countCall(name)
      if (waitMs !== undefined) return refuseCall(c, kind, waitMs)
    }
    await next()
    if (!apiKey || c.res.status !== 401) return
    // Not a valid key: its count is deleted, so that guessing fills no memory, and the call counts for the address.
    // Callers with a valid key on the same address are not limited by this.
    for (const [kind, name] of callCounters) await counters[kind].reset(name)
    const waitMs = await counters.address.countCall(address)
    if (waitMs !== undefined) c.res = refuseCall(c, 'address', waitMs)
  })

  function refuseCall(c: Context<Env>, kind: RateLimitKind, waitMs: number): Response {
    metrics.countRateLimited(kind)
    const seconds = Math.max(1, Math.ceil(waitMs / 1000))
    c.header('retry-after', String(seconds))
    return replyWithError(
      c,
      'rate_limit_exceeded',
      `Too many calls ${scopeTexts[kind]}. Wait ${seconds} s.`,
    )
  }
}

/**
 * Returns the counters of a call with an api-key. Calls of the proxy for payers are counted separately from calls of
 * the merchant's backend with the same key: no payer can block the backend, or another payer.
 */
function selectKeyCounters(c: Context<Env>, apiKey: string): (readonly [RateLimitKind, string])[] {
  const key = createHash('sha256').update(apiKey).digest('base64')
  const payer = c.req.header(payerHeader)
  if (payer === undefined) return [['key', key]]
  const block = toAddressBlock(payer)
  if (block === undefined) return [['payers', key]]
  const name = `${key} ${block}`
  // Their own first: whoever is refused there does not count against the others.
  return [...(isReport(c) ? [['reporter', name] as const] : []), ['payer', name], ['payers', key]]
}

/** Returns by what a call without an api-key is counted. */
function addressBuckets(c: Context<Env>, address: string): (readonly [RateLimitKind, string])[] {
  return [...(isReport(c) ? [['reporter', address] as const] : []), ['address', address]]
}

/** Returns whether a call reports a payment or reserves an amount, by a proxy or from a payment page. */
function isReport({ req }: Context<Env>): boolean {
  return req.method === 'POST' && /\/(payments|reserved-amounts)\/?$/.test(req.path)
}

/** Returns the address that our outermost proxy saw. Anybody can write what is before it in the header. */
function readCallerAddress(c: Context<Env>, proxies: number): string {
  const socketAddress = c.env?.address ?? 'unknown'
  const forwardedAddresses = (c.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((one) => one.trim())
  const address = (proxies > 0 && forwardedAddresses.at(-proxies)) || socketAddress
  return toAddressBlock(address) ?? 'unknown'
}
