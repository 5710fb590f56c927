import type { CheckoutCharge } from '../api/schemas/checkout-charge.ts'
import { isWebUrl } from '../api/schemas/fields.ts'
import type { Payment } from '../api/schemas/payment.ts'
import type { State } from '../checkout/state.ts'
import type { Settings } from './attributes.ts'
import { PayChargeCancelEvent, PayChargeSuccessEvent } from './lazy-events.ts'
import { Leaving } from './navigate.ts'
import { makeReceipt } from './receipt/receipt.ts'

/** Ends a checkout: it dispatches the event, and may redirect to the success or cancel URL. */
export class Ending {
  readonly #element: EventTarget
  readonly #settings: () => Settings
  readonly #leaving: Leaving
  /** Whether the page has called preventDefault on the success event: then there is no redirect. */
  #kept = false

  constructor(element: EventTarget, settings: () => Settings, changed: () => void) {
    this.#element = element
    this.#settings = settings
    this.#leaving = new Leaving(changed)
  }

  /** Whether the receipt is on the screen and a redirect is about to happen. */
  get leaving(): boolean {
    return this.#leaving.active
  }

  #shop({ organization_name }: CheckoutCharge): string | undefined {
    return this.#settings().brandName ?? (organization_name || undefined)
  }

  /** Returns the URL to go to after success, and undefined when there is no redirect. */
  successUrl(state: State): string | undefined {
    const { redirect, successUrl } = this.#settings()
    if (this.#kept || redirect === 'none') return undefined
    return absolute(successUrl) ?? webUrl(redirects(state)?.success_url)
  }

  /** Handles a payment that the service has confirmed. Called once for each payment. */
  succeed(state: State, payment: Payment | undefined) {
    if (state.step !== 'paid') return
    const { charge } = state.deal
    const event = new PayChargeSuccessEvent(
      charge,
      payment,
      makeReceipt(state.deal, state.hash, 'confirmed', state.intent, this.#shop(charge)),
    )
    this.#kept = !this.#element.dispatchEvent(event)
    const url = this.successUrl(state)
    const { redirect, successUrl } = this.#settings()
    // A charge may have a success URL and still ask for no automatic redirect.
    const willing = successUrl || redirects(state)?.will_redirect_after_success !== false
    if (url && (redirect ?? 'auto') === 'auto' && willing) this.#leaving.start(url)
  }

  cancel(state: State) {
    const kept = !this.#element.dispatchEvent(new PayChargeCancelEvent())
    const { redirect, cancelUrl } = this.#settings()
    const url = absolute(cancelUrl) ?? webUrl(redirects(state)?.cancel_url)
    if (url && !kept && redirect !== 'none') location.assign(url)
  }

  stay() {
    this.#leaving.stop()
  }
}

function redirects(state: State) {
  return 'deal' in state ? state.deal?.charge.redirects : undefined
}

/**
 * Returns an attribute's URL as an absolute one; a path is relative to the page. The attribute was checked for
 * http(s).
 */
function absolute(text: string | undefined): string | undefined {
  return text && new URL(text, document.baseURI).href
}

/** Returns a URL of the service if it may be navigated to, that is, if it is http or https. */
function webUrl(text: string | undefined): string | undefined {
  return text && isWebUrl(text) ? text : undefined
}
