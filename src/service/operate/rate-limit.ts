import type { Context, Hono } from 'hono'
import type { Logger } from 'pino'
import { payerHeader } from '../../api/routes/proxy-routes.ts'
import { isScopeGranted } from '../../api/routes/scope.ts'
import { hasProgramPayment } from '../../api/server/program-payment.ts'
import { readForwardedEntry, toAddressBlock } from '../../client-address.ts'
import type { AuthenticatedKey } from '../accounts/accounts.ts'
import { type FindKeyContext, findKey } from '../accounts/routes/api-key.ts'
import type { Env } from '../http/context.ts'
import { replyWithError } from '../http/errors.ts'
import type { CreateRateLimitCounter } from '../kernel/rate-counter.ts'
import type { Metrics, RateLimitKind } from './metrics.ts'

/** Limits in calls per minute, as the operator's settings have them; 0 for no limit. An IPv6 address is treated as its /64. */
export interface RateLimits {
  /** Calls of one api-key by the merchant's backend. */
  rateLimit: number
  /** Calls of one payer's address: without a valid api-key, or through the merchant's proxy. */
  rateLimitAddress: number
  /**
   * Reports, signed transfers, reserved amounts and addresses of refunds of one payer's address: each makes the service keep a row
   * or read a chain. Also, counted separately, attempts to sign in at the desk from one address.
   */
  rateLimitReports: number
  /** Charges that one address opens by payment links. */
  rateLimitLinks: number
  /** Charges that all customers together open by one payment link. */
  rateLimitLink: number
  /** Calls of all payers together through the proxy of one api-key. */
  rateLimitPayers: number
  /** Number of trusted reverse proxies in front, each of which appends the address it sees to X-Forwarded-For. */
  trustedProxies: number
}

/**
 * Paths without a limit: monitoring calls them, and must not be refused because of other callers; and the style of the desk's page
 * about the limit.
 */
const exemptPaths = new Set(['/healthz', '/readyz', '/metrics', '/desk/assets/desk.css'])

const scopeTexts: Record<RateLimitKind, string> = {
  key: 'with this api-key',
  address: 'from this address',
  payer: "from this payer's address",
  reporter: "that report payments from this payer's address",
  payers: "from all of this merchant's payers",
  'sign-in': 'that sign in from this address',
  opener: 'that open payments from this address',
  link: 'that open payments by this link',
}

export interface RateLimitContext extends FindKeyContext {
  createCounter: CreateRateLimitCounter
  metrics: Metrics
  log: Logger
  /** Answers a refused call that a page is wanted of; undefined for others, which get the error of the API. */
  answerRefusal?: (c: Context<Env>) => Response | Promise<Response> | undefined
}

/**
 * Refuses calls beyond the limits with 429 and Retry-After (RFC 6585 section 4). Only an authenticated
 * key decides how a call is counted: an invalid key, and a header of a caller without a key, change nothing.
 */
export function addRateLimit(app: Hono<Env>, limits: RateLimits, context: RateLimitContext): void {
  const { createCounter, metrics, answerRefusal } = context
  const counters = {
    key: createCounter('key', limits.rateLimit),
    address: createCounter('address', limits.rateLimitAddress),
    payer: createCounter('payer', limits.rateLimitAddress),
    reporter: createCounter('reporter', limits.rateLimitReports),
    payers: createCounter('payers', limits.rateLimitPayers),
    'sign-in': createCounter('sign-in', limits.rateLimitReports),
    opener: createCounter('opener', limits.rateLimitLinks),
    link: createCounter('link', limits.rateLimitLink),
  }

  const readCallerAddress = createAddressReader(limits.trustedProxies, context.log)

  app.use(async (c, next) => {
    if (exemptPaths.has(c.req.path)) return await next()
    const key = takesKey(c) ? await findKey(c, context) : undefined
    const isValid = key?.status === 'valid'
    const callCounters = isValid
      ? selectKeyCounters(c, key)
      : selectAddressCounters(c, readCallerAddress(c))
    for (const [kind, name] of callCounters) {
      const waitMs = await counters[kind].countCall(name)
      if (waitMs !== undefined) return await refuseCall(c, kind, waitMs)
    }
    await next()
  })

  function refuseCall(
    c: Context<Env>,
    kind: RateLimitKind,
    waitMs: number,
  ): Response | Promise<Response> {
    metrics.countRateLimited(kind)
    const seconds = Math.max(1, Math.ceil(waitMs / 1000))
    c.header('retry-after', String(seconds))
    return (
      answerRefusal?.(c) ??
      replyWithError(
        c,
        'rate_limit_exceeded',
        `Too many calls ${scopeTexts[kind]}. Wait ${seconds} s.`,
      )
    )
  }
}

/**
 * Returns whether a call may have an api-key in a header. Payment pages, links and the desk do not accept one: a key must not lift the
 * limits there. The exception is a merchant's backend that passes a payment on to a page: without a key, all its agents would share
 * one limit.
 */
function takesKey({ req }: Context<Env>): boolean {
  if (isPage(req.path)) return req.header(payerHeader) !== undefined
  return !/^\/(pay|l|desk)(\/|$)/.test(req.path)
}

/** Returns whether a path is that of a charge's page. */
function isPage(path: string): boolean {
  return /^\/pay\/[^/]+\/?$/.test(path)
}

/**
 * Returns the counters of a call with a valid api-key. Calls of the proxy for payers are counted separately from calls of
 * the merchant's backend with the same key: no payer can block the backend, or another payer.
 */
function selectKeyCounters(
  c: Context<Env>,
  { id, scopes }: AuthenticatedKey,
): (readonly [RateLimitKind, string])[] {
  const payer = c.req.header(payerHeader)
  // Only a key that may call for payers can identify a payer, among those of its own account.
  if (payer === undefined || !isScopeGranted(scopes, ['payments'])) return [['key', id]]
  const block = toAddressBlock(payer)
  if (block === undefined) return [['payers', id]]
  const name = `${id} ${block}`
  // The payer's own counters first: a call that they refuse does not count against the other payers.
  return [...(isReport(c) ? [['reporter', name] as const] : []), ['payer', name], ['payers', id]]
}

/** Returns the counters of a call without a valid api-key. */
function selectAddressCounters(
  c: Context<Env>,
  address: string,
): (readonly [RateLimitKind, string])[] {
  if (isSignIn(c))
    return [
      ['sign-in', address],
      ['address', address],
    ]
  const link = findOpenedLink(c)
  // The address first: calls that it is refused do not count against the link's other customers.
  if (link !== undefined)
    return [
      ['opener', address],
      ['address', address],
      ['link', link],
    ]
  return [...(isReport(c) ? [['reporter', address] as const] : []), ['address', address]]
}

/** Returns the code of the payment link that a call wants a charge of; undefined for any other call. */
function findOpenedLink({ req }: Context<Env>): string | undefined {
  if (req.method !== 'POST') return undefined
  return /^\/l\/([^/]{1,40})(\/charges)?\/?$/.exec(req.path)?.[1]?.toLowerCase()
}

/**
 * Returns whether a call reports a payment, submits a signed transfer (an agent does so with a GET of the charge's page), reserves
 * an amount or names the address of a refund, by a proxy or from a page of the service.
 */
function isReport({ req }: Context<Env>): boolean {
  const isPayment = isPage(req.path) && hasProgramPayment((name) => req.header(name))
  return (
    isPayment ||
    (req.method === 'POST' &&
      /\/(payments|authorizations|reserved-amounts|recipient)\/?$|^\/pay\/[^/]+\/refunds\/[^/]+\/?$/.test(
        req.path,
      ))
  )
}

/** Returns whether a call tries an api-key at the desk. */
function isSignIn({ req }: Context<Env>): boolean {
  return req.method === 'POST' && /^\/desk\/(sign-in|join)\/?$/.test(req.path)
}

/**
 * Creates a reader of the address that our outermost proxy saw. Callers can forge the entries before it in the header. If the
 * entry is not an address, the call counts for the address of its connection, which all callers behind the proxy share, and
 * an error is logged once.
 */
function createAddressReader(proxies: number, log: Logger): (c: Context<Env>) => string {
  let wasLogged = false
  return (c) => {
    const socketBlock = toAddressBlock(c.env?.address ?? '') ?? 'unknown'
    const header = c.req.header('x-forwarded-for')
    if (proxies === 0 || header === undefined) return socketBlock
    const entry = readForwardedEntry(header, proxies)
    const block = toAddressBlock(entry ?? '')
    if (block !== undefined) return block
    if (!wasLogged)
      log.error(
        { entry: entry?.slice(0, 80), trustedProxies: proxies },
        'The entry of X-Forwarded-For that TRUSTED_PROXIES names is not an IP address. Until it is, all callers behind ' +
          'the reverse proxy share one limit: make it write the address of its caller, or correct TRUSTED_PROXIES.',
      )
    wasLogged = true
    return socketBlock
  }
}
