import { chooseLanguage, fillText, type PageLocale } from '../../routes/http/page-language.ts'
import { arabic } from './ar.ts'
import { german } from './de.ts'
import { type DeskTexts, english, type Plural, type PluralName, type TextName } from './en.ts'
import { hebrew } from './he.ts'
import { hindi } from './hi.ts'
import { japanese } from './ja.ts'
import { korean } from './ko.ts'
import { vietnamese } from './vi.ts'
import { simplifiedChinese } from './zh-Hans.ts'
import { traditionalChinese } from './zh-Hant.ts'

/** The languages of the desk. */
const languages: Readonly<Record<string, DeskTexts>> = {
  en: english,
  de: german,
  ja: japanese,
  ar: arabic,
  ko: korean,
  vi: vietnamese,
  he: hebrew,
  hi: hindi,
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
  const { key, locale, dir } = chooseLanguage(header, Object.keys(languages))
  const texts: DeskTexts = languages[key] ?? english
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
