import { buildCallUrl } from '../../api/client/call-url.ts'
import { payerHeader } from '../../api/routes/proxy-routes.ts'
import type { Route, RouteOutput } from '../../api/routes/route.ts'
import { parseJson, readBodyWithLimit } from '../../api/server/body.ts'
import { HttpError } from '../../api/server/http-error.ts'
import { formatFieldError, listFieldErrors, messages } from '../../api/server/validate.ts'
import { PayError } from '../../errors.ts'
import { redact } from '../http/reply.ts'
import type { ProxySettings } from '../options.ts'
import {
  type CreateOperatorError,
  createBadGatewayError,
  describeCause,
  toHttpError,
} from './failure.ts'

/** The largest reply of the service, in bytes: ten times a charge with some hundred payments. */
const maxReplyBytes = 1_048_576

/** The request and the payer that a call is made for. */
export interface RequestSource {
  requestId: string
  /** The payer's address; undefined where it is not known. */
  payer: string | undefined
  /** The languages of the payer's browser, as tags; undefined where they are not known, or say nothing about the call. */
  languages?: string | undefined
}

/** A call to the service. It contains no header, path or query of the caller, only their checked values. */
export interface ServiceCall<R extends Route = Route> extends RequestSource {
  route: R
  params?: Readonly<Record<string, string>> | undefined
  query?: Readonly<Record<string, unknown>> | undefined
  body?: unknown
  idempotencyKey?: string | undefined
}

/** A successful reply of the service. */
export interface ServiceReply<Data> {
  status: number
  /** The parsed JSON, with all its fields. */
  raw: unknown
  /** The fields that the route's reply schema knows. */
  data: Data
  headers: Record<string, string>
}

/**
 * Calls the service once, without a retry: only the browser's client knows whether repeating the call is safe.
 * The call continues when the browser disconnects, so that a payment's hash still arrives.
 *
 * @throws HttpError for everything but a reply that the route documents as success
 */
export async function callService<R extends Route>(
  settings: ProxySettings,
  call: ServiceCall<R>,
): Promise<ServiceReply<RouteOutput<R>>> {
  const url = buildCallUrl(settings.baseUrl, call.route, call)
  const createOperatorError: CreateOperatorError = (code, message, status) => {
    const text = `${call.route.method} ${url}: ${message}`
    const { requestId } = call
    return new PayError(code, redact(text, settings.apiKey), { status, requestId })
  }
  const signal = AbortSignal.timeout(settings.timeoutMs)
  const timeoutReached = new Promise<never>((_, reject) => {
    const tooSlow = () =>
      reject(
        new HttpError('gateway_timeout', 'The payment service did not answer in time. Try again.', {
          operatorError: createOperatorError(
            'timeout',
            `no complete reply within ${settings.timeoutMs / 1000} s.`,
          ),
        }),
      )
    signal.addEventListener('abort', tooSlow, { once: true })
  })
  // A race, because a custom fetch may ignore its signal.
  return await Promise.race([
    fetchReply(settings, url, call, signal, createOperatorError),
    timeoutReached,
  ])
}

async function fetchReply<R extends Route>(
  settings: ProxySettings,
  url: string,
  call: ServiceCall<R>,
  signal: AbortSignal,
  createOperatorError: CreateOperatorError,
): Promise<ServiceReply<RouteOutput<R>>> {
  const response = await sendRequest(settings, url, call, signal, createOperatorError)
  const headers = buildReplyHeaders(settings, response, call.requestId)
  const { status } = response
  if (status === 0 || (status >= 300 && status < 400)) {
    // Following a redirect could send the api-key to another host. Cancelling the body frees the connection; it fails
    // only for a connection that is broken anyway.
    response.body?.cancel().catch(() => {})
    const operatorMessage = `a redirect (${status}), which the proxy does not follow. Check baseUrl.`
    throw createBadGatewayError(createOperatorError('bad_gateway', operatorMessage, status))
  }
  const result = await readBodyWithLimit(response.body, maxReplyBytes, signal)
  if ('unread' in result) {
    const why = result.cause === undefined ? '' : `: ${describeCause(result.cause)}`
    throw createBadGatewayError(
      createOperatorError('bad_gateway', `the reply was ${result.unread}${why}.`, status),
    )
  }
  const json = parseJson(result.text)
  if (status >= 400) throw toHttpError(call, status, json, headers, createOperatorError)
  return {
    status,
    headers,
    raw: json?.value,
    data: parseReply(call.route, status, json, createOperatorError),
  }
}

async function sendRequest(
  settings: ProxySettings,
  url: string,
  { route, body, requestId, idempotencyKey, payer, languages }: ServiceCall,
  signal: AbortSignal,
  createOperatorError: CreateOperatorError,
) {
  try {
    return await settings.fetch(url, {
      method: route.method,
      redirect: 'manual',
      signal,
      headers: {
        accept: 'application/json',
        'api-key': settings.apiKey,
        'x-request-id': requestId,
        // So that the service counts each payer on its own, apart from the merchant's backend, which has the same key.
        [payerHeader]: payer ?? 'unknown',
        // In which a customer is written who has paid.
        ...(languages !== undefined && { 'accept-language': languages }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  } catch (cause) {
    throw createBadGatewayError(
      createOperatorError('bad_gateway', `no reply: ${describeCause(cause)}.`),
    )
  }
}

/** Returns the known fields of a successful reply. @throws HttpError for a reply that does not fit the route */
function parseReply<R extends Route>(
  route: R,
  status: number,
  json: { value: unknown } | undefined,
  createOperatorError: CreateOperatorError,
): RouteOutput<R> {
  if (!json)
    throw createBadGatewayError(
      createOperatorError('invalid_reply', `${status} with a body that is not JSON.`, status),
    )
  if (!route.successStatuses.includes(status)) {
    const statuses = route.successStatuses.join(' or ')
    throw createBadGatewayError(
      createOperatorError('invalid_reply', `${status} where ${statuses} was expected.`, status),
    )
  }
  const result = route.reply.safeParse(json.value, messages)
  if (result.success) return result.data as RouteOutput<R>
  const [fault] = listFieldErrors(result.error, json.value)
  const operatorMessage = `a reply that is not valid: ${formatFieldError(fault)}.`
  throw createBadGatewayError(createOperatorError('invalid_reply', operatorMessage, status))
}

function buildReplyHeaders(
  settings: ProxySettings,
  response: Response,
  requestId: string,
): Record<string, string> {
  const isSafe = (text: string) => !text.includes(settings.apiKey)
  const serviceId = response.headers.get('x-request-id') ?? ''
  const retryAfter = response.headers.get('retry-after') ?? ''
  return {
    'x-request-id': isPlainId(serviceId) && isSafe(serviceId) ? serviceId : requestId,
    // Seconds or a date (RFC 9110 section 10.2.3).
    ...(/^[\w ,:]{1,40}$/.test(retryAfter) && isSafe(retryAfter) && { 'retry-after': retryAfter }),
  }
}

/** Returns whether an id is safe in headers and logs. */
export function isPlainId(text: string): boolean {
  return /^[\w.:-]{1,128}$/.test(text)
}
