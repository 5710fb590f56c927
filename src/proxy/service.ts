import { payerHeader } from '../api/proxy-routes.ts'
import type { Route } from '../api/route.ts'
import { PayError } from '../errors.ts'
import { strike } from './answer.ts'
import { parseJson, readBounded } from './body.ts'
import { failure, faultText, type Tell, unusable } from './failure.ts'
import type { Settings } from './options.ts'
import { Refusal, sayIssue } from './refusal.ts'

/** A reply of the service is at most this many bytes: a charge with some hundred payments is a tenth of it. */
const maxReply = 1_048_576

/** Whose call it is. */
export interface Origin {
  requestId: string
  /** The payer's address; undefined where it is not known. */
  payer: string | undefined
}

/** What a call of the service is made from. Nothing here is a header or path of the caller's. */
export interface ServiceCall extends Origin {
  route: Route
  /** As {@link servicePath} built it. */
  path: string
  /** The charge that the path names. */
  chargeId?: string | undefined
  body?: unknown
  idempotencyKey?: string | undefined
}

export interface ServiceReply {
  status: number
  /** The parsed JSON as it came. */
  raw: unknown
  /** Its known fields, as the route's reply has them. */
  data: unknown
  headers: Record<string, string>
}

/**
 * Makes one call, and never a second: whether repeating is safe is known to the browser's client.
 * It goes on when the browser leaves, so that a payment's hash still arrives.
 *
 * @throws Refusal for everything but a reply that the route documents as success
 */
export async function askService(settings: Settings, call: ServiceCall): Promise<ServiceReply> {
  const tell: Tell = (code, said, status) => {
    const text = `${call.route.method} ${settings.baseUrl}${call.path}: ${said}`
    const { requestId } = call
    return new PayError(code, strike(text, settings.apiKey), { status, requestId })
  }
  const signal = AbortSignal.timeout(settings.timeout)
  const late = new Promise<never>((_, reject) => {
    const tooSlow = () =>
      reject(
        new Refusal('gateway_timeout', 'The payment service did not answer in time. Try again.', {
          report: tell('timeout', `no whole answer within ${settings.timeout / 1000} s.`),
        }),
      )
    signal.addEventListener('abort', tooSlow, { once: true })
  })
  // A race, since a fetch that was handed in may not heed its signal.
  return await Promise.race([exchange(settings, call, signal, tell), late])
}

async function exchange(
  settings: Settings,
  call: ServiceCall,
  signal: AbortSignal,
  tell: Tell,
): Promise<ServiceReply> {
  const response = await send(settings, call, signal, tell)
  const headers = replyHeaders(settings, response, call.requestId)
  const { status } = response
  if (status === 0 || (status >= 300 && status < 400)) {
    // Followed, it could carry the api-key to another host. Cancelling frees the connection, if it is not broken.
    response.body?.cancel().catch(() => {})
    const said = `a redirect (${status}), which the proxy does not follow. Check baseUrl.`
    throw unusable(tell('bad_gateway', said, status))
  }
  const read = await readBounded(response.body, maxReply, signal)
  if ('unread' in read) {
    const why = read.cause === undefined ? '' : `: ${faultText(read.cause)}`
    throw unusable(tell('bad_gateway', `the reply was ${read.unread}${why}.`, status))
  }
  const json = parseJson(read.text)
  if (status >= 400) throw failure(call, status, json, headers, tell)
  return { status, headers, raw: json?.value, data: fit(call.route, status, json, tell) }
}

async function send(settings: Settings, call: ServiceCall, signal: AbortSignal, tell: Tell) {
  const { route, path, body, requestId, idempotencyKey, payer } = call
  try {
    return await settings.fetch(settings.baseUrl + path, {
      method: route.method,
      redirect: 'manual',
      signal,
      headers: {
        accept: 'application/json',
        'api-key': settings.apiKey,
        'x-request-id': requestId,
        // So that the service counts payers apart from the merchant's backend, which has the same key.
        [payerHeader]: payer ?? 'unknown',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  } catch (cause) {
    throw unusable(tell('bad_gateway', `no reply: ${faultText(cause)}.`))
  }
}

/** The known fields of a success. */
function fit(route: Route, status: number, json: { value: unknown } | undefined, tell: Tell) {
  if (!json) throw unusable(tell('invalid_reply', `${status} with a body that is no JSON.`, status))
  if (!route.success.includes(status)) {
    const expected = route.success.join(' or ')
    throw unusable(tell('invalid_reply', `${status} where ${expected} was expected.`, status))
  }
  const parsed = route.reply.safeParse(json.value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const said = `a reply that does not fit: ${issue?.path.join('.') || 'it'}: ${sayIssue(issue)}.`
  throw unusable(tell('invalid_reply', said, status))
}

function replyHeaders(
  settings: Settings,
  response: Response,
  requestId: string,
): Record<string, string> {
  const safe = (text: string) => !text.includes(settings.apiKey)
  const given = response.headers.get('x-request-id') ?? ''
  const wait = response.headers.get('retry-after') ?? ''
  return {
    'x-request-id': isPlainId(given) && safe(given) ? given : requestId,
    // Seconds or a date (RFC 9110 section 10.2.3).
    ...(/^[\w ,:]{1,40}$/.test(wait) && safe(wait) && { 'retry-after': wait }),
  }
}

/** True for an id that is safe in headers and logs. */
export function isPlainId(text: string): boolean {
  return /^[\w.:-]{1,128}$/.test(text)
}
