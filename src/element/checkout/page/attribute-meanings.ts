import { trimEnd } from '../../../api/formats.ts'
import { type AttributeProperty, readAttribute } from '../../attributes.ts'

/** The valid value that a wrong one means. */
export interface Meaning {
  value: string | null
  /** Whether it means this and nothing else. Otherwise a part of the value has no meaning. */
  isPlain: boolean
}

/** Other words for the values of an attribute. */
const otherWords: { readonly [Name in AttributeProperty]?: Record<string, RegExp> } = {
  redirect: { auto: /^(true|yes|1|on|automatic(ally)?)$/, none: /^(false|no|0|off|never)$/ },
  mode: { dialog: /^(modal|popup|pop-up|overlay|lightbox)$/, inline: /^(embed(ded)?|block)$/ },
  colorScheme: {
    auto: /^(system|default|browser|inherit|normal|light dark|dark light|(only )?auto)$/,
    dark: /^(night|dark[ -]mode)$/,
    light: /^(day|light[ -]mode)$/,
  },
  attribution: { on: /^(true|yes|1)$/, off: /^(false|no|0|none)$/ },
}

/** What a value begins and ends with that was copied with its quotes or its punctuation. */
const opening = /^[\s"'`“”„‘’«»]+/
const closing = ' \t\n\r\u00a0"\'`“”„‘’«».,;'

/**
 * Returns what the wrong value of an attribute means, where somebody can only have meant that. Used for attributes that decide about
 * no money.
 */
export function findMeaning(name: AttributeProperty, value: string): Meaning | undefined {
  const text = trimEnd(value.replace(opening, ''), closing)
  // false stands for an absent attribute.
  if (name === 'disabled') return { value: null, isPlain: true }
  if (name === 'hide') return findHiddenParts(text)
  const color = `#${text}`
  if (name === 'brandColor' && readAttribute(name, color)) return { value: color, isPlain: true }
  const address = `mailto:${text}`
  if (name === 'supportUrl' && readAttribute(name, address))
    return { value: address, isPlain: true }
  const [word] =
    Object.entries(otherWords[name] ?? {}).find(([, words]) => words.test(text.toLowerCase())) ?? []
  const meant = word ?? text
  const isValid = meant !== value && readAttribute(name, meant)
  return isValid ? { value: meant, isPlain: true } : undefined
}

function findHiddenParts(text: string): Meaning | undefined {
  const words = text.toLowerCase().split(/[\s,;|]+/)
  const parts = words.map((word) => word.replace(/^pay_?again$/, 'pay-again'))
  const known = parts.filter((part) => /^(cancel|pay-again|recipient)$/.test(part))
  if (known.length === 0) return undefined
  return { value: known.join(' '), isPlain: known.length === parts.length }
}
