import { attributesOf, propertiesOf } from './dress.ts'
import type { Look } from './place.ts'

/** What a page has to say for a look. */
export interface Snippet {
  html: string
  /** For the page's style sheet; '' where the look needs none. */
  css: string
}

/** The tags that give a page the element as it is shown. */
export function snippet(look: Look): Snippet {
  const attributes = Object.entries({
    proxy: '/pay',
    'charge-id': 'YOUR-CHARGE-ID',
    ...attributesOf(look),
  })
  const lines = attributes.map(([name, value]) => `  ${name}="${quoted(value)}"`)
  const rules = Object.entries(propertiesOf(look)).map(([name, value]) => `  ${name}: ${value};`)
  return {
    html: [
      '<script type="module" src="/pay-charge.js"></script>',
      '<pay-charge',
      ...lines,
      '></pay-charge>',
    ].join('\n'),
    css: rules.length > 0 ? ['pay-charge {', ...rules, '}'].join('\n') : '',
  }
}

/** An attribute's text between double quotes (HTML, 13.1.2.3). */
function quoted(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
