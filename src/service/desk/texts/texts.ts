import { chooseLanguage, fillText, type PageLocale } from '../../routes/http/page-language.ts'
import { arabic } from './ar.ts'
import { german } from './de.ts'
import { type DeskTexts, english, type Plural, type PluralName, type TextName } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { hebrew } from './he.ts'
import { hindi } from './hi.ts'
import { indonesian } from './id.ts'
import { italian } from './it.ts'
import { japanese } from './ja.ts'
import { korean } from './ko.ts'
import { dutch } from './nl.ts'
import { polish } from './pl.ts'
import { portuguese } from './pt.ts'
import { turkish } from './tr.ts'
import { vietnamese } from './vi.ts'
import { simplifiedChinese } from './zh-Hans.ts'
import { traditionalChinese } from './zh-Hant.ts'

/** The languages of the desk. */
export const deskLanguages: Readonly<Record<string, DeskTexts>> = {
  en: english,
  ar: arabic,
  de: german,
  es: spanish,
  fr: french,
  he: hebrew,
  hi: hindi,
  id: indonesian,
  it: italian,
  ja: japanese,
  ko: korean,
  nl: dutch,
  pl: polish,
  pt: portuguese,
  tr: turkish,
  vi: vietnamese,
  'zh-Hans': simplifiedChinese,
  'zh-Hant': traditionalChinese,
}

/** A reader's language, with its texts. */
export interface DeskLanguage extends PageLocale {
  /** Returns a text with its placeholders filled. */
  text(name: TextName, values?: Readonly<Record<string, string>>): string
  /** Returns the form of a text for a number, which is its placeholder `n`. */
  count(name: PluralName, n: number): string
}

/** Returns the first language of an Accept-Language header that the desk speaks; else English. */
export function chooseDeskLanguage(header = ''): DeskLanguage {
  const { key, locale, dir } = chooseLanguage(header, Object.keys(deskLanguages))
  const texts: DeskTexts = deskLanguages[key] ?? english
  return {
    locale,
    dir,
    text: (name, values = {}) => fillText(texts[name] ?? english[name], values),
    count(name, n) {
      const own = texts[name]
      const forms: Plural = own ?? english[name]
      const rule = new Intl.PluralRules(own ? locale : 'en').select(n)
      return fillText(forms[rule] ?? forms.other, { n: n.toLocaleString(locale) })
    },
  }
}
