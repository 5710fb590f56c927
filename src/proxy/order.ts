import { checkoutCharge, orderCharge, resumeHeader } from '../api/checkout-routes.ts'
import type { Answer } from './answer.ts'
import type { Binder } from './binding.ts'
import { readJsonText } from './body.ts'
import { priceOrder } from './create-charge.ts'
import { servicePath } from './match.ts'
import { isServed, noteCharge } from './merchant.ts'
import type { Settings } from './options.ts'
import { isForeignPage, isSecure } from './origin.ts'
import { Refusal } from './refusal.ts'
import { askService, type Origin, type ServiceReply } from './service.ts'
import { readVisitor, type Visitor } from './visitor.ts'

/**
 * Answers POST /charges: with the charge that the visitor has for this very order, where the browser names it and its
 * binding fits (200), else with a new one (201).
 */
export async function serveOrder(
  settings: Settings,
  binder: Binder,
  request: Request,
  origin: Origin,
): Promise<Answer> {
  const key = readIdempotencyKey(request)
  const { text: order, value } = await readJsonText(request, settings, 'order')
  // A page of another origin sends no cookies: nothing tells its visitors apart.
  const visitor: Visitor = isForeignPage(settings, request)
    ? { id: '', setCookie: undefined }
    : readVisitor(request, isSecure(settings, request))
  const resumed = await resumeCharge(settings, binder, request, origin, order, visitor.id)
  const reply = resumed ?? (await createCharge(settings, value, request, origin, key))
  const { id } = (reply.data as { data: { id: string } }).data
  const binding = await binder.bind({ order, chargeId: id, visitor: visitor.id })
  const headers = {
    ...reply.headers,
    ...(visitor.setCookie !== undefined && { 'set-cookie': visitor.setCookie }),
  }
  return { status: reply.status, body: { ...(reply.data as object), binding }, headers }
}

async function createCharge(
  settings: Settings,
  order: unknown,
  request: Request,
  origin: Origin,
  key: string | undefined,
): Promise<ServiceReply> {
  const body = await priceOrder(settings, order, request)
  const idempotencyKey = key === undefined ? undefined : await payerKey(key)
  const call = { ...origin, route: orderCharge, path: orderCharge.path, body, idempotencyKey }
  const reply = await askService(settings, call)
  await noteCharge(settings, reply.raw, request)
  return reply
}

/** The charge that the browser says it has, where all agrees. What does not fit is no fault of the payer's. */
async function resumeCharge(
  settings: Settings,
  binder: Binder,
  request: Request,
  origin: Origin,
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
  if (!(await isServed(settings, chargeId, request))) return undefined
  const path = servicePath(checkoutCharge, { id: chargeId })
  try {
    return await askService(settings, { ...origin, route: checkoutCharge, path })
  } catch (cause) {
    // Its account lost it, such as by an api-key of another account: a charge that is gone cannot be paid.
    if (cause instanceof Refusal && cause.status === 404) return undefined
    throw cause
  }
}

/** The caller's key, or none: one of ours would be another at each try, and so make no try safe. */
function readIdempotencyKey(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key')
  if (key === null) return undefined
  // Visible ASCII: draft-ietf-httpapi-idempotency-key-header section 2.1 has a quoted string of it.
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key
  const text = 'Idempotency-Key must be 1 to 255 visible ASCII characters.'
  throw new Refusal('validation_error', text, { field: 'Idempotency-Key' })
}

/** A payer's key in a namespace of its own: it never meets one of the merchant's backend, which shares the account. */
async function payerKey(key: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'))
  return `payer:${hex.join('')}`
}
