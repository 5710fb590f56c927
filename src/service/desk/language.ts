import type { DecimalSign } from '../charges/lists/typed-search.ts'
import { readRefusal } from '../kernel/refusals.ts'
import { readUnmatchedReason } from '../kernel/unmatched-reasons.ts'
import type { PluralName, ServiceTexts, TextName } from '../texts/en.ts'
import { fillText, type Money } from '../texts/format.ts'
import { chooseLanguage, type Language } from '../texts/language.ts'

/** A reader's language, with the texts of the desk. */
export interface DeskLanguage extends Pick<Language, 'locale' | 'dir'> {
  /** The sign before the decimals of a number. */
  decimalSign: DecimalSign
  /** The words of the books. */
  words: ServiceTexts['books']
  /** Returns a text with its placeholders filled. */
  text(name: TextName, values?: Readonly<Record<string, string | Money>>): string
  /** Says why a decision was refused, from the details of its error; undefined for an error without a reason of its own. */
  refusal(details: unknown): string | undefined
  /** Says why money is credited to no charge; undefined for a sentence of another kind. */
  unmatchedReason(sentence: string): string | undefined
  /** Returns the form of a text for a number, which is its placeholder `n`. */
  count(name: PluralName, n: number): string
}

/** Returns the first language of an Accept-Language header that the desk speaks; else English. */
export function chooseDeskLanguage(header?: string): DeskLanguage {
  const { locale, dir, texts } = chooseLanguage(header)
  let rules: Intl.PluralRules | undefined
  return {
    locale,
    dir,
    decimalSign: (1.5).toLocaleString(locale).includes(',') ? ',' : '.',
    words: texts.books,
    text: (name, values = {}) => fillText(texts.desk[name], values),
    refusal(details) {
      const found = readRefusal(details)
      return found && fillText(texts.refusals[found.reason], found.values)
    },
    unmatchedReason(sentence) {
      const found = readUnmatchedReason(sentence)
      return found && fillText(texts.unmatchedReasons[found.reason], found.values)
    },
    count(name, n) {
      const forms = texts.desk[name]
      rules ??= new Intl.PluralRules(locale)
      const form = forms[rules.select(n)] ?? forms.other
      return fillText(form, { n: n.toLocaleString(locale) })
    },
  }
}
