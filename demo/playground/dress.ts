import { fonts, type Look } from './place.ts'

/** The attributes that a look may set; the others are the page's own. */
const lookAttributes = [
  'brand-color',
  'brand-name',
  'brand-logo',
  'color-scheme',
  'locale',
  'mode',
] as const
const lookProperties = ['--pay-charge-radius', '--pay-charge-space', '--pay-charge-font'] as const

/** The attributes of a look, without those that say what is so anyway. */
export function attributesOf(look: Look): Partial<Record<(typeof lookAttributes)[number], string>> {
  return {
    'brand-color': look.brand,
    ...(look.name && { 'brand-name': look.name }),
    ...(look.logo && { 'brand-logo': look.logo }),
    ...(look.scheme !== 'auto' && { 'color-scheme': look.scheme }),
    ...(look.lang && { locale: look.lang }),
    ...(look.mode !== 'inline' && { mode: look.mode }),
  }
}

/** The custom properties of a look. */
export function propertiesOf({
  radius,
  space,
  font,
}: Look): Partial<Record<(typeof lookProperties)[number], string>> {
  const family = fonts[font]
  return {
    ...(radius && { '--pay-charge-radius': `${radius}px` }),
    ...(space && { '--pay-charge-space': `${space}px` }),
    ...(family && { '--pay-charge-font': family }),
  }
}

/** Makes an element look as it shall: by the very attributes and properties that the snippet has. */
export function dress(element: HTMLElement, look: Look): void {
  const attributes = attributesOf(look)
  for (const name of lookAttributes) {
    const value = attributes[name]
    if (value === undefined) element.removeAttribute(name)
    else element.setAttribute(name, value)
  }
  const properties = propertiesOf(look)
  for (const name of lookProperties) {
    // By CSSOM: the page's policy allows no style attribute.
    element.style.setProperty(name, properties[name] ?? null)
  }
}
