import type { PayChargeErrorEvent, PayChargeReadyEvent, PayChargeStateEvent } from './events.ts'
import type {
  PayChargeCancelEvent,
  PayChargeConnectEvent,
  PayChargeMisdirectedEvent,
  PayChargeSubmitEvent,
  PayChargeSuccessEvent,
} from './lazy-events.ts'

/** The events of `<pay-charge>`: the class of each by its name. */
export interface PayChargeEventMap {
  'pay-charge-state': PayChargeStateEvent
  'pay-charge-ready': PayChargeReadyEvent
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
