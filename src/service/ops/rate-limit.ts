import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Env } from '../routes/context.ts'
import { refuse } from '../routes/errors.ts'
import type { Metrics } from './metrics.ts'

/** Calls a minute; 0 for no limit. Each process counts its own. */
export interface Limits {
  /** Of one api-key. */
  perKey: number
  /** Of one address without a valid api-key: payers, and whoever guesses keys. */
  perAddress: number
  /** Reverse proxies in front, each of which appends the address it sees to X-Forwarded-For. */
  proxies: number
}

/** Far above what a shop or a payer needs, and below what a loop gone wild does. */
export const usualLimits: Limits = { perKey: 12_000, perAddress: 1200, proxies: 0 }

/** Seconds that are counted together. */
const window = 60

/** What a machine asks for, not a person; it must not be silenced by what others do. */
const exempt = new Set(['/healthz', '/readyz', '/metrics'])

/** Refuses calls beyond the limits with 429 and Retry-After (RFC 6585 section 4). */
export function rateLimit(app: Hono<Env>, limits: Limits, metrics: Metrics): void {
  const keys = limiter(limits.perKey)
  const addresses = limiter(limits.perAddress)

  app.use(async (c, next) => {
    if (exempt.has(c.req.path)) return await next()
    const apiKey = c.req.header('api-key')
    const address = callerAddress(c, limits.proxies)
    if (!apiKey) {
      const wait = await take(addresses, address)
      return wait === undefined ? await next() : limited(c, 'address', wait)
    }
    const name = createHash('sha256').update(apiKey).digest('base64')
    const wait = await take(keys, name)
    if (wait !== undefined) return limited(c, 'key', wait)
    await next()
    if (c.res.status !== 401) return
    // Not a key: it is forgotten, so that guessing fills no memory, and counts for the address. Those who share the
    // address and have a key are not held up.
    await keys?.delete(name)
    const pause = await take(addresses, address)
    if (pause !== undefined) c.res = limited(c, 'address', pause)
  })

  function limited(c: Context<Env>, kind: 'key' | 'address', wait: number): Response {
    metrics.limited(kind)
    const seconds = Math.max(1, Math.ceil(wait / 1000))
    c.header('retry-after', String(seconds))
    const whose = kind === 'key' ? 'with this api-key' : 'from this address'
    return refuse(c, 'rate_limit_exceeded', `Too many calls ${whose}: wait ${seconds} s.`)
  }
}

function limiter(points: number): RateLimiterMemory | undefined {
  return points === 0 ? undefined : new RateLimiterMemory({ points, duration: window })
}

/** Counts a call; gives the milliseconds to wait where it is one too many. */
async function take(
  limiter: RateLimiterMemory | undefined,
  name: string,
): Promise<number | undefined> {
  try {
    await limiter?.consume(name)
    return undefined
  } catch (cause) {
    // How the library says no.
    if (cause instanceof RateLimiterRes) return cause.msBeforeNext
    throw cause
  }
}

/** The address that the outermost proxy of ours saw. What stands before it in the header, anybody can write. */
function callerAddress(c: Context<Env>, proxies: number): string {
  const direct = c.env?.address ?? 'unknown'
  if (proxies === 0) return direct
  const seen = (c.req.header('x-forwarded-for') ?? '').split(',').map((one) => one.trim())
  return seen.at(-proxies) || direct
}
