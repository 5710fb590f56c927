import type { CheckoutCharge } from '../api/schemas/charges/checkout-charge.ts'
import type { State } from '../checkout/state.ts'
import type { PayError, PayErrorCode } from '../errors.ts'

/** The options of all events: they bubble and cross the shadow root. */
export const crossingEventInit = { bubbles: true, composed: true }

/** Fired on every change of state, with the new state. */
export class PayChargeStateEvent extends Event {
  readonly state: State

  constructor(state: State) {
    super('pay-charge-state', crossingEventInit)
    this.state = state
  }
}

/** Fired when the charge is loaded and can be paid. */
export class PayChargeReadyEvent extends Event {
  readonly charge: CheckoutCharge

  constructor(charge: CheckoutCharge) {
    super('pay-charge-ready', crossingEventInit)
    this.charge = charge
  }
}

/** Fired when something failed. The element shows the error, and the payer's next step. */
export class PayChargeErrorEvent extends Event {
  readonly error: PayError

  constructor(error: PayError) {
    super('pay-charge-error', crossingEventInit)
    this.error = error
  }

  get code(): PayErrorCode {
    return this.error.code
  }

  get message(): string {
    return this.error.message
  }

  get retryable(): boolean {
    return this.error.retryable
  }
}

/** Dispatches the events that follow from a change of state. */
export function dispatchStateEvents(element: EventTarget, state: State, previousState: State) {
  element.dispatchEvent(new PayChargeStateEvent(state))
  if (
    previousState.step === 'loading' &&
    (state.step === 'ready' || state.step === 'enteringAmount')
  ) {
    element.dispatchEvent(new PayChargeReadyEvent(state.option.charge))
  }
  const error = getStateError(state)
  // Each attempt to read or report a payment creates an error, even for a single failure.
  if (error && error.message !== getStateError(previousState)?.message)
    element.dispatchEvent(new PayChargeErrorEvent(error))
}

function getStateError(state: State): PayError | undefined {
  if ('error' in state) return state.error
  // A mistyped transaction is explained next to the field. Nothing has failed.
  if (state.step === 'externalPayment' && state.notice?.code === 'payment_failed') return undefined
  if ('notice' in state) return state.notice
  return 'lastError' in state ? state.lastError : undefined
}
