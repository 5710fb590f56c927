import { readdirSync, readFileSync } from 'node:fs'
import { english, type ServiceTexts } from './en.ts'

// A language is one file of this folder. No other place lists the languages, or states their direction.

const folder = new URL('./', import.meta.url)

/** The languages of the service's pages (BCP 47): `de`, or `zh-Hant` for one that has several scripts. */
export const languages: readonly string[] = [
  'en',
  ...readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort(),
]

/** A reader's language and country, with the texts of the pages. */
export interface Language {
  /** BCP 47: the tag that the browser asked for, so that amounts look as in its country. */
  locale: string
  /** The one of {@link languages} that the texts are in. */
  name: string
  dir: 'ltr' | 'rtl'
  texts: ServiceTexts
}

/** The most languages of a header that are looked at: each that is none costs an exception, and a header has room for thousands. */
const maxPreferences = 20

/** Returns the first language of an Accept-Language header that the pages speak (RFC 9110, 12.5.4); else English. */
export function chooseLanguage(header?: string): Language {
  return findPreferred(header) ?? readLanguage('en')
}

/** Returns the first language of an Accept-Language header that the pages speak; undefined where they speak none of them. */
export function findPreferred(header = ''): Language | undefined {
  const preferences = header
    .split(',', maxPreferences)
    .map((part) => {
      const [tag = '', quality] = part.trim().split(/;\s*q=/i)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of preferences) {
    const language = findLanguage(tag)
    if (language) return { ...readLanguage(language), locale: toPlainTag(tag) }
  }
  return undefined
}

/** Returns a language of the pages, without a country. */
export function readLanguage(name: string): Language {
  return { locale: name, name, dir: getDirection(name), texts: loadTexts(name) }
}

/** Returns a tag without its extensions and private parts, by which one could ask for endless forms of the same page (RFC 5646, 2.2). */
function toPlainTag(tag: string): string {
  const { language, script, region } = new Intl.Locale(tag)
  return [language, script, region].filter(Boolean).join('-')
}

/** Returns the language of a tag, with its script where there are several: zh-TW is zh-Hant (UTS 35, likely subtags). */
function findLanguage(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    return languages.find((one) => one === language || one === `${language}-${script}`)
  } catch {
    return undefined
  }
}

/** Returns the direction of a language's script from Node. TypeScript's stable library lacks this method. */
function getDirection(language: string): 'ltr' | 'rtl' {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    getTextInfo(): { direction: 'ltr' | 'rtl' }
  }
  return locale.getTextInfo().direction
}

const loaded = new Map<string, ServiceTexts>([['en', english]])

/**
 * Returns the texts of a language, whose file is read when the first reader asks for it. Missing texts are shown in English, so
 * that a text can be added before it is translated; test/service/texts lists them.
 */
function loadTexts(language: string): ServiceTexts {
  const known = loaded.get(language)
  if (known) return known
  const own = JSON.parse(
    readFileSync(new URL(`${language}.json`, folder), 'utf8'),
  ) as Partial<ServiceTexts>
  const texts = {
    desk: { ...english.desk, ...own.desk },
    paymentPage: { ...english.paymentPage, ...own.paymentPage },
    linkPage: { ...english.linkPage, ...own.linkPage },
    refundPage: { ...english.refundPage, ...own.refundPage },
    mail: { ...english.mail, ...own.mail },
    books: { ...english.books, ...own.books },
    refusals: { ...english.refusals, ...own.refusals },
    unmatchedReasons: { ...english.unmatchedReasons, ...own.unmatchedReasons },
  }
  loaded.set(language, texts)
  return texts
}
