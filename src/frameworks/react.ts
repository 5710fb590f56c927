/**
 * `pay-charge/react`: the types of `<pay-charge>` in JSX of React 19. It has no code.
 *
 * React 19 sets what the element has as a property, and the rest as attributes. A listener is `on` and the event's name.
 *
 * @example
 * import 'pay-charge/define'
 * import type {} from 'pay-charge/react'
 *
 * const card = <pay-charge chargeId={id} onpay-charge-success={({ receipt }) => keep(receipt)} />
 */

import type { ClassAttributes, HTMLAttributes } from 'react'
import type { PayChargeListeners, PayChargeOwnProps, WithoutOwn } from '../element/element-types.ts'
import type { PayCharge } from '../element/pay-charge.ts'

/** The props of `<pay-charge>` in React. */
export interface PayChargeProps
  extends WithoutOwn<HTMLAttributes<PayCharge>>,
    ClassAttributes<PayCharge>,
    PayChargeOwnProps,
    PayChargeListeners<'on'> {
  /** Custom elements take `class` too. */
  class?: string | undefined
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'pay-charge': PayChargeProps
    }
  }
}
