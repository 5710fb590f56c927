import { idempotencyKeyPattern } from '../../api/formats.ts'
import { getCheckoutCharge, orderCharge, resumeHeader } from '../../api/routes/checkout-routes.ts'
import type { NewCharge } from '../../api/schemas/charges/charge.ts'
import type { CheckoutChargeReply } from '../../api/schemas/charges/checkout-charge.ts'
import { readJsonBody } from '../http/body.ts'
import { HttpError } from '../http/http-error.ts'
import { buildServicePath } from '../http/match-route.ts'
import { isCrossOrigin, isSecure } from '../http/origin.ts'
import type { ProxyReply } from '../http/reply.ts'
import { isChargeAllowed, notifyChargeCreated } from '../merchant.ts'
import type { ProxySettings } from '../options.ts'
import { callService, type RequestSource, type ServiceReply } from '../service/call-service.ts'
import { findRequestCharge, isExpansionRequested, signFound } from '../service/expand.ts'
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
  // A page of another origin sends no cookies, so its visitors cannot be told apart.
  const visitor: Visitor = isCrossOrigin(settings, request)
    ? { id: '', setCookie: undefined }
    : readVisitor(request, isSecure(settings, request))
  const resumed = await resumeCharge(settings, binder, request, source, order, visitor.id)
  const created = resumed
    ? undefined
    : await createOrderedCharge(settings, value, request, source, callerKey)
  const reply = resumed ?? (created as CreatedReply).reply
  const charge = (reply.data as CheckoutChargeReply).data
  const { id } = charge
  const [binding, found] = await Promise.all([
    binder.bind({ order, chargeId: id, visitor: visitor.id }),
    isExpansionRequested(request) ? findRequestCharge(settings, source, id) : undefined,
  ])
  const signedOrder = { order, priced: created?.priced }
  const requestCharge = found && (await signFound(settings, charge, found, signedOrder, request))
  const headers = {
    ...reply.headers,
    ...(visitor.setCookie !== undefined && { 'set-cookie': visitor.setCookie }),
  }
  const body = { ...(reply.data as object), binding, request_charge: requestCharge }
  return { status: reply.status, body, headers }
}

/** The reply to a charge's creation, and the charge as the merchant's code has priced it. */
interface CreatedReply {
  reply: ServiceReply
  priced: NewCharge
}

async function createOrderedCharge(
  settings: ProxySettings,
  order: unknown,
  request: Request,
  source: RequestSource,
  callerKey: string | undefined,
): Promise<CreatedReply> {
  const body = await priceOrder(settings, order, request)
  const idempotencyKey = callerKey === undefined ? undefined : await toPayerKey(callerKey)
  const call = { ...source, route: orderCharge, path: orderCharge.path, body, idempotencyKey }
  const reply = await callService(settings, call)
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
  source: RequestSource,
  order: string,
  visitor: string,
): Promise<ServiceReply | undefined> {
  const [, id, binding] =
    /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\w-]{43})$/i.exec(
      request.headers.get(resumeHeader) ?? '',
    ) ?? []
  if (!id || !binding || visitor === '') return undefined
  const chargeId = id.toLowerCase()
  if (!(await binder.isBound({ order, chargeId, visitor }, binding))) return undefined
  if (!(await isChargeAllowed(settings, chargeId, request))) return undefined
  const path = buildServicePath(getCheckoutCharge, { id: chargeId })
  try {
    return await callService(settings, { ...source, route: getCheckoutCharge, path })
  } catch (cause) {
    // The account does not have the charge, such as after a change to another account's api-key: nobody can pay it.
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

/** Returns a payer's key in a namespace of its own, so that it never equals a key of the merchant's backend. */
async function toPayerKey(key: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'))
  return `payer:${hex.join('')}`
}
