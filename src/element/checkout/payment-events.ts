import type { CheckoutCharge } from '../../api/schemas/charges/checkout-charge.ts'
import type { Payment } from '../../api/schemas/payments/payment.ts'
import type { PaymentOption } from '../../checkout/quote/payment-option.ts'
import type { State } from '../../checkout/state.ts'
import { logFault } from '../../errors.ts'
import { crossingEventInit } from '../events.ts'
import type { Receipt } from './receipt/receipt.ts'

// Events that cannot be fired before the payer's first click.

/**
 * Fired when the payer wants to pay, before any request to a wallet. Call preventDefault to stop it, such as while the cart is
 * checked; `pay()` then starts it again.
 */
export class PayChargeBeforePayEvent extends Event {
  /** The payment to be made: `charge`, and in `quote` the amount, token, chain and recipient. */
  readonly option: PaymentOption

  constructor(option: PaymentOption) {
    super('pay-charge-before-pay', { ...crossingEventInit, cancelable: true })
    this.option = option
  }
}

/** Fired when a wallet is chosen, and is asked to connect. */
export class PayChargeWalletEvent extends Event {
  /** The wallet's name as the payer reads it. */
  readonly name: string

  constructor(name: string) {
    super('pay-charge-wallet', crossingEventInit)
    this.name = name
  }
}

/** Fired when the payer leaves for a wallet app by a link. The page may be hidden until the payer comes back. */
export class PayChargeLeaveEvent extends Event {
  /** The app's name; undefined where the device chooses the app. */
  readonly name: string | undefined

  constructor(name: string | undefined) {
    super('pay-charge-leave', crossingEventInit)
    this.name = name
  }
}

/** Dispatches the event of a click on a link to a wallet app. It leaves the shadow root as the element's own. */
export function noteLeaving({ currentTarget }: Event, name?: string) {
  currentTarget?.dispatchEvent(new PayChargeLeaveEvent(name))
}

/** Fired when the dialog has opened (`mode="dialog"`). */
export class PayChargeOpenEvent extends Event {
  constructor() {
    super('pay-charge-open', crossingEventInit)
  }
}

/** Fired when the dialog has closed. A payment in progress continues. */
export class PayChargeCloseEvent extends Event {
  constructor() {
    super('pay-charge-close', crossingEventInit)
  }
}

/** Fired when a wallet is connected. `chainId` is the wallet's current chain, which may not be the charge's yet. */
export class PayChargeConnectEvent extends Event {
  readonly address: string
  readonly chainId: number

  constructor(address: string, chainId: number) {
    super('pay-charge-connect', crossingEventInit)
    this.address = address
    this.chainId = chainId
  }
}

/** Fired when the transfer was sent, or found on the chain, and has a hash. It is not confirmed yet. */
export class PayChargeSubmitEvent extends Event {
  readonly hash: string

  constructor(hash: string) {
    super('pay-charge-submit', crossingEventInit)
    this.hash = hash
  }
}

/** Fired when the service has confirmed the payment. Call preventDefault to prevent the redirect. */
export class PayChargeSuccessEvent extends Event {
  readonly charge: CheckoutCharge
  /**
   * The service's answer to the report. Undefined if the service had seen the payment before this page reported it, such as after a
   * reload; `receipt` always has the transaction's hash.
   */
  readonly payment: Payment | undefined
  readonly receipt: Receipt

  constructor(charge: CheckoutCharge, payment: Payment | undefined, receipt: Receipt) {
    super('pay-charge-success', { ...crossingEventInit, cancelable: true })
    this.charge = charge
    this.payment = payment
    this.receipt = receipt
  }
}

/** Fired when the payer canceled before anything was sent. Call preventDefault to prevent the redirect. */
export class PayChargeCancelEvent extends Event {
  constructor() {
    super('pay-charge-cancel', { ...crossingEventInit, cancelable: true })
  }
}

/**
 * Fired when the page's own node (`rpcUrls`) shows that the wallet sent the money to another address than requested. The payer is
 * warned too. Fired again after a reload of the page.
 */
export class PayChargeMisdirectedEvent extends Event {
  readonly hash: string
  /** The transfer that the wallet was asked for. */
  readonly expected: MisdirectedTransfer
  /** The transfer that the transaction makes instead. */
  readonly actual: MisdirectedTransfer

  constructor(hash: string, expected: MisdirectedTransfer, actual: MisdirectedTransfer) {
    super('pay-charge-misdirected', crossingEventInit)
    this.hash = hash
    this.expected = expected
    this.actual = actual
  }
}

/** A transfer that a wallet was asked for, or that it made. */
export interface MisdirectedTransfer {
  /** The EIP-155 chain id. */
  readonly chainId: number
  /** The token's address; the zero address for native currency. */
  readonly tokenAddress: string
  readonly recipient: string
  /** Base units of the token. */
  readonly amount: bigint
}

/** Dispatches the further events that follow from a change of state, after the first screens. */
export function dispatchPaymentEvents(element: EventTarget, state: State, previousState: State) {
  if (state.step === 'connecting' && previousState.step !== 'connecting')
    element.dispatchEvent(new PayChargeWalletEvent(state.wallet.name))
  if (previousState.step === 'connecting' && 'account' in state) {
    element.dispatchEvent(new PayChargeConnectEvent(state.account.address, state.account.chainId))
  }
  // Of a property: the payer reads only that the payment isn't set up correctly.
  if ('notice' in state && state.notice?.code === 'invalid_attribute')
    logFault(state.notice.message, 'attributes.md#properties')
  if (wasJustSubmitted(state, previousState))
    element.dispatchEvent(new PayChargeSubmitEvent(state.hash))
  if (state.step === 'misdirected' && previousState.step !== 'misdirected')
    element.dispatchEvent(createMisdirectedEvent(state))
}

function createMisdirectedEvent({
  hash,
  intent,
  misdirection,
}: Extract<State, { step: 'misdirected' }>): PayChargeMisdirectedEvent {
  const { chainId, token, recipient, amount } = intent.quote
  const expected = { chainId, tokenAddress: token.address, recipient, amount }
  const { token: tokenAddress, ...transfer } = misdirection
  return new PayChargeMisdirectedEvent(hash, expected, { chainId, tokenAddress, ...transfer })
}

/** Returns whether the transfer got its hash with this change of state. */
export function wasJustSubmitted(
  state: State,
  previousState: State,
): state is Extract<State, { step: 'reporting' }> {
  return (
    state.step === 'reporting' &&
    (previousState.step === 'sending' || previousState.step === 'unknownOutcome')
  )
}
