/** The script-tag entry: it defines <pay-charge> and does nothing else. */

// The first, so that the charge is on its way while the rest is evaluated.
import './element/first/request-early.ts'
import { definePayCharge } from './element/define.ts'

export type * from './element/checkout/payment-events.ts'
// The types of the element and its events: they come with the import, like those of built-in elements.
export type * from './element/event-map.ts'
export type * from './element/events.ts'
export type { PayCharge } from './element/pay-charge.ts'

definePayCharge()
