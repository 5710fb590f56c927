import type { CheckoutCharge } from '../api/checkout-charge.ts'
import type { Payment } from '../api/payment.ts'
import type { State } from '../checkout/state.ts'
import { crossing } from './events.ts'
import type { Receipt } from './receipt.ts'

// Events that no page can meet before the payer's first click.

/** A wallet is connected. `chainId` is the chain that it is on, which may not be the charge's yet. */
export class PayChargeConnectEvent extends Event {
  readonly address: string
  readonly chainId: number

  constructor(address: string, chainId: number) {
    super('pay-charge-connect', crossing)
    this.address = address
    this.chainId = chainId
  }
}

/** The transfer was sent, or found on the chain: it has this hash. It is not confirmed yet. */
export class PayChargeSubmitEvent extends Event {
  readonly hash: string

  constructor(hash: string) {
    super('pay-charge-submit', crossing)
    this.hash = hash
  }
}

/** The service has confirmed the payment. preventDefault keeps the page: no redirect. */
export class PayChargeSuccessEvent extends Event {
  readonly charge: CheckoutCharge
  readonly payment: Payment | undefined
  readonly receipt: Receipt

  constructor(charge: CheckoutCharge, payment: Payment | undefined, receipt: Receipt) {
    super('pay-charge-success', { ...crossing, cancelable: true })
    this.charge = charge
    this.payment = payment
    this.receipt = receipt
  }
}

/** The payer gave up before anything was sent. preventDefault keeps the page: no redirect. */
export class PayChargeCancelEvent extends Event {
  constructor() {
    super('pay-charge-cancel', { ...crossing, cancelable: true })
  }
}

/** Tells a page what a move of the checkout means to it, beyond what the first screens tell. */
export function tellMore(element: EventTarget, state: State, before: State) {
  if (before.step === 'connecting' && 'account' in state) {
    element.dispatchEvent(new PayChargeConnectEvent(state.account.address, state.account.chainId))
  }
  if (isSubmit(state, before)) element.dispatchEvent(new PayChargeSubmitEvent(state.hash))
}

/** Returns whether the transfer has got its hash with this move. */
export function isSubmit(
  state: State,
  before: State,
): state is Extract<State, { step: 'recording' }> {
  return state.step === 'recording' && (before.step === 'sending' || before.step === 'unsure')
}

declare global {
  interface HTMLElementEventMap {
    'pay-charge-connect': PayChargeConnectEvent
    'pay-charge-submit': PayChargeSubmitEvent
    'pay-charge-success': PayChargeSuccessEvent
    'pay-charge-cancel': PayChargeCancelEvent
  }
}
