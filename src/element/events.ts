import type { CheckoutCharge } from '../api/schemas/checkout-charge.ts'
import type { State } from '../checkout/state.ts'
import type { PayError } from '../errors.ts'

/** The options of all events: they bubble and cross the shadow root. */
export const crossing = { bubbles: true, composed: true }

/** Fired on every change of state, with the new state. */
export class PayChargeStateEvent extends Event {
  readonly state: State

  constructor(state: State) {
    super('pay-charge-state', crossing)
    this.state = state
  }
}

/** Fired when the charge is loaded and can be paid. */
export class PayChargeReadyEvent extends Event {
  readonly charge: CheckoutCharge

  constructor(charge: CheckoutCharge) {
    super('pay-charge-ready', crossing)
    this.charge = charge
  }
}

/** Fired when something failed. The element shows the error, and what the payer can do. */
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

/** Dispatches the events that follow from a change of state. */
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
