import { loadPart } from '../../../errors.ts'
import {
  attributeProperties,
  type PageProperty,
  readAttribute,
  toKebabCase,
} from '../../attributes.ts'
import type { LostProperty } from './lost-property-texts.ts'
import { objectProperties } from './object-properties.ts'

// For a page's developers, not for payers.

// A page that a server renders holds only texts, and HTML lowers the letters of their names. An attribute by
// the name of a property, such as `rpcurls`, has no effect.

const properties: readonly PageProperty[] = [
  ...attributeProperties.filter((name) => name !== toKebabCase(name)),
  ...objectProperties,
]

/** Loads the code that explains a wrong attribute. */
export const loadAttributeTexts = () => loadPart(import('./attribute-texts.ts'))

const warnedElements = new WeakSet<Element>()

/** Logs to the console, once for each element, the properties that were lost as attributes. */
export function warnOfLostProperties(element: Element): void {
  const lost = element.getAttributeNames().flatMap((attribute): LostProperty[] => {
    const property = properties.find((name) => name.toLowerCase() === attribute)
    // A framework may have set the property itself since.
    const isLost = property ? Reflect.get(element, property) == null : /^on:?pay-/.test(attribute)
    return isLost ? [{ attribute, property }] : []
  })
  if (lost.length === 0 || warnedElements.has(element)) return
  warnedElements.add(element)
  void loadAttributeTexts().then(
    ({ logLostProperties }) => logLostProperties(element, lost),
    () => undefined,
  )
}

/** Reports the wrong attributes of an element to its page. A payment goes on without those that decide about no money. */
export function reportWrongAttributes(element: Element): void {
  const wrong = attributeProperties.filter(
    (name) => readAttribute(name, Reflect.get(element, name)) === false,
  )
  if (wrong.length === 0) return
  void loadAttributeTexts().then(
    (texts) => texts.reportWrongAttributes(element, wrong),
    () => undefined,
  )
}
