import { payerHeader } from '../../api/routes/proxy-routes.ts'
import { parseJson, readBodyWithLimit } from '../../api/server/body.ts'
import { HttpError } from '../../api/server/http-error.ts'
import {
  exposedPaymentHeaders,
  findCredential,
  paymentHeaders,
} from '../../api/server/program-payment.ts'
import { PayError } from '../../errors.ts'
import { unknownPayer } from '../http/payer-address.ts'
import type { ProxyReply } from '../http/reply.ts'
import type { ProxySettings } from '../options.ts'
import type { RequestSource } from './call-service.ts'

/** The headers of the page's answer that an agent needs. */
const answerHeaders = [
  'payment-response',
  'payment-receipt',
  'www-authenticate',
  'retry-after',
] as const

/** Longer than the service waits for the outcome of a payment. */
const timeoutMs = 300_000
/** The largest answer of the page, in bytes. */
const maxReplyBytes = 1_048_576

/**
 * Calls the page of a charge as an agent does, with the payment of a request. Its offer names the request's own URL. The page finds
 * the charge by its id; the api-key only identifies the merchant, so that each agent has its own rate limit. Of `Authorization`,
 * only the scheme `Payment` is passed on.
 *
 * @throws HttpError where the service gives no answer
 */
export async function forwardToPage(
  settings: ProxySettings,
  request: Request,
  id: string,
  { requestId, payer }: RequestSource,
): Promise<ProxyReply> {
  const headers = new Headers({
    accept: 'application/json',
    'x-request-id': requestId,
    'api-key': settings.apiKey,
    [payerHeader]: payer ?? unknownPayer,
  })
  // HEAD asks for the price of a resource, and pays nothing: its answer has no body.
  if (request.method !== 'HEAD') addPayment(headers, request.headers)
  const url = `${settings.baseUrl}/pay/${id}`
  const signal = AbortSignal.timeout(timeoutMs)
  let response: Response
  let text: string
  try {
    response = await settings.fetch(url, { headers, signal, redirect: 'error' })
    const result = await readBodyWithLimit(response.body, maxReplyBytes, signal)
    if (!('text' in result)) throw new Error(`Its body is ${result.unread}.`)
    text = result.text
  } catch (cause) {
    // Not 402, since a payment may be in progress.
    const operatorError = new PayError('service_failed', 'The page of a charge did not answer.', {
      cause,
    })
    const message = 'The payment service did not answer. Do not pay again: repeat this call.'
    throw new HttpError('service_unavailable', message, {
      operatorError,
      headers: { 'retry-after': '5' },
    })
  }
  const body = parseJson(text)?.value
  const isError = response.status >= 400 && response.status !== 402
  if (body === undefined || (response.status !== 200 && response.status !== 402 && !isError))
    throw new HttpError('bad_gateway', 'The payment service gave no clear answer. Try again.', {
      operatorError: new PayError(
        'service_failed',
        `GET /pay/… answered ${response.status} without JSON. Agents need a service with a relayer.`,
      ),
    })
  const passed = answerHeaders.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null || value.includes(settings.apiKey) ? [] : [[name, value] as const]
  })
  const required = response.headers.get('payment-required')
  return {
    status: response.status,
    body,
    headers: {
      ...Object.fromEntries(passed),
      'access-control-expose-headers': exposedPaymentHeaders,
      ...(required !== null && { 'payment-required': nameResource(required, request.url) }),
    },
  }
}

/** Adds the payment that a call brings. Nothing else of the caller's is passed on. */
function addPayment(headers: Headers, given: Headers): void {
  for (const name of paymentHeaders) {
    const value = given.get(name)
    if (value !== null) headers.set(name, value)
  }
  const credential = findCredential(given.get('authorization') ?? undefined)
  if (credential !== undefined) headers.set('authorization', `Payment ${credential}`)
}

/** Returns an offer of x402 that names this resource. */
function nameResource(header: string, url: string): string {
  const bytes = Uint8Array.from(atob(header), (char) => char.charCodeAt(0))
  const offer = parseJson(new TextDecoder().decode(bytes))?.value as { resource?: object }
  const named = { ...offer, resource: { ...offer.resource, url } }
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(named))))
}
