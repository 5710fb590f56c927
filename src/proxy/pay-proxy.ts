import { proxyRoutes } from '../api/routes/proxy-routes.ts'
import type { Route } from '../api/routes/route.ts'
import type { ReservedAmount } from '../api/schemas/payments/payment.ts'
import { HttpError } from '../api/server/http-error.ts'
import { getChargeId, readFields, readParams, readQuery } from '../api/server/read-call.ts'
import { PayError } from '../errors.ts'
import { readJsonBody } from './http/body.ts'
import { readLanguages } from './http/languages.ts'
import { matchRoute } from './http/match-route.ts'
import { merchantError } from './http/merchant-error.ts'
import { buildCorsHeaders, buildPreflightHeaders, checkOrigin } from './http/origin.ts'
import { readPayerAddress } from './http/payer-address.ts'
import { type CountCall, createCallCounter } from './http/rate-limit.ts'
import { type ProxyReply, toErrorReply, toResponse } from './http/reply.ts'
import { isChargeAllowed } from './merchant.ts'
import { type PayProxyOptions, type ProxySettings, readOptions } from './options.ts'
import { createOrderBinder } from './orders/binding.ts'
import { handleOrder } from './orders/handle-order.ts'
import { reportError } from './report-error.ts'
import { callService, isPlainId } from './service/call-service.ts'
import { fetchCharge, fetchRequestCharge } from './service/charges.ts'
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
  const proxy = {
    settings,
    countCall,
    binder: createOrderBinder(settings.apiKey),
  }
  return async (request) => {
    const callerId = request.headers.get('x-request-id') ?? ''
    const requestId = isPlainId(callerId) ? callerId : crypto.randomUUID()
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
    const headers = buildPreflightHeaders(routeMatch.methods, buildCorsHeaders(settings, request))
    return { status: 204, body: undefined, headers }
  }
  if (route.method === 'POST') countCall(name === 'orderCharge' ? 'orders' : 'reports', payer)
  const source = { requestId, payer }
  if (name === 'orderCharge') return await handleOrder(settings, proxy.binder, request, source)
  const params = readParams(route, routeMatch.params)
  const chargeId = getChargeId(params) ?? ''
  if (!(await isChargeAllowed(settings, chargeId, request))) {
    // The same message as for an unknown charge, so that a reply does not reveal which ids exist.
    throw new HttpError('not_found', 'There is no such charge.')
  }
  if (name === 'getCharge') {
    const query = readQuery(proxyRoutes.getCharge, request.url, { ignoresUnknown: true })
    return await fetchCharge(settings, source, chargeId, query, request)
  }
  if (name === 'getRequestCharge')
    return await fetchRequestCharge(settings, source, chargeId, request)
  const { body, warnings } = await readBody(settings, route, request)
  const call = { ...source, languages: readLanguages(request), route, params, body }
  const { status, data, headers } = await callService(settings, call)
  if (name === 'reserveAmount') {
    const reservedAmount = data as ReservedAmount
    const signedAmount = await signReservedAmount(settings, chargeId, reservedAmount, request)
    return { status, body: signedAmount, headers }
  }
  // The service did not get the fields that it would name.
  const reply = warnings.length > 0 ? { ...(data as object), warnings } : data
  return { status, body: reply, headers }
}

/** Reads the body for the service, with known fields only. */
async function readBody(settings: ProxySettings, route: Route, request: Request) {
  if (!route.body) return { body: undefined, warnings: [] }
  const { value } = await readJsonBody(request, settings, 'body')
  return readFields(route, value)
}
