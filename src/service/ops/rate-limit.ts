import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { payerHeader } from '../../api/proxy-routes.ts'
import type { MakeRateCounter } from '../domain/rate-counter.ts'
import type { Env } from '../routes/context.ts'
import { refuse } from '../routes/errors.ts'
import { addressBlock } from './address-block.ts'
import type { LimitKind, Metrics } from './metrics.ts'

/** Calls a minute; 0 for no limit. An IPv6 address counts as its /64. */
export interface Limits {
  /** Of one api-key by the merchant's backend. */
  perKey: number
  /** Of one payer's address: without a valid api-key, or by the merchant's proxy. */
  perAddress: number
  /** Of one payer's address: reports of payments, and amounts reserved. Each makes the service keep a row or read a chain. */
  perReporter: number
  /** Of all payers together who come by the proxy of one api-key. */
  perPayers: number
  /** Reverse proxies in front, each of which appends the address it sees to X-Forwarded-For. */
  proxies: number
}

/** Far above what a shop or a payer needs, and below what a loop gone wild does. */
export const usualLimits: Limits = {
  perKey: 12_000,
  perAddress: 1200,
  perReporter: 120,
  perPayers: 30_000,
  proxies: 0,
}

/** What a machine asks for, not a person; it must not be silenced by what others do. */
const exempt = new Set(['/healthz', '/readyz', '/metrics'])

const whose: Record<LimitKind, string> = {
  key: 'with this api-key',
  address: 'from this address',
  payer: "from this payer's address",
  reporter: "that report payments from this payer's address",
  payers: "from all of this merchant's payers",
}

/** Refuses calls beyond the limits with 429 and Retry-After (RFC 6585 section 4). */
export function rateLimit(
  app: Hono<Env>,
  limits: Limits,
  counter: MakeRateCounter,
  metrics: Metrics,
): void {
  const { perKey, perAddress, perReporter, perPayers } = limits
  const counters = {
    key: counter('key', perKey),
    address: counter('address', perAddress),
    payer: counter('payer', perAddress),
    reporter: counter('reporter', perReporter),
    payers: counter('payers', perPayers),
  }

  app.use(async (c, next) => {
    if (exempt.has(c.req.path)) return await next()
    const address = callerAddress(c, limits.proxies)
    const apiKey = c.req.header('api-key')
    const buckets = apiKey ? keyBuckets(c, apiKey) : addressBuckets(c, address)
    for (const [kind, name] of buckets) {
      const waitMs = await counters[kind].take(name)
      if (waitMs !== undefined) return limited(c, kind, waitMs)
    }
    await next()
    if (!apiKey || c.res.status !== 401) return
    // Not a key: it is forgotten, so that guessing fills no memory, and counts for the address. Those who share the
    // address and have a key are not held up.
    for (const [kind, name] of buckets) await counters[kind].forget(name)
    const waitMs = await counters.address.take(address)
    if (waitMs !== undefined) c.res = limited(c, 'address', waitMs)
  })

  function limited(c: Context<Env>, kind: LimitKind, waitMs: number): Response {
    metrics.limited(kind)
    const seconds = Math.max(1, Math.ceil(waitMs / 1000))
    c.header('retry-after', String(seconds))
    return refuse(c, 'rate_limit_exceeded', `Too many calls ${whose[kind]}: wait ${seconds} s.`)
  }
}

/**
 * By what a call with an api-key is counted. What the proxy sends for payers is counted apart from what the merchant's
 * backend does with the same key: no payer can silence the backend, and none the others.
 */
function keyBuckets(c: Context<Env>, apiKey: string): (readonly [LimitKind, string])[] {
  const key = createHash('sha256').update(apiKey).digest('base64')
  const payer = c.req.header(payerHeader)
  if (payer === undefined) return [['key', key]]
  const block = addressBlock(payer)
  if (block === undefined) return [['payers', key]]
  const name = `${key} ${block}`
  // Their own first: whoever is refused there does not count against the others.
  return [...(isReport(c) ? [['reporter', name] as const] : []), ['payer', name], ['payers', key]]
}

/** Returns by what a call without an api-key is counted. */
function addressBuckets(c: Context<Env>, address: string): (readonly [LimitKind, string])[] {
  return [...(isReport(c) ? [['reporter', address] as const] : []), ['address', address]]
}

/** Returns whether a call reports a payment or reserves an amount, by a proxy or from a payment page. */
function isReport({ req }: Context<Env>): boolean {
  return req.method === 'POST' && /\/(payments|reserved-amounts)\/?$/.test(req.path)
}

/** The address that the outermost proxy of ours saw. What stands before it in the header, anybody can write. */
function callerAddress(c: Context<Env>, proxies: number): string {
  const direct = c.env?.address ?? 'unknown'
  const seen = (c.req.header('x-forwarded-for') ?? '').split(',').map((one) => one.trim())
  const address = (proxies > 0 && seen.at(-proxies)) || direct
  return addressBlock(address) ?? 'unknown'
}
