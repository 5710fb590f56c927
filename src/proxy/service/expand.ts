import { expandRequestCharge } from '../../api/routes/checkout-charge-url.ts'
import { getCheckoutCharge } from '../../api/routes/checkout-routes.ts'
import { routes } from '../../api/routes/routes.ts'
import type {
  CheckoutCharge,
  CheckoutChargeReply,
} from '../../api/schemas/charges/checkout-charge.ts'
import type { RequestCharge } from '../../api/schemas/requests/request-charge.ts'
import { HttpError } from '../http/http-error.ts'
import { buildServicePath } from '../http/match-route.ts'
import type { ProxyReply } from '../http/reply.ts'
import type { ProxySettings } from '../options.ts'
import { reportError } from '../report-error.ts'
import { callService, type RequestSource } from './call-service.ts'
import { type SignedOrder, signRequestCharge } from './sign-quotes.ts'

// `?expand=request_charge`: a charge and its request charge in one reply, so that a page waits for one round trip and
// not for two.

/**
 * The longest time for which a browser may reuse a reply, in seconds. It only bridges the time between a page's
 * preload and its element; a payer who comes back later gets the current price.
 */
const longestReuseSeconds = 5

/** Returns whether the caller asks for the request charge with the charge. */
export function isExpansionRequested(request: Request): boolean {
  return new URL(request.url).searchParams.get('expand') === expandRequestCharge.expand
}

/** Returns a charge (interface 4.2) together with its request charge (interface 4.10). */
export async function fetchExpandedCharge(
  settings: ProxySettings,
  source: RequestSource,
  id: string,
  request: Request,
): Promise<ProxyReply> {
  const path = buildServicePath(getCheckoutCharge, { id })
  const [reply, found] = await Promise.all([
    callService(settings, { ...source, route: getCheckoutCharge, path, chargeId: id }),
    findRequestCharge(settings, source, id),
  ])
  const data = reply.data as CheckoutChargeReply
  const requestCharge = found && (await signFound(settings, data.data, found, {}, request))
  const seconds = requestCharge ? computeReuseSeconds(data, requestCharge, Date.now()) : 0
  return {
    status: reply.status,
    body: { ...data, request_charge: requestCharge },
    headers: {
      ...reply.headers,
      // Only this browser may store it: it concerns one payer (RFC 9111 section 5.2.2.7).
      ...(seconds > 0 && { 'cache-control': `private, max-age=${seconds}` }),
    },
  }
}

/**
 * Returns the request charge of a charge. Undefined where the service has none, or does not give it now: the page then
 * asks for it by itself, and that call reports what is wrong.
 */
export async function findRequestCharge(
  settings: ProxySettings,
  source: RequestSource,
  uuid: string,
): Promise<RequestCharge | undefined> {
  const route = routes.getRequestCharge
  const path = buildServicePath(route, { uuid })
  try {
    const reply = await callService(settings, { ...source, route, path, chargeId: uuid })
    return reply.data as RequestCharge
  } catch (cause) {
    if (cause instanceof HttpError) return undefined
    throw cause
  }
}

/** Returns a request charge, signed where this proxy has a quote key. */
export async function signFound(
  settings: ProxySettings,
  charge: CheckoutCharge,
  requestCharge: RequestCharge,
  order: SignedOrder,
  request: Request,
): Promise<RequestCharge> {
  const { quoteSigning } = settings
  if (!quoteSigning) return requestCharge
  return await signRequestCharge(quoteSigning, charge, requestCharge, order, (error) =>
    reportError(settings, error, request),
  )
}

/**
 * Returns for how many seconds a browser may reuse a charge: none if a payment has begun or the charge is over, and
 * never longer than its price is valid.
 */
function computeReuseSeconds(
  { data: { status, payments, expires_at } }: CheckoutChargeReply,
  { quoteExpiresAt }: RequestCharge,
  now: number,
): number {
  if (status !== 'NEW' || payments?.length) return 0
  const ends = [expires_at, quoteExpiresAt].map((time) => Date.parse(time ?? '') || Infinity)
  return Math.floor(Math.min(longestReuseSeconds, (Math.min(...ends) - now) / 1000))
}
