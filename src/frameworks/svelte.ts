/**
 * `pay-charge/svelte`: the types of `<pay-charge>` in templates of Svelte 5. It has no code.
 *
 * Svelte sets the element's properties as properties, and the rest as attributes. A listener is `on` and the event's name.
 *
 * @example
 * <script lang="ts">
 *   import 'pay-charge/define'
 *   import type {} from 'pay-charge/svelte'
 * </script>
 * <pay-charge chargeId={id} onpay-charge-success={({ receipt }) => keep(receipt)}></pay-charge>
 */

import type { HTMLAttributes } from 'svelte/elements'
import type { PayChargeListeners, PayChargeOwnProps, WithoutOwn } from '../element/element-types.ts'
import type { PayCharge } from '../element/pay-charge.ts'

/** The attributes of `<pay-charge>` in Svelte. `on:` is how Svelte 4 listens. */
export interface PayChargeProps
  extends WithoutOwn<HTMLAttributes<PayCharge>>,
    PayChargeOwnProps,
    PayChargeListeners<'on'>,
    PayChargeListeners<'on:'> {}

// svelteHTML, which checks templates, extends this interface.
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'pay-charge': PayChargeProps
  }
}
