import { createHash, randomUUID } from 'node:crypto'
import type { Client } from '../../src/api/client/client.ts'
import { createPayProxy, type PayProxy } from '../../src/proxy.ts'
import { readOrder, type Till, toCharge } from './order.ts'
import type { Orders, PlacedOrder } from './orders.ts'
import { brandName } from './pages/layout.ts'
import type { Protection } from './protection.ts'

/** Both ways to buy end in an order with a charge. */
export interface PurchaseOptions {
  /** The service, and the key that never reaches a browser. */
  service: { url: string; apiKey: string; client: Client }
  till: Till
  orders: Orders
  protection: Protection
}

/** Tells the IP address that a request came from, so that each payer is limited by themselves. */
export type AddressOf = (request: Request) => string | undefined

/**
 * By charge-id: the backend makes the charge itself, and its page shows it.
 *
 * @throws OrderError for an order that cannot be, PayError when the service makes no charge
 */
export async function buy(given: unknown, origin: string, options: PurchaseOptions) {
  const { service, till, orders } = options
  const order = { ...readOrder(given, till), id: randomUUID() }
  const settings = { idempotencyKey: order.id }
  const charge = await service.client.createCharge(toCharge(order, origin, till), settings)
  const placed: PlacedOrder = { ...order, chargeId: charge.id }
  orders.add(placed)
  return placed
}

/** By order: the element asks the proxy for a charge, and this says what it costs. */
export function createProxy(
  { service, till, orders, protection }: PurchaseOptions,
  clientAddress: AddressOf,
): PayProxy {
  return createPayProxy({
    clientAddress,
    baseUrl: service.url,
    apiKey: service.apiKey,
    quoteKey: protection.privateQuoteKey,
    recipients: [protection.recipients],
    merchantName: brandName,
    createCharge: (given, request) => {
      const order = { ...readOrder(given, till), id: orderId(request) }
      return toCharge(order, new URL(request.url).origin, till)
    },
    onCharge: ({ id, metadata }) => {
      const { order } = metadata as { order: Omit<PlacedOrder, 'chargeId'> }
      orders.add({ ...order, chargeId: id })
    },
  })
}

/**
 * The same for a request that is repeated with its Idempotency-Key: the service refuses a key that
 * comes back with another charge. A hash, since the key itself is the browser's secret.
 */
function orderId(request: Request): string {
  const key = request.headers.get('idempotency-key')
  if (!key) return randomUUID()
  const hex = createHash('sha256').update(key).digest('hex')
  // RFC 9562 section 5.8: version 8 is for ids made in a way of one's own.
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
