import { isWebUrl } from '../../api/formats.ts'
import type { CheckoutCharge } from '../../api/schemas/charges/checkout-charge.ts'
import type { Payment } from '../../api/schemas/payments/payment.ts'
import type { State } from '../../checkout/state.ts'
import { getOption } from '../../checkout/steps.ts'
import type { ElementContext, RedirectAfterPayment } from '../first/context.ts'
import { readItem } from '../first/order-storage.ts'
import { PayChargeCancelEvent, PayChargeSuccessEvent } from './payment-events.ts'
import { createReceipt } from './receipt/receipt.ts'

/** How long the payer sees the receipt before the redirect. */
const receiptSeenMs = 3000
const tickMs = 250

/**
 * What this tab has done with the success of a charge: told it, and perhaps not gone to the store yet. It outlives a reload, and a tab
 * that a phone has dropped in the background; other tabs do not see it.
 */
type Told = 'told' | 'leaving'

const getToldKey = (chargeId: string) => `pay-charge.success.${chargeId}`

const readTold = (chargeId: string) => readItem(() => sessionStorage, getToldKey(chargeId))

function writeTold(chargeId: string, told: Told) {
  try {
    sessionStorage.setItem(getToldKey(chargeId), told)
  } catch {
    // The button is still there.
  }
}

/**
 * Ends a payment in an element: it dispatches the event, and may redirect to the success or cancel URL. After success it
 * waits until the payer has seen the receipt for a while, also across a reload. Time in a hidden tab does not count.
 */
export class ElementRedirect implements RedirectAfterPayment {
  readonly #context: Pick<ElementContext, 'settings' | 'requestUpdate'> & { element: EventTarget }
  #timer: ReturnType<typeof setInterval> | undefined
  /** The charge that it leaves for the store. */
  #chargeId = ''
  /** Whether the page has called preventDefault on the success event: then there is no redirect. */
  #wasPrevented = false

  constructor(
    context: Pick<ElementContext, 'settings' | 'requestUpdate'> & { element: EventTarget },
  ) {
    this.#context = context
  }

  get isLeaving(): boolean {
    return this.#timer !== undefined
  }

  #getMerchantName({ organization_name }: CheckoutCharge): string | undefined {
    return this.#context.settings.brandName ?? (organization_name || undefined)
  }

  getSuccessUrl(state: State): string | undefined {
    const { redirect, successUrl } = this.#context.settings
    if (this.#wasPrevented || redirect === 'none') return undefined
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
    this.#wasPrevented = !this.#context.element.dispatchEvent(event)
    writeTold(charge.id, 'leaving')
    this.#leave(state)
  }

  /** Goes on where an earlier page of this tab was about to leave. Called for each state; the event is not dispatched again. */
  resume(state: State) {
    if (state.step !== 'paid' || !state.wasPaidBefore || this.#timer) return
    if (readTold(state.option.charge.id) === 'leaving') this.#leave(state)
  }

  wasTold(state: State): boolean {
    return state.step === 'paid' && readTold(state.option.charge.id) !== null
  }

  handleCancel(state: State) {
    const wasPrevented = !this.#context.element.dispatchEvent(new PayChargeCancelEvent())
    const { redirect, cancelUrl } = this.#context.settings
    const url = toAbsoluteUrl(cancelUrl) ?? keepWebUrl(getRedirects(state)?.cancel_url)
    if (url && !wasPrevented && redirect !== 'none') location.assign(url)
  }

  /** Goes to the store after a while, where charge and settings say so. */
  #leave(state: Extract<State, { step: 'paid' }>) {
    clearInterval(this.#timer)
    const { id } = state.option.charge
    this.#chargeId = id
    const url = this.getSuccessUrl(state)
    const { redirect, successUrl } = this.#context.settings
    // A charge may have a success URL and still ask for no automatic redirect.
    const redirectsByItself =
      successUrl || getRedirects(state)?.will_redirect_after_success !== false
    if (!url || (redirect ?? 'auto') !== 'auto' || !redirectsByItself) return this.stop()
    let seenMs = 0
    this.#timer = setInterval(() => {
      if (document.visibilityState === 'visible') seenMs += tickMs
      if (seenMs < receiptSeenMs) return
      // Another element of the page may have gone, or its payer has chosen to stay.
      const isStaying = readTold(id) === 'told'
      this.stay()
      if (!isStaying) location.assign(url)
    }, tickMs)
    this.#context.requestUpdate()
  }

  stay() {
    writeTold(this.#chargeId, 'told')
    this.stop()
  }

  stop() {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#context.requestUpdate()
  }
}

function getRedirects(state: State) {
  return getOption(state)?.charge.redirects
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
