import { getCheckoutCharge } from '../api/routes/checkout-routes.ts'
import type { Route } from '../api/routes/route.ts'
import type { CheckoutChargeReply } from '../api/schemas/charges/checkout-charge.ts'
import type { ReservedAmount } from '../api/schemas/payments/payment.ts'
import type { RequestCharge } from '../api/schemas/requests/request-charge.ts'
import { PayError } from '../errors.ts'
import { readJsonBody } from './http/body.ts'
import { formatIssue, HttpError, merchantError } from './http/http-error.ts'
import {
  buildServicePath,
  getChargeId,
  matchRoute,
  type ProxyRouteName,
  readPathParams,
} from './http/match-route.ts'
import { buildCorsHeaders, buildPreflightHeaders, checkOrigin } from './http/origin.ts'
import { readPayerAddress } from './http/payer-address.ts'
import { type CountCall, createCallCounter } from './http/rate-limit.ts'
import { type ProxyReply, toErrorReply, toResponse } from './http/reply.ts'
import { isChargeAllowed } from './merchant.ts'
import { type PayProxyOptions, type ProxySettings, readOptions } from './options.ts'
import { createOrderBinder } from './orders/binding.ts'
import { handleOrder } from './orders/handle-order.ts'
import { reportError } from './report-error.ts'
import { callService, isPlainId, type RequestSource } from './service/call-service.ts'
import { fetchExpandedCharge, isExpansionRequested, signFound } from './service/expand.ts'
import { signReservedAmount } from './service/sign-quotes.ts'

/** Handles a request, as every fetch runtime, Hono and {@link toNodeListener} expect it. Never rejects. */
export type PayProxy = (request: Request) => Promise<Response>

/** The state that a proxy shares between all its requests. */
interface ProxyContext {
  settings: ProxySettings
  countCall: CountCall
  binder: ReturnType<typeof createOrderBinder>
}

/**
 * Creates the proxy between `<pay-charge>` and the service, which runs in the merchant's backend. Only the proxy holds
 * the api-key. It forwards the calls that a payer needs: an order (priced by `createCharge`), a charge, a request
 * charge, a payment and its status, and a reserved amount.
 *
 * @throws PayError `invalid_setting` that names the option
 * @example const proxy = createPayProxy({ baseUrl, apiKey, createCharge: (order) => priceOf(order) })
 */
export function createPayProxy(options: PayProxyOptions): PayProxy {
  const settings = readOptions(options)
  const countCall = createCallCounter(settings.limits, Date.now)
  const proxy = { settings, countCall, binder: createOrderBinder(settings.apiKey) }
  return async (request) => {
    const given = request.headers.get('x-request-id') ?? ''
    const requestId = isPlainId(given) ? given : crypto.randomUUID()
    const headers = { 'x-request-id': requestId, ...buildCorsHeaders(settings, request) }
    try {
      return toResponse(await handleRequest(proxy, request, requestId), settings.apiKey, headers)
    } catch (cause) {
      const createUnexpectedError = () =>
        merchantError(new PayError('service_failed', 'The proxy failed.', { cause }))
      const error = cause instanceof HttpError ? cause : createUnexpectedError()
      if (error.operatorError) await reportError(settings, error.operatorError, request)
      return toResponse(toErrorReply(error), settings.apiKey, headers)
    }
  }
}

async function handleRequest(
  proxy: ProxyContext,
  request: Request,
  requestId: string,
): Promise<ProxyReply> {
  const { settings, countCall } = proxy
  const payer = readPayerAddress(settings, request)
  countCall('calls', payer)
  const routeMatch = matchRoute(settings.basePath, request.method, request.url)
  checkOrigin(settings, request)
  const { name, route } = routeMatch
  if (request.method === 'OPTIONS') {
    const headers = buildPreflightHeaders(route.method, buildCorsHeaders(settings, request))
    return { status: 204, body: undefined, headers }
  }
  if (route.method === 'POST') countCall(name === 'orderCharge' ? 'orders' : 'reports', payer)
  const source = { requestId, payer }
  if (name === 'orderCharge') return await handleOrder(settings, proxy.binder, request, source)
  const params = readPathParams(routeMatch)
  const chargeId = getChargeId(params)
  if (chargeId !== undefined && !(await isChargeAllowed(settings, chargeId, request))) {
    // The same message as for an unknown charge, so that nobody learns which ids exist.
    throw new HttpError('not_found', 'There is no such charge.')
  }
  if (name === 'checkoutCharge' && chargeId !== undefined && isExpansionRequested(request))
    return await fetchExpandedCharge(settings, source, chargeId, request)
  const body = await readBody(settings, route, request)
  const call = { ...source, route, path: buildServicePath(route, params), chargeId, body }
  const reply = await callService(settings, call)
  const data = await signReply(
    settings,
    source,
    routeMatch.name,
    chargeId ?? '',
    reply.data,
    request,
  )
  return { status: reply.status, body: data, headers: reply.headers }
}

/** Signs a reply that says where to pay, where this proxy has a quote key. */
async function signReply(
  settings: ProxySettings,
  source: RequestSource,
  name: ProxyRouteName,
  id: string,
  data: unknown,
  request: Request,
): Promise<unknown> {
  const { quoteSigning } = settings
  if (!quoteSigning) return data
  if (name === 'reserveAmount')
    return await signReservedAmount(quoteSigning, id, data as ReservedAmount, (error) =>
      reportError(settings, error, request),
    )
  if (name !== 'getRequestCharge') return data
  // What is signed of a request charge includes price and reference, which only the charge has.
  const path = buildServicePath(getCheckoutCharge, { id })
  const call = { ...source, route: getCheckoutCharge, path, chargeId: id }
  const charge = ((await callService(settings, call)).data as CheckoutChargeReply).data
  return await signFound(settings, charge, data as RequestCharge, {}, request)
}

/** Reads the body for the service, with known fields only. */
async function readBody(settings: ProxySettings, route: Route, request: Request): Promise<unknown> {
  if (!route.body) return undefined
  const { value } = await readJsonBody(request, settings, 'body')
  const parsed = route.body.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = issue?.path.join('.') || 'body'
  const message = formatIssue(issue)
  const details = [{ field, message }]
  throw new HttpError('validation_error', `${field}: ${message}.`, { details })
}
