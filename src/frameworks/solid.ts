/**
 * `pay-charge/solid`: the types of `<pay-charge>` in JSX of Solid. It has no code.
 *
 * Solid sets properties of a custom element, and makes their names of those with hyphens: write `rpc-urls` for `rpcUrls`,
 * or `prop:rpcUrls`. `attr:` sets an attribute. A listener is `on:` and the event's name.
 *
 * @example
 * import 'pay-charge/define'
 * import type {} from 'pay-charge/solid'
 *
 * const card = <pay-charge charge-id={id()} on:pay-charge-success={({ receipt }) => keep(receipt)} />
 */

import type { JSX } from 'solid-js'
import type {
  KebabCase,
  PayChargeAttributes,
  PayChargeProperties,
  Prefixed,
  WithoutOwn,
} from '../element/element-types.ts'
import type { PayChargeEventMap } from '../element/event-map.ts'
import type { PayCharge } from '../element/pay-charge.ts'

/**
 * The properties by the names that Solid turns into theirs: it lowers all capitals first, so that `chargeId` would set
 * `chargeid`.
 */
type Properties = {
  [Name in keyof PayChargeProperties as KebabCase<Name>]?: PayChargeProperties[Name]
}

/** A listener is a function, or an object with options of addEventListener. */
type Listeners = {
  [Name in keyof PayChargeEventMap as `on:${Name}`]?:
    | JSX.EventHandlerWithOptionsUnion<PayCharge, PayChargeEventMap[Name]>
    | undefined
}

/** The props of `<pay-charge>` in Solid. */
export interface PayChargeProps
  extends WithoutOwn<JSX.HTMLAttributes<PayCharge>>,
    Properties,
    Prefixed<'attr:', PayChargeAttributes>,
    Prefixed<'prop:', PayChargeProperties>,
    Listeners {}

declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'pay-charge': PayChargeProps
    }
  }
}
