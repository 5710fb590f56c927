import { chooseLanguage, type PageLocale } from '../routes/http/page-language.ts'
import * as asia from './refund-texts/asia.ts'
import { english, type RefundTexts } from './refund-texts/en.ts'
import * as europe from './refund-texts/europe.ts'

/** The languages of the page where a payer says where a refund goes: those of the payment page. */
const languages: Readonly<Record<string, RefundTexts>> = {
  en: english,
  de: europe.german,
  es: europe.spanish,
  fr: europe.french,
  it: europe.italian,
  nl: europe.dutch,
  pt: europe.portuguese,
  pl: europe.polish,
  tr: asia.turkish,
  id: asia.indonesian,
  vi: asia.vietnamese,
  ar: asia.arabic,
  he: asia.hebrew,
  hi: asia.hindi,
  ja: asia.japanese,
  ko: asia.korean,
  'zh-Hans': asia.simplifiedChinese,
  'zh-Hant': asia.traditionalChinese,
}

/** The tags of these languages. */
export const refundLanguages: readonly string[] = Object.keys(languages)

/** A payer's language as the page of a refund has it. */
export interface RefundLanguage extends PageLocale {
  texts: RefundTexts
}

/** Returns the first language of an Accept-Language header that the page of a refund speaks; else English. */
export function chooseRefundLanguage(header = ''): RefundLanguage {
  const { key, ...locale } = chooseLanguage(header, Object.keys(languages))
  return { ...locale, texts: languages[key] ?? english }
}
