import { fill } from '../messages.ts'
import type { Plural } from './en.ts'
import type { Words } from './words.ts'

/**
 * A text in the form that its language has for a number, filled.
 *
 * @param n decides the form, and stands for `{n}` unless the values have one
 */
export function counted(
  { lang }: Words,
  text: Plural,
  n: number,
  values: Record<string, string | number> = {},
): string {
  return fill(text[new Intl.PluralRules(lang).select(n)] ?? text.other, { n, ...values })
}
