import { expandRequestCharge } from '../../api/routes/checkout-charge-url.ts'
import { type ProxyChargeReply, proxyRoutes } from '../../api/routes/proxy-routes.ts'
import type { RouteInput } from '../../api/routes/route.ts'
import type { RequestCharge } from '../../api/schemas/requests/request-charge.ts'
import { HttpError } from '../../api/server/http-error.ts'
import type { ProxyReply } from '../http/reply.ts'
import type { ProxySettings } from '../options.ts'
import {
  callService,
  type RequestSource,
  type ServiceCall,
  type ServiceReply,
} from './call-service.ts'
import { signRequestCharge } from './sign-quotes.ts'

const { orderCharge, getCharge, getRequestCharge } = proxyRoutes

/**
 * The longest time for which a browser may reuse a reply, in seconds. It only bridges the time between a page's
 * preload and its element; a payer who comes back later gets the current price.
 */
const longestReuseSeconds = 5

/** A call that creates or reads one charge. */
type ChargeCall = ServiceCall<typeof orderCharge | typeof getCharge>

/**
 * Creates or reads a charge, with its request charge where the query asks for it: in one call, because the service
 * joins them. A service need not know `expand`; the page then fetches the request charge separately. Only a proxy with
 * a quote key needs both, and asks for it here.
 */
export async function callForCharge(
  settings: ProxySettings,
  call: ChargeCall,
): Promise<ServiceReply<ProxyChargeReply>> {
  const reply = await callService(settings, call)
  const { data } = reply
  if (!settings.quoteSigning || !call.query?.expand || data.request_charge) return reply
  const { requestId, payer } = call
  const params = { uuid: data.data.id }
  try {
    const second = { requestId, payer, route: getRequestCharge, params }
    const { data: request_charge } = await callService(settings, second)
    return { ...reply, data: { ...data, request_charge } }
  } catch (cause) {
    // The charge exists all the same. The page asks once more, and that call reports the fault.
    if (cause instanceof HttpError) return reply
    throw cause
  }
}

/**
 * Returns a charge (interface 4.2), with its request charge (4.10) where the query asks for it.
 */
export async function fetchCharge(
  settings: ProxySettings,
  source: RequestSource,
  id: string,
  query: RouteInput<typeof getCharge>['query'],
  request: Request,
): Promise<ProxyReply> {
  const call = { ...source, route: getCharge, params: { id }, query }
  const { status, data, headers } = await callForCharge(settings, call)
  const requestCharge = data.request_charge
  if (!requestCharge) return { status, body: data, headers }
  const request_charge = await signRequestCharge(settings, data.data, requestCharge, {}, request)
  const seconds = computeReuseSeconds(data, requestCharge, Date.now())
  return {
    status,
    body: { ...data, request_charge },
    headers: {
      ...headers,
      // Only this browser may store it: it concerns one payer (RFC 9111 section 5.2.2.7).
      ...(seconds > 0 && { 'cache-control': `private, max-age=${seconds}` }),
    },
  }
}

/**
 * Returns a request charge alone (interface 4.10). Its signed quote includes price and reference, which only the charge
 * has; so a proxy with a quote key reads both in one call, where the service joins them.
 */
export async function fetchRequestCharge(
  settings: ProxySettings,
  source: RequestSource,
  id: string,
  request: Request,
): Promise<ProxyReply> {
  const call = { ...source, route: getRequestCharge, params: { uuid: id } }
  if (!settings.quoteSigning) {
    const { status, data, headers } = await callService(settings, call)
    return { status, body: data, headers }
  }
  const chargeCall = { ...source, route: getCharge, params: { id }, query: expandRequestCharge }
  const { status, data, headers } = await callService(settings, chargeCall)
  const requestCharge = data.request_charge ?? (await callService(settings, call)).data
  const body = await signRequestCharge(settings, data.data, requestCharge, {}, request)
  return { status, body, headers }
}

/**
 * Returns for how many seconds a browser may reuse a charge: none if a payment has begun or the charge is over, and
 * never longer than its price is valid.
 */
function computeReuseSeconds(
  { data: { status, payments, expires_at, waiting_report } }: ProxyChargeReply,
  { quoteExpiresAt }: RequestCharge,
  now: number,
): number {
  if (status !== 'NEW' || payments?.length || waiting_report) return 0
  const ends = [expires_at, quoteExpiresAt].map((time) => Date.parse(time ?? '') || Infinity)
  return Math.floor(Math.min(longestReuseSeconds, (Math.min(...ends) - now) / 1000))
}
