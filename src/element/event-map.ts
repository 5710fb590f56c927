import type {
  PayChargeBeforePayEvent,
  PayChargeCancelEvent,
  PayChargeCloseEvent,
  PayChargeConnectEvent,
  PayChargeLeaveEvent,
  PayChargeMisdirectedEvent,
  PayChargeOpenEvent,
  PayChargeSubmitEvent,
  PayChargeSuccessEvent,
  PayChargeWalletEvent,
} from './checkout/payment-events.ts'
import type { PayChargeErrorEvent, PayChargeReadyEvent, PayChargeStateEvent } from './events.ts'

/** The events of `<pay-charge>`: the class of each by its name. */
export interface PayChargeEventMap {
  'pay-charge-state': PayChargeStateEvent
  'pay-charge-ready': PayChargeReadyEvent
  'pay-charge-before-pay': PayChargeBeforePayEvent
  'pay-charge-wallet': PayChargeWalletEvent
  'pay-charge-leave': PayChargeLeaveEvent
  'pay-charge-open': PayChargeOpenEvent
  'pay-charge-close': PayChargeCloseEvent
  'pay-charge-connect': PayChargeConnectEvent
  'pay-charge-submit': PayChargeSubmitEvent
  'pay-charge-success': PayChargeSuccessEvent
  'pay-charge-cancel': PayChargeCancelEvent
  'pay-charge-misdirected': PayChargeMisdirectedEvent
  'pay-charge-error': PayChargeErrorEvent
}

// They bubble and cross shadow roots, so a page may listen to them on any element, its document or its window.
declare global {
  interface HTMLElementEventMap extends PayChargeEventMap {}
  interface DocumentEventMap extends PayChargeEventMap {}
  interface WindowEventMap extends PayChargeEventMap {}
}
