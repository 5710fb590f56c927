import { formatAmount, parseAmount } from '../../src/amount.ts'
import { nativeAddress } from '../../src/api/formats.ts'
import { type NewCharge, OrderError } from '../../src/proxy.ts'
import type { DemoToken } from '../chain/deploy.ts'
import { dollars, findProduct, type Product, products } from './catalogue.ts'

/** What somebody buys, and in which money. */
export interface Order {
  sku: string
  quantity: number
  /** Symbol of the money it is paid in. */
  token: string
}

/** What the shop takes. */
export interface Till {
  chainId: number
  /** Each worth a dollar; the first is what an order without a token is paid in. */
  tokens: readonly DemoToken[]
}

/** Nobody needs more bowls. */
export const most = 9
/** Dollars for one ether. A real shop would ask a price feed; a demo's price stands still. */
export const etherPrice = 2_000n
const ether = 'ETH'

/** Symbols of the money the shop takes, its favourite first. */
export function currencies({ tokens }: Till): string[] {
  return [...tokens.map(({ symbol }) => symbol), ether]
}

/**
 * Reads the order of a browser, which may be anything.
 *
 * @throws OrderError that names the field and says what would be right
 */
export function readOrder(given: unknown, till: Till): Order {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new OrderError('Send an order such as {"sku":"bowl","quantity":1}.', { field: 'order' })
  }
  const { sku, quantity = 1, token = currencies(till)[0] } = given as Record<string, unknown>
  if (typeof sku !== 'string' || !findProduct(sku)) {
    const all = products.map((product) => product.sku).join(' or ')
    throw new OrderError(`There is no such product: sku must be ${all}.`, { field: 'sku' })
  }
  if (!Number.isInteger(quantity) || Number(quantity) < 1 || Number(quantity) > most) {
    throw new OrderError(`quantity must be a whole number from 1 to ${most}.`, {
      field: 'quantity',
    })
  }
  if (typeof token !== 'string' || !currencies(till).includes(token)) {
    const all = currencies(till).join(', ')
    throw new OrderError(`token must be one of ${all}.`, { field: 'token' })
  }
  return { sku, quantity: Number(quantity), token }
}

/** The product of an order that {@link readOrder} has read. */
export function productOf({ sku }: Order): Product {
  const product = findProduct(sku)
  if (!product) throw new RangeError(`There is no product ${sku}.`)
  return product
}

/** What an order costs, in dollars with two places. */
export function total(order: Order): string {
  return dollars(productOf(order).price * BigInt(order.quantity))
}

/** What an order costs in its own money, as payers read it. */
export function totalInToken(order: Order): string {
  return tokenText(order.token === ether ? inEther(order) : total(order), order.token)
}

/** An amount with its symbol; dollars have two places at least: `34.50 DUSD`, `0.01725 ETH`. */
export function tokenText(amount: string, symbol: string): string {
  if (symbol === ether) return `${amount} ${symbol}`
  const [whole, places = ''] = amount.split('.')
  return `${whole}.${places.padEnd(2, '0')} ${symbol}`
}

/** The charge that pays an order. It comes back to `/orders/{id}` of the shop at `origin`. */
export function toCharge(order: Order & { id: string }, origin: string, till: Till): NewCharge {
  const requestProps = destination(order, till)
  const product = productOf(order)
  return {
    pricing_type: 'fixed_price',
    local_price: { amount: total(order), currency: 'USD' },
    name: `Order ${order.id.slice(0, 8)}`,
    line_items: [
      { name: product.name, quantity: order.quantity, unit_amount: dollars(product.price) },
    ],
    metadata: { order },
    redirect_url: `${origin}/orders/${order.id}/success`,
    cancel_url: `${origin}/orders/${order.id}/cancel`,
    ...(requestProps && { requestProps }),
  }
}

/** Only what differs from the account's receiving wallet, which holds the rest. */
function destination(order: Order, { chainId, tokens }: Till): NewCharge['requestProps'] {
  const chain = { chainId: String(chainId) }
  if (order.token === ether) {
    // Ether is worth no dollar, so the shop itself says how much of it.
    const tokenAmount = inEther(order)
    return { ...chain, tokenType: 'NATIVE', tokenAddress: nativeAddress, tokenAmount }
  }
  const token = tokens.find(({ symbol }) => symbol === order.token)
  if (!token || token === tokens[0]) return undefined
  return { ...chain, tokenAddress: token.address }
}

/** Exact: a cent is a whole number of wei at this price. */
function inEther(order: Order): string {
  return formatAmount(parseAmount(total(order), 18) / etherPrice, 18)
}
