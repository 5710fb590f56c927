import type { Formatter } from '../format.ts'
import { fill } from '../messages.ts'
import type { Plural } from './en.ts'
import type { Messages } from './translation.ts'

/**
 * Selects the plural form of a text for a number, and fills in its placeholders. Numbers get the digits of the prices
 * beside them.
 *
 * @param n the number that selects the form; it also replaces `{n}`, unless the values have their own `n`
 */
export function plural(
  { lang }: Pick<Messages, 'lang'>,
  { numberingSystem }: Pick<Formatter, 'numberingSystem'>,
  text: Plural,
  n: number,
  values: Record<string, string | number> = {},
): string {
  const { format } = new Intl.NumberFormat(lang, { numberingSystem })
  const filled = Object.entries({ n, ...values }).map(([name, value]) => [
    name,
    typeof value === 'number' ? format(value) : value,
  ])
  return fill(text[new Intl.PluralRules(lang).select(n)] ?? text.other, Object.fromEntries(filled))
}
