import { fill } from '../messages.ts'
import type { Plural } from './en.ts'
import type { Messages } from './translation.ts'

/**
 * Selects the plural form of a text for a number, and fills in its placeholders.
 *
 * @param n the number that selects the form; it also replaces `{n}`, unless the values have their own `n`
 */
export function plural(
  { lang }: Messages,
  text: Plural,
  n: number,
  values: Record<string, string | number> = {},
): string {
  return fill(text[new Intl.PluralRules(lang).select(n)] ?? text.other, { n, ...values })
}
