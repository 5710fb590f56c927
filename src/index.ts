/** `pay-charge`: the npm entry for the browser. It defines no element; `pay-charge/define` does. */

export type { State } from './checkout/state.ts'
export type { MisdirectedTransfer } from './element/checkout/payment-events.ts'
export {
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
} from './element/checkout/payment-events.ts'
export type { Receipt } from './element/checkout/receipt/receipt.ts'
export type { PayChargeAttributes } from './element/element-types.ts'
export type { PayChargeEventMap } from './element/event-map.ts'
export {
  PayChargeErrorEvent,
  PayChargeReadyEvent,
  PayChargeStateEvent,
} from './element/events.ts'
export { PayCharge } from './element/pay-charge.ts'
export { PayError, type PayErrorCode } from './errors.ts'
