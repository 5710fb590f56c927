/**
 * `pay-charge/vue`: the types of `<pay-charge>` in templates of Vue 3. It has no code.
 *
 * Vue sets the element's properties as properties, and the rest as attributes; `.prop` and `.attr` choose explicitly.
 *
 * @example
 * <script setup lang="ts">
 * import 'pay-charge/define'
 * import type {} from 'pay-charge/vue'
 * </script>
 * <template>
 *   <pay-charge :charge-id="id" @pay-charge-success="({ receipt }) => keep(receipt)" />
 * </template>
 */

import type { HTMLAttributes, PublicProps } from 'vue'
import type {
  PascalCase,
  PayChargeListener,
  PayChargeOwnProps,
  WithoutOwn,
} from '../element/element-types.ts'
import type { PayChargeEventMap } from '../element/event-map.ts'
import type { PayCharge } from '../element/pay-charge.ts'

/** The props of `<pay-charge>` in Vue. */
export interface PayChargeProps
  extends WithoutOwn<HTMLAttributes>,
    Omit<PublicProps, keyof HTMLAttributes>,
    PayChargeOwnProps,
    Listeners {}

/** The listeners as Vue passes them to a component: `onPayChargeSuccess`. */
type Listeners = {
  [Name in keyof PayChargeEventMap as `on${PascalCase<Name>}`]?: PayChargeListener<Name> | undefined
}

type UnionToIntersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  value: infer Intersection,
) => void
  ? Intersection
  : never

/** One overload of `$emit` for each event, from which Vue's tools take the types of listeners. */
type Emit = UnionToIntersection<
  {
    [Name in keyof PayChargeEventMap]: (
      name: Name,
      ...event: Parameters<PayChargeListener<Name>>
    ) => void
  }[keyof PayChargeEventMap]
>

/** The element as Vue's tools see a component. */
export type PayChargeComponent = new () => PayCharge & { $props: PayChargeProps; $emit: Emit }

declare module 'vue' {
  interface GlobalComponents {
    'pay-charge': PayChargeComponent
  }
  // Vue leaves it out, because its own slots work differently. Children in a slot of <pay-charge> need it.
  interface HTMLAttributes {
    slot?: string | undefined
  }
}
