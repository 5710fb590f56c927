import { call, type Transport } from '../api/client/call.ts'
import { sleep } from '../api/client/timing.ts'
import {
  checkoutCharge,
  checkoutDestination,
  orderCharge,
  resumeHeader,
} from '../api/routes/checkout-routes.ts'
import type { CheckoutCharge, CheckoutDestination } from '../api/schemas/checkout-charge.ts'
import { type Deal, type Destination, makeDeal } from '../checkout/quote/payment-option.ts'
import { PayError } from '../errors.ts'
import type { Settings } from './attributes.ts'
import { markBegun, type Purchase, wasBegun } from './purchases.ts'
import {
  inJournal,
  keepOrder,
  orderKey,
  peek,
  readOrder,
  storedOrder,
} from './storage/order-storage.ts'

/** Creates the transport for calls to the merchant's proxy. */
export function proxyTransport(
  proxy: string,
  fetch: Transport['fetch'],
  retries: number,
): Transport {
  return { baseUrl: proxy, fetch, timeout: 15_000, retries, sleep, random: Math.random }
}

/** Fetches a charge (GET /charges/:id) with the fields that the checkout needs. */
export async function getCharge(
  transport: Transport,
  id: string,
  signal: AbortSignal,
): Promise<CheckoutCharge> {
  return (await call(transport, checkoutCharge, { params: { id }, signal })).data.data
}

/** The settings, purchase, fetch and storage that a charge is loaded with. */
export interface Source {
  settings: Settings
  purchase: Purchase
  fetch: Transport['fetch']
  storage: () => Storage
}

const orderOf = ({ proxy, order }: Settings) => `${proxy} ${order}`

/**
 * Returns the id of the charge that the settings name, or of the one that was created for their order before. It only
 * says where to look for a payment.
 */
export function knownCharge(
  { settings, purchase, storage }: Source,
  comesBack = isReturn(purchase),
): string | undefined {
  const { chargeId } = settings
  return (
    chargeId ?? purchase.chargeId ?? storedOrder(storage, orderOf(settings), comesBack)?.chargeId
  )
}

/**
 * Returns whether the payer has reloaded the page or gone back to it, so that the order was already requested before.
 */
function isReturn(purchase: Purchase): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return !wasBegun(purchase) && entry !== undefined && entry.type !== 'navigate'
}

/**
 * Loads the payment option of the charge that the settings name. Where they have an order, the charge is created first.
 *
 * The offer always is what proxy and service answer now. A charge that the browser remembers is resumed only if the
 * proxy agrees.
 *
 * @param shouldCreate the order's charge is over, so another one is created
 */
export async function loadDeal(source: Source, signal: AbortSignal, anew = false): Promise<Deal> {
  const { settings, purchase, fetch } = source
  const transport = proxyTransport(settings.proxy, fetch, 2)
  if (settings.chargeId) return readDeal(transport, settings, settings.chargeId, signal)
  if (anew) {
    Object.assign(purchase, { charge: undefined, chargeId: undefined, idempotencyKey: undefined })
  }
  const isHere = !purchase.charge
  purchase.charge ??= orderCharges(source, transport, anew).catch((cause) => {
    // The next attempt asks again, with the same idempotency key.
    purchase.charge = undefined
    throw cause
  })
  const created = await purchase.charge
  // The shorter reply of the interface has no price.
  if (isHere && created.pricing)
    return makeDeal(created, await getDestination(transport, settings, created.id, signal))
  return readDeal(transport, settings, created.id, signal, created)
}

/**
 * Fetches a charge and its destination and returns the payment option.
 *
 * @param created the reply to the charge's creation: only that one has fields such as brand and redirects
 */
export async function readDeal(
  transport: Transport,
  settings: Settings,
  id: string,
  signal: AbortSignal,
  created?: CheckoutCharge,
): Promise<Deal> {
  const [charge, destination] = await Promise.all([
    getCharge(transport, id, signal),
    getDestination(transport, settings, id, signal),
  ])
  return makeDeal({ ...created, ...charge }, destination)
}

/** Asks the proxy to create the charge of an order, or to resume the one that it created before. */
async function orderCharges(
  { settings, purchase, storage }: Source,
  transport: Transport,
  anew: boolean,
): Promise<CheckoutCharge> {
  const name = orderOf(settings)
  const stored = anew ? undefined : storedOrder(storage, name, isReturn(purchase))
  const { chargeId, binding } = stored ?? {}
  purchase.idempotencyKey ??= randomKey()
  const { idempotencyKey } = purchase
  const resume = binding && { headers: { [resumeHeader]: `${chargeId}.${binding}` } }
  // The call takes no abort signal: several elements may wait for it, and one that leaves must not abort it for the
  // others.
  const input = { body: JSON.parse(settings.order ?? ''), idempotencyKey }
  const { data: reply } = await call({ ...transport, ...resume }, orderCharge, input)
  const { id } = reply.data
  purchase.earlier = earlierOf(storage, name, id)
  const earlier = purchase.earlier && { earlier: purchase.earlier }
  const bound = reply.binding && { binding: reply.binding }
  keepOrder(storage, name, { chargeId: id, ...bound, ...earlier })
  purchase.chargeId = id
  markBegun(purchase)
  return reply.data
}

/** Returns the id of an earlier charge of an order for which the journal of this browser has an entry. */
function earlierOf(storage: () => Storage, name: string, chargeId: string): string | undefined {
  const { chargeId: last, earlier } = readOrder(peek(storage, orderKey(name))) ?? {}
  return [last, earlier].find((one) => one && one !== chargeId && inJournal(storage, one))
}

/** Fetches where to pay. Where the service has no request charge, the element's own attributes are used. */
async function getDestination(
  transport: Transport,
  settings: Settings,
  uuid: string,
  signal: AbortSignal,
): Promise<CheckoutDestination | Destination> {
  try {
    return (await call(transport, checkoutDestination, { params: { uuid }, signal })).data
  } catch (cause) {
    const missing = cause instanceof PayError && cause.code === 'not_found'
    if (settings.destination && missing) return settings.destination
    throw cause
  }
}

/** Returns a key of 128 random bits. crypto.randomUUID exists in secure contexts only. */
function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
