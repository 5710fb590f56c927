import { call, type Transport } from '../api/call.ts'
import type { CheckoutCharge, CheckoutDestination } from '../api/checkout-charge.ts'
import { checkoutCharge, checkoutDestination, orderCharge } from '../api/checkout-routes.ts'
import { sleep } from '../api/timing.ts'
import { type Deal, type Destination, makeDeal } from '../checkout/deal.ts'
import { PayError } from '../errors.ts'
import type { Settings } from './attributes.ts'
import { chargeOf, keepOrder } from './order-book.ts'

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

/** Names the creation of an order until it has succeeded: however often it is tried, one charge is made. */
const keys = new Map<string, string>()

const orderOf = ({ proxy, order }: Settings) => `${proxy} ${order}`

/** The charge that the settings name, or the one that was created for their order before. */
export function knownCharge(
  settings: Settings,
  storage: () => Storage,
  comesBack: boolean,
): string | undefined {
  return settings.chargeId ?? chargeOf(storage, orderOf(settings), comesBack)
}

/** Orders that this page made a charge of: what is asked of them again is another purchase. */
const made = new Set<string>()

/** True when the payer has reloaded the page, or gone back to it: what is asked then was asked before. */
function comesBack(order: string): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return !made.has(order) && entry !== undefined && entry.type !== 'navigate'
}

/** The deal of the charge that the settings name, created where they have an order. */
export async function loadDeal(
  settings: Settings,
  fetch: Transport['fetch'],
  storage: () => Storage,
  signal: AbortSignal,
): Promise<Deal> {
  const transport = proxyTransport(settings.proxy, fetch, 2)
  const order = orderOf(settings)
  const known = knownCharge(settings, storage, comesBack(order))
  const destination = (uuid: string) => getDestination(transport, settings, uuid, signal)
  if (known) {
    return makeDeal(
      ...(await Promise.all([getCharge(transport, known, signal), destination(known)])),
    )
  }
  const idempotencyKey = keys.get(order) ?? randomKey()
  keys.set(order, idempotencyKey)
  const input = { body: JSON.parse(settings.order ?? ''), idempotencyKey, signal }
  const { data: created } = (await call(transport, orderCharge, input)).data
  keepOrder(storage, order, created.id)
  // The shorter variant of the interface answers without the price.
  const rest = created.pricing ? {} : await getCharge(transport, created.id, signal)
  const deal = makeDeal({ ...created, ...rest }, await destination(created.id))
  // What is asked from now on is another purchase.
  keys.delete(order)
  made.add(order)
  return deal
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
