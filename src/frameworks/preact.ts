/**
 * `pay-charge/preact`: the types of `<pay-charge>` in JSX of Preact. It has no code.
 *
 * Preact sets the element's properties as properties, and the rest as attributes. A listener is `on` and the event's name.
 *
 * @example
 * import 'pay-charge/define'
 * import type {} from 'pay-charge/preact'
 *
 * const card = <pay-charge chargeId={id} onpay-charge-success={({ receipt }) => keep(receipt)} />
 */

import type { HTMLAttributes } from 'preact'
import type { PayChargeListeners, PayChargeOwnProps, WithoutOwn } from '../element/element-types.ts'
import type { PayCharge } from '../element/pay-charge.ts'

/** The props of `<pay-charge>` in Preact. */
export interface PayChargeProps
  extends WithoutOwn<HTMLAttributes<PayCharge>>,
    PayChargeOwnProps,
    PayChargeListeners<'on'> {}

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'pay-charge': PayChargeProps
    }
  }
}
