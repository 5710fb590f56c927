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
import {
  type FirstLoad,
  forgetCharge,
  hasStartedBefore,
  markStarted,
  type Purchase,
} from './purchases.ts'

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
 * Loads the payment option that elements show first. Elements of one purchase that load at the same time share one
 * load: a page with a hundred buttons for one charge asks for it once. It is given up when the last of them has left.
 *
 * @param signal of the element that waits
 */
export function loadFirstPaymentOption(
  source: ChargeSource,
  signal: AbortSignal,
): Promise<PaymentOption> {
  const { purchase } = source
  const load = purchase.firstLoad ?? startFirstLoad(source)
  purchase.firstLoad = load
  load.waiting++
  signal.addEventListener('abort', () => {
    if (--load.waiting > 0) return
    load.abort.abort()
    if (purchase.firstLoad === load) purchase.firstLoad = undefined
  })
  return load.option
}

function startFirstLoad(source: ChargeSource): FirstLoad {
  const { purchase } = source
  const abort = new AbortController()
  const { signal } = abort
  const load = async () => {
    // Only the page's very first reply may be one that it has preloaded.
    const cache = purchase.hasLoaded ? 'no-store' : 'default'
    const option = await loadPaymentOption(source, signal, false, cache)
    purchase.hasLoaded = true
    return option
  }
  const option = load().finally(() => {
    if (purchase.firstLoad?.abort === abort) purchase.firstLoad = undefined
  })
  return { option, abort, waiting: 0 }
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
  cache?: RequestCache,
): Promise<PaymentOption> {
  const { settings, purchase, fetch } = source
  const transport = createProxyTransport(settings.proxy, fetch, 2, cache)
  if (settings.chargeId) return fetchPaymentOption(transport, settings, settings.chargeId, signal)
  if (shouldCreate) forgetCharge(purchase)
  const createsCharge = !purchase.charge
  purchase.charge ??= createOrResumeCharge(source, transport, shouldCreate).catch((cause) => {
    // The next attempt asks again, with the same idempotency key.
    purchase.charge = undefined
    throw cause
  })
  const created = await purchase.charge
  const { data: charge } = created
  // The shorter reply of the interface has no price.
  if (createsCharge && charge.pricing) return toPaymentOption(transport, settings, created, signal)
  return fetchPaymentOption(transport, settings, charge.id, signal, charge)
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
  const input = { params: { id }, query: expandRequestCharge, signal }
  const { data: reply } = await callRoute(transport, getCheckoutCharge, input)
  const data = { ...created, ...reply.data }
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
  { settings, purchase, getStorage }: ChargeSource,
  transport: HttpTransport,
  shouldCreate: boolean,
): Promise<CheckoutChargeReply> {
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
  const body = JSON.parse(settings.order ?? '')
  const input = { body, query: expandRequestCharge, idempotencyKey }
  const { data: reply } = await callRoute({ ...transport, ...resume }, orderCharge, input)
  const { id } = reply.data
  purchase.previousChargeId = findPreviousChargeId(getStorage, orderIdentity, id)
  const previousField = purchase.previousChargeId && { earlier: purchase.previousChargeId }
  const bindingField = reply.binding && { binding: reply.binding }
  saveOrder(getStorage, orderIdentity, { chargeId: id, ...bindingField, ...previousField })
  purchase.chargeId = id
  markStarted(purchase)
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
