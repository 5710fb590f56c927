import { idempotencyKeyPattern } from '../../api/formats.ts'
import { resumeHeader } from '../../api/routes/checkout-routes.ts'
import { type ProxyChargeReply, proxyRoutes } from '../../api/routes/proxy-routes.ts'
import type { RouteInput } from '../../api/routes/route.ts'
import type { NewCharge } from '../../api/schemas/charges/charge.ts'
import { HttpError } from '../../api/server/http-error.ts'
import { readQuery } from '../../api/server/read-call.ts'
import { readJsonBody } from '../http/body.ts'
import { isCrossOrigin, isSecure } from '../http/origin.ts'
import type { ProxyReply } from '../http/reply.ts'
import { isChargeAllowed, notifyChargeCreated } from '../merchant.ts'
import type { ProxySettings } from '../options.ts'
import type { RequestSource, ServiceReply } from '../service/call-service.ts'
import { callForCharge } from '../service/charges.ts'
import { signRequestCharge } from '../service/sign-quotes.ts'
import type { OrderBinder } from './binding.ts'
import { priceOrder } from './price-order.ts'
import { readVisitor, type Visitor } from './visitor.ts'

/**
 * Handles POST /charges. Returns the visitor's existing charge for this same order, if the browser names it with a
 * valid binding (200); otherwise creates a new charge (201).
 */
export async function handleOrder(
  settings: ProxySettings,
  binder: OrderBinder,
  request: Request,
  source: RequestSource,
): Promise<ProxyReply> {
  const callerKey = readIdempotencyKey(request)
  const { text: order, value } = await readJsonBody(request, settings, 'order')
  // A page of another origin sends no cookies, so its visitors cannot be distinguished.
  const visitor: Visitor = isCrossOrigin(settings, request)
    ? { id: '', setCookie: undefined }
    : readVisitor(request, isSecure(settings, request))
  const call = {
    ...source,
    query: readQuery(proxyRoutes.orderCharge, request.url, { ignoresUnknown: true }),
  }
  const resumption = await resumeCharge(settings, binder, request, call, order, visitor.id)
  const { reply, priced } =
    resumption ?? (await createOrderedCharge(settings, value, request, call, callerKey))
  const { data: charge, request_charge: requestCharge } = reply.data
  const binding = await binder.bind({ order, chargeId: charge.id, visitor: visitor.id })
  const request_charge =
    requestCharge &&
    (await signRequestCharge(settings, charge, requestCharge, { order, priced }, request))
  const headers = {
    ...reply.headers,
    ...(visitor.setCookie !== undefined && { 'set-cookie': visitor.setCookie }),
  }
  return { status: reply.status, body: { ...reply.data, binding, request_charge }, headers }
}

/** A call for a payer, with the query that was checked. */
type OrderCall = RequestSource & { query: RouteInput<typeof proxyRoutes.orderCharge>['query'] }

/** The service's reply to an order. */
interface OrderReply {
  reply: ServiceReply<ProxyChargeReply>
  /** The charge as the merchant's code has priced it; undefined for one that was created before. */
  priced?: NewCharge | undefined
}

async function createOrderedCharge(
  settings: ProxySettings,
  order: unknown,
  request: Request,
  source: OrderCall,
  callerKey: string | undefined,
): Promise<OrderReply> {
  const body = await priceOrder(settings, order, request)
  const idempotencyKey = callerKey === undefined ? undefined : await toPayerKey(callerKey)
  const call = { ...source, route: proxyRoutes.orderCharge, body, idempotencyKey }
  const reply = await callForCharge(settings, call)
  await notifyChargeCreated(settings, reply.raw, request)
  return { reply, priced: body }
}

/**
 * Returns the charge that the browser names, if its binding is valid and this proxy serves it. Otherwise undefined and
 * no error: it is not the payer's fault.
 */
async function resumeCharge(
  settings: ProxySettings,
  binder: OrderBinder,
  request: Request,
  source: OrderCall,
  order: string,
  visitor: string,
): Promise<OrderReply | undefined> {
  const [, id, binding] =
    /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/i.exec(
      request.headers.get(resumeHeader) ?? '',
    ) ?? []
  if (!id || !binding || visitor === '') return undefined
  const chargeId = id.toLowerCase()
  if (!(await binder.isBound({ order, chargeId, visitor }, binding))) return undefined
  if (!(await isChargeAllowed(settings, chargeId, request))) return undefined
  const call = { ...source, route: proxyRoutes.getCharge, params: { id: chargeId } }
  try {
    return { reply: await callForCharge(settings, call) }
  } catch (cause) {
    // The account does not have the charge, as after a change to another account's api-key: it cannot be paid any more.
    if (cause instanceof HttpError && cause.status === 404) return undefined
    throw cause
  }
}

/**
 * Returns the caller's key, if any. A key of our own would differ at each attempt, so it would make no attempt safe.
 */
function readIdempotencyKey(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key')
  if (key === null) return undefined
  if (idempotencyKeyPattern.test(key)) return key
  const text = 'Idempotency-Key must be 1 to 255 visible ASCII characters.'
  throw new HttpError('validation_error', text, { field: 'Idempotency-Key' })
}

/** Returns a payer's key in a separate namespace, so that it never equals a key of the merchant's backend. */
async function toPayerKey(key: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'))
  return `payer:${hex.join('')}`
}
