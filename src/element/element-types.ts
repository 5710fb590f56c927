import type { AttributeProperty, PageProperty } from './attributes.ts'
import type { PayChargeEventMap } from './event-map.ts'
import type { PayCharge } from './pay-charge.ts'

// The element's properties and events in templates, in the terms of HTML. The types for each framework (src/frameworks) are made of
// these, and these of the table of attributes, the class and its events: a new one appears everywhere automatically.

/** The attributes of `<pay-charge>` by their names in HTML, such as `charge-id`. */
export type PayChargeAttributes = {
  [Name in keyof Pick<PayCharge, AttributeProperty> as KebabCase<Name>]?:
    | AttributeValue<PayCharge[Name]>
    | undefined
}

/** The properties of `<pay-charge>` that a page can set, such as `chargeId` and `rpcUrls`. */
export type PayChargeProperties = {
  [Name in keyof Pick<PayCharge, PageProperty>]?: PayCharge[Name] | undefined
}

/**
 * Props of frameworks that set a property if the element has one of that name, and an attribute otherwise. If both have the same
 * name, such as `order`, the property is set.
 */
export type PayChargeOwnProps = PayChargeProperties &
  Omit<PayChargeAttributes, keyof PayChargeProperties>

/** A listener for an event of `<pay-charge>`. */
export type PayChargeListener<Name extends keyof PayChargeEventMap> = (
  event: PayChargeEventMap[Name] & { readonly currentTarget: PayCharge },
) => void

/** The listeners of `<pay-charge>`, by the names of their events with a framework's prefix, such as `on`. */
export type PayChargeListeners<Prefix extends string> = {
  [Name in keyof PayChargeEventMap as `${Prefix}${Name}`]?: PayChargeListener<Name> | undefined
}

/** The same names behind a framework's prefix, such as `prop:`. */
export type Prefixed<Prefix extends string, Values> = {
  [Name in keyof Values & string as `${Prefix}${Name}`]?: Values[Name] | undefined
}

/** The attributes of any HTML element as a framework has them, without those for which `<pay-charge>` has its own. */
export type WithoutOwn<Attributes> = Omit<
  Attributes,
  keyof PayChargeAttributes | keyof PayChargeProperties
>

/** A value that a framework writes into an attribute as text. JSON must be text there. */
type AttributeValue<Value> = unknown extends Value ? string | null : Value

/** `charge-id` of `chargeId`. */
export type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${KebabCase<Rest>}`
  : Name

/** `ChargeId` of `charge-id`. */
export type PascalCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${PascalCase<Rest>}`
  : Capitalize<Name>
