import type { Formatter } from '../../../money.ts'
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
  formatter: Pick<Formatter, 'locale'>,
  text: Plural,
  n: number,
  values: Record<string, string | number> = {},
): string {
  const numberingSystem = getNumberingSystem(formatter)
  const { format } = new Intl.NumberFormat(lang, { numberingSystem })
  const filled = Object.entries({ n, ...values }).map(([name, value]) => [
    name,
    typeof value === 'number' ? format(value) : value,
  ])
  return fill(text[new Intl.PluralRules(lang).select(n)] ?? text.other, Object.fromEntries(filled))
}

/** Returns the digits of the prices on the card, such as `latn` or `arab` (Unicode, UTS 35). */
export function getNumberingSystem({ locale }: Pick<Formatter, 'locale'>): string {
  return new Intl.NumberFormat(locale).resolvedOptions().numberingSystem
}
