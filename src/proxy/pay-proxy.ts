import type { Route } from '../api/route.ts'
import { PayError } from '../errors.ts'
import { type Answer, refuse, write } from './answer.ts'
import { createBinder } from './binding.ts'
import { readJsonText } from './body.ts'
import { chargeIdOf, match, readParams, servicePath } from './match.ts'
import { isServed } from './merchant.ts'
import { type PayProxyOptions, readOptions, type Settings } from './options.ts'
import { serveOrder } from './order.ts'
import { checkOrigin, corsHeaders, optionsHeaders } from './origin.ts'
import { readPayerAddress } from './payer-address.ts'
import { type CountCall, createCounter } from './rate-limit.ts'
import { Refusal, sayIssue, shopFault } from './refusal.ts'
import { askService, isPlainId } from './service.ts'

/** Request in, response out: what every fetch runtime, Hono and {@link toNodeListener} take. It never rejects. */
export type PayProxy = (request: Request) => Promise<Response>

/** What one proxy has for all its requests. */
interface Proxy {
  settings: Settings
  count: CountCall
  binder: ReturnType<typeof createBinder>
}

/**
 * Makes the proxy that stands in the merchant's backend between `<pay-charge>` and the service. It alone holds the
 * api-key, and it passes the payer's way: an order (priced by `createCharge`), a charge, a request charge, a payment and
 * how it stands, a reserved amount.
 *
 * @example const proxy = createPayProxy({ baseUrl, apiKey, createCharge: (order) => priceOf(order) })
 * @throws PayError `invalid_setting` that names the option
 */
export function createPayProxy(options: PayProxyOptions): PayProxy {
  const settings = readOptions(options)
  const count = createCounter(settings.limits, Date.now)
  const proxy = { settings, count, binder: createBinder(settings.apiKey) }
  return async (request) => {
    const given = request.headers.get('x-request-id') ?? ''
    const requestId = isPlainId(given) ? given : crypto.randomUUID()
    const headers = { 'x-request-id': requestId, ...corsHeaders(settings, request) }
    try {
      return write(await serve(proxy, request, requestId), settings.apiKey, headers)
    } catch (cause) {
      const unforeseen = () =>
        shopFault(new PayError('service_failed', 'The proxy failed.', { cause }))
      const refusal = cause instanceof Refusal ? cause : unforeseen()
      if (refusal.report) await report(settings, refusal.report, request)
      return write(refuse(refusal), settings.apiKey, headers)
    }
  }
}

async function serve(proxy: Proxy, request: Request, requestId: string): Promise<Answer> {
  const { settings, count } = proxy
  const payer = readPayerAddress(settings, request)
  count('calls', payer)
  const matched = match(settings.basePath, request.method, request.url)
  checkOrigin(settings, request)
  const { name, route } = matched
  if (request.method === 'OPTIONS') {
    const headers = optionsHeaders(route.method, corsHeaders(settings, request))
    return { status: 204, body: undefined, headers }
  }
  if (route.method === 'POST') count(name === 'orderCharge' ? 'orders' : 'reports', payer)
  const origin = { requestId, payer }
  if (name === 'orderCharge') return await serveOrder(settings, proxy.binder, request, origin)
  const params = readParams(matched)
  const chargeId = chargeIdOf(params)
  if (chargeId !== undefined && !(await isServed(settings, chargeId, request))) {
    // The words of an unknown charge, so that nobody learns which ids exist.
    throw new Refusal('not_found', 'There is no such charge.')
  }
  const body = await readBody(settings, route, request)
  const call = { ...origin, route, path: servicePath(route, params), chargeId, body }
  const reply = await askService(settings, call)
  return { status: reply.status, body: reply.data, headers: reply.headers }
}

/** What goes to the service: known fields only. */
async function readBody(settings: Settings, route: Route, request: Request): Promise<unknown> {
  if (!route.body) return undefined
  const { value } = await readJsonText(request, settings, 'body')
  const parsed = route.body.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const at = issue?.path.join('.') || 'body'
  const message = sayIssue(issue)
  const details = [{ field: at, message }]
  throw new Refusal('validation_error', `${at}: ${message}.`, { details })
}

async function report(settings: Settings, error: PayError, request: Request): Promise<void> {
  try {
    await settings.onError(error, request)
  } catch (cause) {
    // Nobody is left to tell, and the browser must still get its answer.
    console.error(error, cause)
  }
}
