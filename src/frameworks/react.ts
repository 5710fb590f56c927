/**
 * `pay-charge/react`: the component `<PayCharge>` for React 18 and 19, and the types of the tag `<pay-charge>` in JSX.
 *
 * The component takes every property of the element, by its name, and a handler for each event. It may be rendered on a server: the
 * HTML contains the attributes, and the element begins once it has its properties and handlers, so that no event is missed.
 *
 * @example
 * import { PayCharge } from 'pay-charge/react'
 *
 * const card = <PayCharge order={{ sku: 'mug' }} onSuccess={({ receipt }) => keep(receipt)} />
 */
'use client'

import {
  type ClassAttributes,
  createElement,
  forwardRef,
  type HTMLAttributes,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { type AttributeProperty, attributeProperties, toKebabCase } from '../element/attributes.ts'
import { objectProperties } from '../element/checkout/page/object-properties.ts'
import { definePayCharge } from '../element/define.ts'
import type {
  PascalCase,
  PayChargeListener,
  PayChargeListeners,
  PayChargeOwnProps,
  PayChargeProperties,
  WithoutOwn,
} from '../element/element-types.ts'
import type { PayChargeEventMap } from '../element/event-map.ts'
import type { PayCharge as PayChargeElement } from '../element/pay-charge.ts'

export type { PayChargeElement }

type EventName = keyof PayChargeEventMap

/** `onBeforePay` of `pay-charge-before-pay`. */
type HandlerName<Name extends EventName> = Name extends `pay-charge-${infer Rest}`
  ? `on${PascalCase<Rest>}`
  : never

/** The handlers of the component: `onSuccess` for the event `pay-charge-success`, and the like. */
export type PayChargeHandlers = {
  [Name in EventName as HandlerName<Name>]?: PayChargeListener<Name> | undefined
}

/** The props of the component. Its `ref` is the element. */
export interface PayChargeProps
  extends Omit<WithoutOwn<HTMLAttributes<PayChargeElement>>, keyof PayChargeHandlers>,
    PayChargeProperties,
    PayChargeHandlers {}

const events: { readonly [Name in EventName as HandlerName<Name>]: Name } = {
  onState: 'pay-charge-state',
  onReady: 'pay-charge-ready',
  onBeforePay: 'pay-charge-before-pay',
  onWallet: 'pay-charge-wallet',
  onLeave: 'pay-charge-leave',
  onOpen: 'pay-charge-open',
  onClose: 'pay-charge-close',
  onConnect: 'pay-charge-connect',
  onSubmit: 'pay-charge-submit',
  onSuccess: 'pay-charge-success',
  onCancel: 'pay-charge-cancel',
  onMisdirected: 'pay-charge-misdirected',
  onError: 'pay-charge-error',
}
const handlerNames = Object.keys(events) as (keyof PayChargeHandlers)[]
/** Lets an element wait that is defined already, by another card or by the script tag. */
const deferAttribute = 'defer-hydration'
const notForTheTag: readonly string[] = [...handlerNames, ...objectProperties]

/** A layout effect. React 18 complains of one on a server. */
const useBrowserEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** A checkout for one charge: the element `<pay-charge>`. */
export const PayCharge = forwardRef<PayChargeElement, PayChargeProps>(
  function PayCharge(props, ref) {
    const element = useRef<PayChargeElement>(null)
    const current = useRef<PayChargeProps>({})
    useImperativeHandle(ref, () => element.current as PayChargeElement, [])
    useBrowserEffect(() => {
      for (const name of objectProperties)
        if (props[name] !== current.current[name])
          Reflect.set(element.current as PayChargeElement, name, props[name])
      current.current = props
    })
    useBrowserEffect(() => {
      const stop = listen(element.current as PayChargeElement, current)
      element.current?.removeAttribute(deferAttribute)
      definePayCharge()
      return stop
    }, [])
    // React leaves alone an attribute whose value is the same in each render.
    return createElement('pay-charge', { ...toTagProps(props), [deferAttribute]: '', ref: element })
  },
)

/** Calls for each event the handler that the component has then. Returns the function that ends it. */
function listen(element: PayChargeElement, current: RefObject<PayChargeProps>): () => void {
  const lifetime = new AbortController()
  for (const name of handlerNames) {
    const hear = (event: Event) => (current.current?.[name] as EventListener | undefined)?.(event)
    element.addEventListener(events[name], hear, { signal: lifetime.signal })
  }
  return () => lifetime.abort()
}

/** Returns the props that React renders: attributes of text, by their names in HTML, and those of any element. */
function toTagProps({ className, ...props }: PayChargeProps): Record<string, unknown> {
  const entries = Object.entries(props).flatMap(([name, value]): [string, unknown][] => {
    if (notForTheTag.includes(name)) return []
    if (!attributeProperties.includes(name as AttributeProperty)) return [[name, value]]
    return [[toKebabCase(name), toAttribute(value)]]
  })
  // React 18 maps `className` only on built-in elements.
  return { class: className, ...Object.fromEntries(entries) }
}

/** The text of an attribute; undefined for none. React 18 would write "true" and "[object Object]". */
function toAttribute(value: unknown): string | undefined {
  if (value == null || value === false) return undefined
  if (value === true) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** The props of the tag `<pay-charge>` in JSX of React 19. */
export interface PayChargeTagProps
  extends WithoutOwn<HTMLAttributes<PayChargeElement>>,
    ClassAttributes<PayChargeElement>,
    PayChargeOwnProps,
    PayChargeListeners<'on'> {
  /** Custom elements take `class` too. */
  class?: string | undefined
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'pay-charge': PayChargeTagProps
    }
  }
}
