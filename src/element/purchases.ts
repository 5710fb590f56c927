import type { CheckoutCharge } from '../api/checkout-charge.ts'
import type { Settings } from './attributes.ts'
import type { Checkout } from './checkout-chunk.ts'

// An order is one purchase per page until it is paid or canceled, whoever mounts it: elements that are set up for the same
// order, or the same charge, show one payment. So a framework that unmounts and mounts anew, or two buttons of one cart,
// never pay twice.
//
// The rule of when it is over: once a connected element has been told of the success, or the payer has canceled, an element
// that is set up after that (another instance, or one with other attributes) begins another purchase. An element that
// belongs to the purchase already keeps it and goes on to show its receipt. A success that no connected element could hear
// is kept for the next one.

/** What elements of one page share: the charge, and the payment once it runs. */
export class Purchase {
  readonly key: string
  /** Names the creation of the charge until it has succeeded: however often it is tried, one is made. */
  idempotencyKey: string | undefined
  /** The charge that the proxy has made, or resumed, for the order. */
  charge: Promise<CheckoutCharge> | undefined
  /** The same, once it is there. */
  chargeId: string | undefined
  /** An earlier charge of the order, of which this browser may know a payment. */
  earlier: string | undefined
  checkout: Checkout | undefined
  /** Elements that show the charge, and are told when one of them begins to pay. */
  readonly waiting = new Set<() => void>()
  /** True once this page has shown how the purchase has ended. */
  isOver = false

  constructor(key: string) {
    this.key = key
  }
}

const purchases = new Map<string, Purchase>()

/** Returns the purchase that these settings mean, of this page: the one that goes on, or a new one. */
export function joinPurchase({ proxy, chargeId, order, destination }: Settings): Purchase {
  const key = JSON.stringify([proxy, chargeId, order, destination])
  const known = purchases.get(key)
  if (known && !known.isOver) return known
  const purchase = new Purchase(key)
  purchases.set(key, purchase)
  return purchase
}

/** True when this page has begun a purchase of it before: what is asked again then is another one. */
export function wasBegun({ key }: Purchase): boolean {
  return begun.has(key)
}

/** Remembers that a charge was made in this page. */
export function markBegun({ key }: Purchase) {
  begun.add(key)
}

const begun = new Set<string>()
