import type { CheckoutCharge } from '../api/checkout-charge.ts'
import { isWebUrl } from '../api/fields.ts'
import type { Payment } from '../api/payment.ts'
import type { State } from '../checkout/state.ts'
import type { Settings } from './attributes.ts'
import { PayChargeCancelEvent, PayChargeSuccessEvent } from './later-events.ts'
import { Leaving } from './leaving.ts'
import { makeReceipt } from './receipt.ts'

/** How a checkout ends: the page is told, and may be left for the address of success or cancel. */
export class Ending {
  readonly #element: EventTarget
  readonly #settings: () => Settings
  readonly #leaving: Leaving
  /** The page has said that it stays. */
  #kept = false

  constructor(element: EventTarget, settings: () => Settings, changed: () => void) {
    this.#element = element
    this.#settings = settings
    this.#leaving = new Leaving(changed)
  }

  /** The receipt is on the screen, and the page is about to be left. */
  get leaving(): boolean {
    return this.#leaving.active
  }

  #shop({ organization_name }: CheckoutCharge): string | undefined {
    return this.#settings().brandName ?? (organization_name || undefined)
  }

  /** Where a payer may go on to; undefined when the page stays. */
  successUrl(state: State): string | undefined {
    const { redirect, successUrl } = this.#settings()
    if (this.#kept || redirect === 'none') return undefined
    return absolute(successUrl) ?? webUrl(redirects(state)?.success_url)
  }

  /** Called once for a payment, when the service has confirmed it. */
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
    // A charge may have an address and yet not want to go there by itself.
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

/** An attribute's address, which was checked for http and https; a path is the page's. */
function absolute(text: string | undefined): string | undefined {
  return text && new URL(text, document.baseURI).href
}

/** An address of the service, if it is one that may be navigated to. */
function webUrl(text: string | undefined): string | undefined {
  return text && isWebUrl(text) ? text : undefined
}
