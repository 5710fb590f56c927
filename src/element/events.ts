import type { CheckoutCharge } from '../api/checkout-charge.ts'
import type { State } from '../checkout/state.ts'
import type { PayError } from '../errors.ts'

/** Bubbles, and leaves the shadow root. */
export const crossing = { bubbles: true, composed: true }

/** Every move of the element, with the state it moved to. */
export class PayChargeStateEvent extends Event {
  readonly state: State

  constructor(state: State) {
    super('pay-charge-state', crossing)
    this.state = state
  }
}

/** The charge is there and can be paid. */
export class PayChargeReadyEvent extends Event {
  readonly charge: CheckoutCharge

  constructor(charge: CheckoutCharge) {
    super('pay-charge-ready', crossing)
    this.charge = charge
  }
}

/** Something failed; the element shows it, with a way out. */
export class PayChargeErrorEvent extends Event {
  readonly error: PayError

  constructor(error: PayError) {
    super('pay-charge-error', crossing)
    this.error = error
  }

  get code() {
    return this.error.code
  }

  get message() {
    return this.error.message
  }

  get retryable() {
    return this.error.retryable
  }
}

/** Tells a page what a move of the checkout means to it. */
export function tell(element: EventTarget, state: State, before: State) {
  element.dispatchEvent(new PayChargeStateEvent(state))
  if (before.step === 'loading' && (state.step === 'ready' || state.step === 'amount')) {
    element.dispatchEvent(new PayChargeReadyEvent(state.deal.charge))
  }
  const error = errorOf(state)
  if (error && error !== errorOf(before)) element.dispatchEvent(new PayChargeErrorEvent(error))
}

function errorOf(state: State): PayError | undefined {
  if ('error' in state) return state.error
  if ('notice' in state) return state.notice
  return 'trouble' in state ? state.trouble : undefined
}

declare global {
  interface HTMLElementEventMap {
    'pay-charge-state': PayChargeStateEvent
    'pay-charge-ready': PayChargeReadyEvent
    'pay-charge-error': PayChargeErrorEvent
  }
}
