import { docsUrl } from '../../../errors.ts'
import { attributeProperties, type PageProperty, toKebabCase } from '../../attributes.ts'

/** An attribute that nothing reads, and the property that it was meant for; undefined for a listener. */
export interface LostProperty {
  attribute: string
  property: PageProperty | undefined
}

/** Logs to the console which properties an element's attributes were meant to be, and how to set them. */
export function logLostProperties(element: Element, lost: readonly LostProperty[]): void {
  const lines = lost.map(({ attribute, property }) => `  ${attribute}: ${getCure(property)}`)
  console.error(
    `pay-charge: these attributes do nothing.\n${lines.join('\n')}\nIn a page that a server renders: ${docsUrl}types.md#pages-that-a-server-renders`,
    element,
  )
}

function getCure(property: LostProperty['property']): string {
  if (!property) return 'a listener cannot be an attribute. Use addEventListener.'
  return (attributeProperties as readonly string[]).includes(property)
    ? `write ${toKebabCase(property)}.`
    : `it holds no text. Set the property ${property} once the element is defined.`
}
