import { NewPayment } from '../api/payment.ts'
import { PayError } from '../errors.ts'
import { type Answer, refuse, write } from './answer.ts'
import { readJsonRequest } from './body.ts'
import { priceOrder } from './create-charge.ts'
import { type Match, match, readId, servicePath } from './match.ts'
import { type CreatedCharge, type PayProxyOptions, readOptions, type Settings } from './options.ts'
import { checkOrigin, corsHeaders, optionsHeaders } from './origin.ts'
import { Refusal, sayIssue, shopFault } from './refusal.ts'
import { askService, isPlainId } from './service.ts'

/** Request in, response out: what every fetch runtime, Hono and {@link toNodeListener} take. It never rejects. */
export type PayProxy = (request: Request) => Promise<Response>

/**
 * Makes the proxy that stands in the merchant's backend between `<pay-charge>` and the service. It alone holds the
 * api-key, and it passes four things: an order (priced by `createCharge`), a charge, a request charge, a payment.
 *
 * @example const proxy = createPayProxy({ baseUrl, apiKey, createCharge: (order) => priceOf(order) })
 * @throws PayError `invalid_setting` that names the option
 */
export function createPayProxy(options: PayProxyOptions): PayProxy {
  const settings = readOptions(options)
  return async (request) => {
    const given = request.headers.get('x-request-id') ?? ''
    const requestId = isPlainId(given) ? given : crypto.randomUUID()
    const headers = { 'x-request-id': requestId, ...corsHeaders(settings, request) }
    try {
      return write(await serve(settings, request, requestId), settings.apiKey, headers)
    } catch (cause) {
      const unforeseen = () =>
        shopFault(new PayError('service_failed', 'The proxy failed.', { cause }))
      const refusal = cause instanceof Refusal ? cause : unforeseen()
      if (refusal.report) await report(settings, refusal.report, request)
      return write(refuse(refusal), settings.apiKey, headers)
    }
  }
}

async function serve(settings: Settings, request: Request, requestId: string): Promise<Answer> {
  const matched = match(settings.basePath, request.method, request.url)
  checkOrigin(settings, request)
  if (request.method === 'OPTIONS') {
    const headers = optionsHeaders(matched.route.method, corsHeaders(settings, request))
    return { status: 204, body: undefined, headers }
  }
  const idempotencyKey = readIdempotencyKey(matched, request)
  const id = readId(matched)
  await checkServed(settings, id, request)
  const body = await readBody(settings, matched, request)
  const path = servicePath(matched.route, id)
  const call = { route: matched.route, path, body, requestId, idempotencyKey }
  const reply = await askService(settings, call)
  if (matched.name === 'orderCharge') await noteCharge(settings, reply.raw, request)
  return { status: reply.status, body: reply.data, headers: reply.headers }
}

/** What goes to the service: known fields only. */
async function readBody(settings: Settings, { name, route }: Match, request: Request) {
  if (!route.body) return undefined
  const field = name === 'orderCharge' ? 'order' : 'body'
  const given = await readJsonRequest(request, settings, field)
  if (name === 'orderCharge') return priceOrder(settings, given, request)
  const parsed = NewPayment.safeParse(given)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const at = issue?.path.join('.') || field
  const message = sayIssue(issue)
  const details = [{ field: at, message }]
  throw new Refusal('validation_error', `${at}: ${message}.`, { details })
}

/** The caller's key, or none: one of ours would be another at each try, and so make no try safe. */
function readIdempotencyKey({ route }: Match, request: Request): string | undefined {
  const key = request.headers.get('idempotency-key')
  if (key === null || route.repeat !== 'key') return undefined
  // Visible ASCII: draft-ietf-httpapi-idempotency-key-header section 2.1 has a quoted string of it.
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key
  const text = 'Idempotency-Key must be 1 to 255 visible ASCII characters.'
  throw new Refusal('validation_error', text, { field: 'Idempotency-Key' })
}

async function checkServed(settings: Settings, id: string | undefined, request: Request) {
  if (id === undefined || !settings.charges) return
  let served: unknown
  try {
    served = await settings.charges(id, request)
  } catch (cause) {
    throw shopFault(new PayError('service_failed', 'charges failed.', { cause }))
  }
  // The words of an unknown charge, so that nobody learns which ids exist.
  if (served !== true) throw new Refusal('not_found', 'There is no such charge.')
}

async function noteCharge(settings: Settings, raw: unknown, request: Request) {
  if (!settings.onCharge) return
  try {
    // Its form was checked with the reply; here it keeps what the browser does not get.
    await settings.onCharge((raw as { data: CreatedCharge }).data, request)
  } catch (cause) {
    throw shopFault(new PayError('service_failed', 'onCharge failed.', { cause }))
  }
}

async function report(settings: Settings, error: PayError, request: Request): Promise<void> {
  try {
    await settings.onError(error, request)
  } catch (cause) {
    // Nobody is left to tell, and the browser must still get its answer.
    console.error(error, cause)
  }
}
