import { isWebUrl } from '../../api/formats.ts'
import type { CheckoutCharge } from '../../api/schemas/charges/checkout-charge.ts'
import type { Payment } from '../../api/schemas/payments/payment.ts'
import type { State } from '../../checkout/state.ts'
import type { ElementSettings } from '../attributes.ts'
import { DelayedRedirect } from './navigate.ts'
import { PayChargeCancelEvent, PayChargeSuccessEvent } from './payment-events.ts'
import { createReceipt } from './receipt/receipt.ts'

/** Ends a checkout: it dispatches the event, and may redirect to the success or cancel URL. */
export class CompletionHandler {
  readonly #element: EventTarget
  readonly #getSettings: () => ElementSettings
  readonly #delayedRedirect: DelayedRedirect
  /** Whether the page has called preventDefault on the success event: then there is no redirect. */
  #wasRedirectPrevented = false

  constructor(element: EventTarget, getSettings: () => ElementSettings, onChange: () => void) {
    this.#element = element
    this.#getSettings = getSettings
    this.#delayedRedirect = new DelayedRedirect(onChange)
  }

  /** Whether the receipt is on the screen and a redirect is about to happen. */
  get isLeaving(): boolean {
    return this.#delayedRedirect.isActive
  }

  #getMerchantName({ organization_name }: CheckoutCharge): string | undefined {
    return this.#getSettings().brandName ?? (organization_name || undefined)
  }

  /** Returns the URL to go to after success, and undefined when there is no redirect. */
  getSuccessUrl(state: State): string | undefined {
    const { redirect, successUrl } = this.#getSettings()
    if (this.#wasRedirectPrevented || redirect === 'none') return undefined
    return toAbsoluteUrl(successUrl) ?? keepWebUrl(getRedirects(state)?.success_url)
  }

  /** Handles a payment that the service has confirmed. Called once for each payment. */
  handleSuccess(state: State, payment: Payment | undefined) {
    if (state.step !== 'paid') return
    const { charge } = state.option
    const event = new PayChargeSuccessEvent(
      charge,
      payment,
      createReceipt(
        state.option,
        state.hash,
        'confirmed',
        state.intent,
        this.#getMerchantName(charge),
      ),
    )
    this.#wasRedirectPrevented = !this.#element.dispatchEvent(event)
    const url = this.getSuccessUrl(state)
    const { redirect, successUrl } = this.#getSettings()
    // A charge may have a success URL and still ask for no automatic redirect.
    const redirectsByItself =
      successUrl || getRedirects(state)?.will_redirect_after_success !== false
    if (url && (redirect ?? 'auto') === 'auto' && redirectsByItself)
      this.#delayedRedirect.start(url)
  }

  handleCancel(state: State) {
    const wasPrevented = !this.#element.dispatchEvent(new PayChargeCancelEvent())
    const { redirect, cancelUrl } = this.#getSettings()
    const url = toAbsoluteUrl(cancelUrl) ?? keepWebUrl(getRedirects(state)?.cancel_url)
    if (url && !wasPrevented && redirect !== 'none') location.assign(url)
  }

  stopRedirect() {
    this.#delayedRedirect.stop()
  }
}

function getRedirects(state: State) {
  return 'option' in state ? state.option?.charge.redirects : undefined
}

/**
 * Returns an attribute's URL as an absolute one; a path is relative to the page. The attribute was checked for
 * http(s).
 */
function toAbsoluteUrl(text: string | undefined): string | undefined {
  return text && new URL(text, document.baseURI).href
}

/** Returns a URL of the service if it may be navigated to, that is, if it is http or https. */
function keepWebUrl(text: string | undefined): string | undefined {
  return text && isWebUrl(text) ? text : undefined
}
