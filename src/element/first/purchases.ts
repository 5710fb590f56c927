import type { CheckoutChargeReply } from '../../api/schemas/charges/checkout-charge.ts'
import type { PaymentOption } from '../../checkout/quote/payment-option.ts'
import { type ElementSettings, identifyPurchase } from '../attributes.ts'
import type { Checkout } from '../host.ts'

// An order is one purchase per page until it is paid or canceled: all elements that are set up for the same order, or
// the same charge, show one payment. So a framework that unmounts and mounts an element again, or two buttons of one
// cart, never pay twice.
//
// When a purchase is over: once a connected element has dispatched the success event, or the payer has canceled, an
// element that is set up after that (another instance, or one with other attributes) starts another purchase. An
// element that already belongs to the purchase keeps it and continues to show its receipt. If no element was
// connected at the time of the success, the event is kept for the next one.

/** A load that several elements wait for. */
export interface FirstLoad {
  option: Promise<PaymentOption>
  abort: AbortController
  /** The number of elements that wait. */
  waiting: number
}

/** A purchase that the elements of one page share: the charge, and the checkout once it runs. */
export class Purchase {
  readonly key: string
  /** The Idempotency-Key of the charge's creation: however often it is tried, one charge is created. */
  idempotencyKey: string | undefined
  /** The charge that the proxy has created, or resumed, for the order, with its request charge. */
  charge: Promise<CheckoutChargeReply> | undefined
  /** The load of the first offer, while it is under way. */
  firstLoad: FirstLoad | undefined
  /** Whether an offer was loaded on this page before. */
  hasLoaded = false
  /** The charge's id, once the proxy has answered. */
  chargeId: string | undefined
  /** The id of an earlier charge of the order. This browser may know of a payment for it. */
  previousChargeId: string | undefined
  checkout: Checkout | undefined
  /** Callbacks of the elements that show the charge, called when one of them starts to pay. */
  readonly startListeners = new Set<() => void>()
  /** Whether this page has already shown how the purchase ended. */
  isOver = false

  constructor(key: string) {
    this.key = key
  }
}

const purchases = new Map<string, Purchase>()

/** Returns this page's purchase for the given settings: the current one, or a new one. */
export function joinPurchase(settings: ElementSettings): Purchase {
  const key = identifyPurchase(settings)
  const known = purchases.get(key)
  if (known && !known.isOver) return known
  const purchase = new Purchase(key)
  purchases.set(key, purchase)
  return purchase
}

/** Forgets the charge of an order: the next load creates another one. */
export function forgetCharge(purchase: Purchase) {
  purchase.charge = purchase.chargeId = purchase.idempotencyKey = purchase.firstLoad = undefined
}

/**
 * Returns whether this page has created a charge for the same settings before. Then a new request is another
 * purchase.
 */
export function hasStartedBefore({ key }: Purchase): boolean {
  return startedKeys.has(key)
}

/** Remembers that this page has created a charge for these settings. */
export function markStarted({ key }: Purchase) {
  startedKeys.add(key)
}

const startedKeys = new Set<string>()
