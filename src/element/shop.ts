import { call, type Transport } from '../api/call.ts'
import type { CheckoutCharge, CheckoutDestination } from '../api/checkout-charge.ts'
import {
  checkoutCharge,
  checkoutDestination,
  orderCharge,
  resumeHeader,
} from '../api/checkout-routes.ts'
import { sleep } from '../api/timing.ts'
import { type Deal, type Destination, makeDeal } from '../checkout/deal.ts'
import { PayError } from '../errors.ts'
import type { Settings } from './attributes.ts'
import { inJournal, keepOrder, orderKey, peek, readOrder, storedOrder } from './order-book.ts'
import { markBegun, type Purchase, wasBegun } from './purchases.ts'

/** The way to the merchant's proxy. */
export function proxyTransport(
  proxy: string,
  fetch: Transport['fetch'],
  retries: number,
): Transport {
  return { baseUrl: proxy, fetch, timeout: 15_000, retries, sleep, random: Math.random }
}

/** GET /charges/:id, as a checkout reads it. */
export async function getCharge(
  transport: Transport,
  id: string,
  signal: AbortSignal,
): Promise<CheckoutCharge> {
  return (await call(transport, checkoutCharge, { params: { id }, signal })).data.data
}

/** Whose charge is loaded, and how. */
export interface Source {
  settings: Settings
  purchase: Purchase
  fetch: Transport['fetch']
  storage: () => Storage
}

const orderOf = ({ proxy, order }: Settings) => `${proxy} ${order}`

/** The charge that the settings name, or the one that was made for their order before. Only where to look for a payment. */
export function knownCharge(
  { settings, purchase, storage }: Source,
  comesBack = isReturn(purchase),
): string | undefined {
  const { chargeId } = settings
  return (
    chargeId ?? purchase.chargeId ?? storedOrder(storage, orderOf(settings), comesBack)?.chargeId
  )
}

/** True when the payer has reloaded the page, or gone back to it: what is asked then was asked before. */
function isReturn(purchase: Purchase): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return !wasBegun(purchase) && entry !== undefined && entry.type !== 'navigate'
}

/**
 * Loads the deal of the charge that the settings name, created where they have an order. What is offered is always what
 * proxy and service say of it now: a charge that the browser remembers is resumed by the proxy's word alone.
 *
 * @param anew the charge of the order is over: another is created
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
    // So that the next try asks again, with the same key.
    purchase.charge = undefined
    throw cause
  })
  const created = await purchase.charge
  // The shorter variant of the interface answers without the price.
  if (isHere && created.pricing)
    return makeDeal(created, await getDestination(transport, settings, created.id, signal))
  return readDeal(transport, settings, created.id, signal, created)
}

/** The deal of a charge as it is now. `created`: what only its creation tells, such as brand and redirects. */
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

/** Has the proxy make the charge of an order, or resume the one that it made before. */
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
  // Of several elements that wait for it, none takes it away from the others.
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

/** An earlier charge of an order, of which this browser has kept something. */
function earlierOf(storage: () => Storage, name: string, chargeId: string): string | undefined {
  const { chargeId: last, earlier } = readOrder(peek(storage, orderKey(name))) ?? {}
  return [last, earlier].find((one) => one && one !== chargeId && inJournal(storage, one))
}

/** Where to pay; the element's own attributes where the service has no request charge. */
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

/** 128 random bits: crypto.randomUUID is there on secure pages only. */
function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}
