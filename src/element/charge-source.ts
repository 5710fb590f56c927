import { callRoute, type HttpTransport } from '../api/client/call.ts'
import { sleep } from '../api/client/timing.ts'
import {
  getCheckoutCharge,
  getCheckoutDestination,
  orderCharge,
  resumeHeader,
} from '../api/routes/checkout-routes.ts'
import type { CheckoutCharge, CheckoutDestination } from '../api/schemas/checkout-charge.ts'
import {
  type AttributeDestination,
  createPaymentOption,
  type PaymentOption,
} from '../checkout/quote/payment-option.ts'
import { PayError } from '../errors.ts'
import type { ElementSettings } from './attributes.ts'
import { hasStartedBefore, markStarted, type Purchase } from './purchases.ts'
import {
  findStoredOrder,
  getOrderKey,
  hasJournalEntry,
  parseStoredOrder,
  readItem,
  saveOrder,
} from './storage/order-storage.ts'

/** Creates the transport for calls to the merchant's proxy. */
export function createProxyTransport(
  proxy: string,
  fetch: HttpTransport['fetch'],
  retries: number,
): HttpTransport {
  return { baseUrl: proxy, fetch, timeoutMs: 15_000, retries, sleep, random: Math.random }
}

/** Fetches a charge (GET /charges/:id) with the fields that the checkout needs. */
export async function fetchCharge(
  transport: HttpTransport,
  id: string,
  signal: AbortSignal,
): Promise<CheckoutCharge> {
  return (await callRoute(transport, getCheckoutCharge, { params: { id }, signal })).data.data
}

/** The settings, purchase, fetch and storage that a charge is loaded with. */
export interface ChargeSource {
  settings: ElementSettings
  purchase: Purchase
  fetch: HttpTransport['fetch']
  getStorage: () => Storage
}

const getOrderIdentity = ({ proxy, order }: ElementSettings) => `${proxy} ${order}`

/**
 * Returns the id of the charge that the settings name, or of the one that was created for their order before. It only
 * says where to look for a payment.
 */
export function findKnownChargeId(
  { settings, purchase, getStorage }: ChargeSource,
  isReturning = isReturningPayer(purchase),
): string | undefined {
  const { chargeId } = settings
  return (
    chargeId ??
    purchase.chargeId ??
    findStoredOrder(getStorage, getOrderIdentity(settings), isReturning)?.chargeId
  )
}

/**
 * Returns whether the payer has reloaded the page or gone back to it, so that the order was already requested before.
 */
function isReturningPayer(purchase: Purchase): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return !hasStartedBefore(purchase) && navigation !== undefined && navigation.type !== 'navigate'
}

/**
 * Loads the payment option of the charge that the settings name. Where they have an order, the charge is created first.
 *
 * The offer always is what proxy and service answer now. A charge that the browser remembers is resumed only if the
 * proxy agrees.
 *
 * @param shouldCreate the order's charge is over, so another one is created
 */
export async function loadPaymentOption(
  source: ChargeSource,
  signal: AbortSignal,
  shouldCreate = false,
): Promise<PaymentOption> {
  const { settings, purchase, fetch } = source
  const transport = createProxyTransport(settings.proxy, fetch, 2)
  if (settings.chargeId) return fetchPaymentOption(transport, settings, settings.chargeId, signal)
  if (shouldCreate) {
    Object.assign(purchase, { charge: undefined, chargeId: undefined, idempotencyKey: undefined })
  }
  const createsCharge = !purchase.charge
  purchase.charge ??= createOrResumeCharge(source, transport, shouldCreate).catch((cause) => {
    // The next attempt asks again, with the same idempotency key.
    purchase.charge = undefined
    throw cause
  })
  const created = await purchase.charge
  // The shorter reply of the interface has no price.
  if (createsCharge && created.pricing)
    return createPaymentOption(
      created,
      await fetchDestination(transport, settings, created.id, signal),
    )
  return fetchPaymentOption(transport, settings, created.id, signal, created)
}

/**
 * Fetches a charge and its destination and returns the payment option.
 *
 * @param created the reply to the charge's creation: only that one has fields such as brand and redirects
 */
export async function fetchPaymentOption(
  transport: HttpTransport,
  settings: ElementSettings,
  id: string,
  signal: AbortSignal,
  created?: CheckoutCharge,
): Promise<PaymentOption> {
  const [charge, destination] = await Promise.all([
    fetchCharge(transport, id, signal),
    fetchDestination(transport, settings, id, signal),
  ])
  return createPaymentOption({ ...created, ...charge }, destination)
}

/** Asks the proxy to create the charge of an order, or to resume the one that it created before. */
async function createOrResumeCharge(
  { settings, purchase, getStorage }: ChargeSource,
  transport: HttpTransport,
  shouldCreate: boolean,
): Promise<CheckoutCharge> {
  const orderIdentity = getOrderIdentity(settings)
  const stored = shouldCreate
    ? undefined
    : findStoredOrder(getStorage, orderIdentity, isReturningPayer(purchase))
  const { chargeId, binding } = stored ?? {}
  purchase.idempotencyKey ??= createIdempotencyKey()
  const { idempotencyKey } = purchase
  const resume = binding && { headers: { [resumeHeader]: `${chargeId}.${binding}` } }
  // The call takes no abort signal: several elements may wait for it, and one that leaves must not abort it for the
  // others.
  const input = { body: JSON.parse(settings.order ?? ''), idempotencyKey }
  const { data: reply } = await callRoute({ ...transport, ...resume }, orderCharge, input)
  const { id } = reply.data
  purchase.previousChargeId = findPreviousChargeId(getStorage, orderIdentity, id)
  const previousField = purchase.previousChargeId && { earlier: purchase.previousChargeId }
  const bindingField = reply.binding && { binding: reply.binding }
  saveOrder(getStorage, orderIdentity, { chargeId: id, ...bindingField, ...previousField })
  purchase.chargeId = id
  markStarted(purchase)
  return reply.data
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
    (one) => one && one !== chargeId && hasJournalEntry(getStorage, one),
  )
}

/** Fetches where to pay. Where the service has no request charge, the element's own attributes are used. */
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
function createIdempotencyKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
