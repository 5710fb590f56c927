import { type ProxyChargeReply, proxyRoutes } from '../api/routes/proxy-routes.ts'
import { ChargeRefundTotals, type NewCharge } from '../api/schemas/charges/charge.ts'
import type { CheckoutCharge } from '../api/schemas/charges/checkout-charge.ts'
import { HttpError } from '../api/server/http-error.ts'
import { hasProgramPayment } from '../api/server/program-payment.ts'
import { PayError } from '../errors.ts'
import { merchantError } from './http/merchant-error.ts'
import { readPayerAddress } from './http/payer-address.ts'
import { toErrorReply, toResponse } from './http/reply.ts'
import { notifyChargeCreated } from './merchant.ts'
import { type PayProxyOptions, type ProxySettings, readOptions } from './options.ts'
import { priceOrder } from './orders/price-order.ts'
import { reportError } from './report-error.ts'
import type { RequestSource, ServiceReply } from './service/call-service.ts'
import { callForCharge } from './service/charges.ts'
import { forwardToPage } from './service/payment-page.ts'

/** The order of a request, with its price. */
export interface PaymentOrder {
  /**
   * Identifies one purchase by one client. 16 to 255 visible ASCII characters. Every request with the key of a paid order gets the
   * resource, so it must be unguessable: derive it from an authenticated identity, or take the client's `Idempotency-Key`.
   */
  key: string
  /** The charge to create. The same for the same key. */
  charge: NewCharge
}

/** An order whose charge was created before, and is known by its id. */
export interface KnownOrder {
  chargeId: string
}

/** Options of {@link requirePayment}. Those of its name mean the same as for `createPayProxy`. */
export interface RequirePaymentOptions
  extends Pick<
    PayProxyOptions,
    | 'baseUrl'
    | 'apiKey'
    | 'onCharge'
    | 'trustProxy'
    | 'clientAddress'
    | 'fetch'
    | 'timeoutMs'
    | 'onError'
  > {
  /**
   * Returns the order of a request. Throw an OrderError to refuse it. The service knows a key for a day: for an older order, return
   * the `chargeId` that you stored in `onCharge`. To read the body, read that of `request.clone()`.
   */
  order: (request: Request) => PaymentOrder | KnownOrder | Promise<PaymentOrder | KnownOrder>
  /**
   * Answers a request whose order is paid. It may be called more than once for an order, as a client repeats a request whose answer
   * was lost.
   */
  resource: (request: Request, charge: PaidCharge) => Response | Promise<Response>
  /**
   * Whether an order still opens the resource after its payment was refunded in full, or is about to be: the client then has both.
   * @default false: 403
   */
  opensRefunded?: boolean | undefined
}

/** A paid charge, with its refunded sums. */
export type PaidCharge = CheckoutCharge & { refunds?: ChargeRefundTotals | undefined }

/**
 * Creates a handler around a resource that has to be paid for. Agents pay by x402 or MPP within the request; browsers are sent to
 * the charge's page. An order is paid once, however often it is requested.
 *
 * The charge always follows from the order, with the order's price, and never from data in the request. So no client gets an
 * expensive resource for a cheap charge.
 *
 * @throws PayError `invalid_setting` that names the option
 * @example
 * const handler = requirePayment({
 *   baseUrl,
 *   apiKey,
 *   order: (request) => ({ key: readKey(request), charge: priceOf(request) }),
 *   resource: () => Response.json({ answer: 42 }),
 * })
 */
export function requirePayment(
  options: RequirePaymentOptions,
): (request: Request) => Promise<Response> {
  const { order, resource, opensRefunded: _, ...shared } = options
  for (const [name, value] of Object.entries({ order, resource }))
    if (typeof value !== 'function')
      throw new PayError('invalid_setting', `requirePayment: ${name} must be a function.`, {
        field: name,
      })
  // Only required by the options' type: each request is priced by its order.
  const settings = readOptions({ ...shared, createCharge: () => ({}) as NewCharge })
  return async (request) => {
    if (request.method === 'OPTIONS') return answerPreflight(request)
    const requestId = crypto.randomUUID()
    const headers = { 'x-request-id': requestId, vary: 'accept' }
    try {
      const source = { requestId, payer: readPayerAddress(settings, request) }
      const id = await findCharge(settings, order, request, source)
      return await answer(settings, options, request, source, id, headers)
    } catch (cause) {
      const createUnexpectedError = () =>
        merchantError(new PayError('service_failed', 'requirePayment failed.', { cause }))
      const error = cause instanceof HttpError ? cause : createUnexpectedError()
      if (error.operatorError) await reportError(settings, error.operatorError, request)
      return toResponse(toErrorReply(error), settings.apiKey, headers)
    }
  }
}

/**
 * Answers a browser's preflight for a page of another origin that wants to pay. It is not an order, and creates no charge. Whether
 * that origin may pay is the merchant's decision: `Access-Control-Allow-Origin` is not set here.
 */
function answerPreflight({ headers }: Request): Response {
  const method = headers.get('access-control-request-method')
  const names = headers.get('access-control-request-headers')
  return new Response(null, {
    status: 204,
    headers: {
      vary: 'access-control-request-method, access-control-request-headers',
      ...(method !== null && { 'access-control-allow-methods': method }),
      ...(names !== null && { 'access-control-allow-headers': names }),
    },
  })
}

const keyPattern = /^[\x21-\x7e]{16,255}$/

/** Returns the id of the order's charge, which is created for the order's first request. */
async function findCharge(
  settings: ProxySettings,
  order: RequirePaymentOptions['order'],
  request: Request,
  source: RequestSource,
): Promise<string> {
  let found: PaymentOrder | KnownOrder | undefined
  const createCharge = async () => {
    found = await order(request)
    // Only so that it is checked and reported as any other order.
    return 'charge' in found ? found.charge : knownCharge
  }
  const body = await priceOrder({ ...settings, createCharge }, undefined, request)
  if (found && 'chargeId' in found) return found.chargeId.toLowerCase()
  const { key = '' } = (found ?? {}) as Partial<PaymentOrder>
  if (!keyPattern.test(key)) {
    const text = 'order returned a key that is not 16 to 255 visible ASCII characters.'
    throw merchantError(new PayError('invalid_request', text, { field: 'key' }))
  }
  const idempotencyKey = `order:${await hash(key)}`
  const call = { ...source, route: proxyRoutes.orderCharge, body, idempotencyKey }
  const reply = await callForCharge(settings, call)
  await notifyChargeCreated(settings, reply.raw, request)
  return reply.data.data.id
}

/** Stands for a charge that exists. */
const knownCharge: NewCharge = { pricing_type: 'no_price' }

async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function answer(
  settings: ProxySettings,
  { resource, opensRefunded = false }: RequirePaymentOptions,
  request: Request,
  source: RequestSource,
  id: string,
  headers: Record<string, string>,
): Promise<Response> {
  // The API, which knows the key, decides whether the charge is this account's, and is paid.
  const call = { ...source, route: proxyRoutes.getCharge, params: { id } }
  const read = async (): Promise<PaidCharge> => readPaidCharge(await callForCharge(settings, call))
  const data = await read()
  const isPaid = data.status === 'COMPLETED'
  if (isPaid && data.refunds?.is_full && !opensRefunded)
    throw new HttpError('forbidden', 'This order was refunded. Order again, with another key.')
  const isBrowser =
    /text\/html/i.test(request.headers.get('accept') ?? '') &&
    !hasProgramPayment((name) => request.headers.get(name) ?? undefined)
  if (isBrowser && !isPaid)
    return new Response(null, {
      status: 303,
      headers: { ...headers, location: data.hosted_url, 'cache-control': 'no-store' },
    })
  const page = await forwardToPage(settings, request, id, source).catch((cause: unknown) => {
    // A paid resource is delivered even if the page cannot name the paying transaction.
    if (isPaid) return undefined
    throw cause
  })
  if (page && page.status !== 200 && !isPaid) return toResponse(page, settings.apiKey, headers)
  const paid = isPaid ? data : await read()
  if (paid.status !== 'COMPLETED') {
    const operatorError = new PayError(
      'service_failed',
      'The service called a charge both paid and unpaid.',
    )
    throw new HttpError('bad_gateway', 'The payment service gave no clear answer. Try again.', {
      operatorError,
    })
  }
  const response = await resource(request, paid)
  const copy = new Response(response.body, response)
  // A paid resource belongs to its payer: a cache in between would give it to clients who have not paid (RFC 9111 section 3).
  if (!copy.headers.has('cache-control')) copy.headers.set('cache-control', 'private, no-store')
  if (page?.status !== 200) return copy
  const { 'access-control-expose-headers': exposed = '', ...settled } = page.headers ?? {}
  copy.headers.append('access-control-expose-headers', exposed)
  for (const [name, value] of Object.entries(settled)) copy.headers.set(name, value)
  return copy
}

/** Returns a charge with its refunds, which no page of a payer reads. */
function readPaidCharge({ data, raw }: ServiceReply<ProxyChargeReply>): PaidCharge {
  const { refunds } = (raw as { data?: { refunds?: unknown } }).data ?? {}
  const read = ChargeRefundTotals.safeParse(refunds)
  return read.success ? { ...data.data, refunds: read.data } : data.data
}
