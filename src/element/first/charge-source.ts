import { callRoute, type HttpTransport } from '../../api/client/call.ts'
import { sleep } from '../../api/client/timing.ts'
import { expandRequestCharge } from '../../api/routes/checkout-charge-url.ts'
import {
  getCheckoutCharge,
  getCheckoutDestination,
  orderCharge,
  resumeHeader,
} from '../../api/routes/checkout-routes.ts'
import type {
  CheckoutCharge,
  CheckoutChargeReply,
  CheckoutDestination,
} from '../../api/schemas/charges/checkout-charge.ts'
import {
  type AttributeDestination,
  createPaymentOption,
  type PaymentOption,
} from '../../checkout/quote/payment-option.ts'
import { PayError } from '../../errors.ts'
import type { ElementSettings } from '../attributes.ts'
import {
  findStoredOrder,
  getOrderKey,
  hasJournalEntry,
  parseStoredOrder,
  readItem,
  saveOrder,
} from './order-storage.ts'

/**
 * Creates the transport for calls to the merchant's proxy.
 *
 * @param cache `default` only where a reply that is some seconds old will do: the first one of a page
 */
export function createProxyTransport(
  proxy: string,
  fetch: HttpTransport['fetch'],
  retries: number,
  cache: RequestCache = 'no-store',
): HttpTransport {
  return { baseUrl: proxy, fetch, timeoutMs: 15_000, retries, sleep, random: Math.random, cache }
}

/** A session's charge, as far as it is known. */
export interface SessionCharge {
  /** The Idempotency-Key of the charge's creation: however often it is tried, one charge is created. */
  idempotencyKey?: string | undefined
  /** The charge that the proxy has created, or resumed, for the order, with its request charge. */
  charge?: Promise<CheckoutChargeReply> | undefined
  /** The charge's id, once the proxy has answered. */
  chargeId?: string | undefined
  /** The id of an earlier charge of the order. This browser may know of a payment for it. */
  previousChargeId?: string | undefined
  /** Whether this page has created a charge for the order before. Then a new request means a new charge. */
  hasCreatedCharge?: boolean
}

/** Forgets the charge of an order: the next load creates another one. */
export function forgetCharge(session: SessionCharge) {
  session.charge = session.chargeId = session.idempotencyKey = undefined
}

/** The settings, session, fetch and storage that a charge is loaded with. */
export interface ChargeSource {
  settings: ElementSettings
  session: SessionCharge
  fetch: HttpTransport['fetch']
  getStorage: () => Storage
}

const getOrderIdentity = ({ proxy, order }: ElementSettings) => `${proxy} ${order}`

/**
 * Returns the id of the charge that the settings name, or of the one that was created for their order before. It only
 * decides where to look for a payment.
 */
export function findKnownChargeId(
  { settings, session, getStorage }: ChargeSource,
  isReturning = isReturningPayer(session),
): string | undefined {
  const { chargeId } = settings
  return (
    chargeId ??
    session.chargeId ??
    findStoredOrder(getStorage, getOrderIdentity(settings), isReturning)?.chargeId
  )
}

/**
 * Returns whether the payer has reloaded the page or gone back to it, so that the order was already requested before.
 */
export function isReturningPayer({ hasCreatedCharge }: SessionCharge): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return !hasCreatedCharge && navigation !== undefined && navigation.type !== 'navigate'
}

/**
 * Loads the payment option of the charge that the settings name. Where they have an order, the charge is created first.
 *
 * The offer is always the current answer of proxy and service. A charge that the browser remembers is resumed only if
 * the proxy agrees.
 *
 * @param shouldCreate the order's charge is over, so another one is created
 */
export async function loadPaymentOption(
  source: ChargeSource,
  signal: AbortSignal,
  shouldCreate = false,
  cache?: RequestCache,
): Promise<PaymentOption> {
  const { settings, session, fetch } = source
  const transport = createProxyTransport(settings.proxy, fetch, 2, cache)
  // That of a link was created by the customer's click.
  const id = settings.chargeId ?? (settings.paymentLink && session.chargeId)
  if (id) return fetchPaymentOption(transport, settings, id, signal)
  if (shouldCreate) forgetCharge(session)
  const createsCharge = !session.charge
  session.charge ??= createOrResumeCharge(source, transport, shouldCreate).catch((cause) => {
    // The next attempt asks again, with the same idempotency key.
    session.charge = undefined
    throw cause
  })
  const reply = await session.charge
  const { data: charge } = reply
  // The interface's shorter reply has no price.
  if (createsCharge && charge.pricing) return toPaymentOption(transport, settings, reply, signal)
  return fetchPaymentOption(transport, settings, charge.id, signal, charge)
}

/**
 * Fetches a charge and its destination and returns the payment option.
 *
 * @param createdCharge the reply to the charge's creation: at another service only that one may have fields such as the brand
 */
export async function fetchPaymentOption(
  transport: HttpTransport,
  settings: ElementSettings,
  id: string,
  signal: AbortSignal,
  createdCharge?: CheckoutCharge,
): Promise<PaymentOption> {
  const input = { params: { id }, query: expandRequestCharge, signal }
  const { data: reply } = await callRoute(transport, getCheckoutCharge, input)
  const data = { ...createdCharge, ...reply.data }
  return toPaymentOption(transport, settings, { ...reply, data }, signal)
}

/** Returns the payment option of a reply. A service that did not join the request charge is asked for it. */
async function toPaymentOption(
  transport: HttpTransport,
  settings: ElementSettings,
  { data: charge, request_charge: destination }: CheckoutChargeReply,
  signal: AbortSignal,
): Promise<PaymentOption> {
  return createPaymentOption(
    charge,
    destination ?? (await fetchDestination(transport, settings, charge.id, signal)),
  )
}

/** Asks the proxy to create the charge of an order, or to resume the one that it created before. */
async function createOrResumeCharge(
  { settings, session, getStorage }: ChargeSource,
  transport: HttpTransport,
  shouldCreate: boolean,
): Promise<CheckoutChargeReply> {
  const orderIdentity = getOrderIdentity(settings)
  const storedOrder = shouldCreate
    ? undefined
    : findStoredOrder(getStorage, orderIdentity, isReturningPayer(session))
  const { chargeId, binding } = storedOrder ?? {}
  session.idempotencyKey ??= createIdempotencyKey()
  const { idempotencyKey } = session
  const resume = binding && { headers: { [resumeHeader]: `${chargeId}.${binding}` } }
  // The call has no abort signal: several elements may wait for it, and one that leaves must not abort it for the others.
  const body = JSON.parse(settings.order ?? '')
  const input = { body, query: expandRequestCharge, idempotencyKey }
  const { data: reply } = await callRoute({ ...transport, ...resume }, orderCharge, input)
  const { id } = reply.data
  session.previousChargeId = findPreviousChargeId(getStorage, orderIdentity, id)
  const earlier = session.previousChargeId
  saveOrder(getStorage, orderIdentity, { chargeId: id, binding: reply.binding, earlier })
  session.chargeId = id
  session.hasCreatedCharge = true
  return reply
}

/** Returns the id of an earlier charge of an order for which the journal of this browser has an entry. */
function findPreviousChargeId(
  getStorage: () => Storage,
  orderIdentity: string,
  chargeId: string,
): string | undefined {
  const { chargeId: lastChargeId, earlier } =
    parseStoredOrder(readItem(getStorage, getOrderKey(orderIdentity))) ?? {}
  return [lastChargeId, earlier].find(
    (id) => id && id !== chargeId && hasJournalEntry(getStorage, id),
  )
}

/** Fetches the destination. Where the service has no request charge, the element's own attributes are used. */
async function fetchDestination(
  transport: HttpTransport,
  settings: ElementSettings,
  uuid: string,
  signal: AbortSignal,
): Promise<CheckoutDestination | AttributeDestination> {
  try {
    return (await callRoute(transport, getCheckoutDestination, { params: { uuid }, signal })).data
  } catch (cause) {
    const isMissing = cause instanceof PayError && cause.code === 'not_found'
    if (settings.destination && isMissing) return settings.destination
    throw cause
  }
}

/** Returns a key of 128 random bits. crypto.randomUUID exists in secure contexts only. */
export function createIdempotencyKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
