import { createErrorDescriber } from './describe-error.ts'
import { en } from './en.ts'
import type { BaseMessages, CustomMessages, Messages, Translation } from './translation.ts'

// Loaded where the payer's language is not English, or where the page has texts of its own.

const translationLoaders: Record<string, () => Promise<Translation>> = {
  ar: async () => (await import('./ar.ts')).ar,
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  he: async () => (await import('./he.ts')).he,
  hi: async () => (await import('./hi.ts')).hi,
  id: async () => (await import('./id.ts')).id,
  it: async () => (await import('./it.ts')).it,
  ja: async () => (await import('./ja.ts')).ja,
  ko: async () => (await import('./ko.ts')).ko,
  nl: async () => (await import('./nl.ts')).nl,
  pl: async () => (await import('./pl.ts')).pl,
  pt: async () => (await import('./pt.ts')).pt,
  tr: async () => (await import('./tr.ts')).tr,
  vi: async () => (await import('./vi.ts')).vi,
  'zh-Hans': async () => (await import('./zh-Hans.ts')).zhHans,
  'zh-Hant': async () => (await import('./zh-Hant.ts')).zhHant,
}

/** The locales for which there are messages, as BCP 47 tags. */
export const supportedLocales: readonly string[] = ['en', ...Object.keys(translationLoaders)]

/**
 * Loads the messages of a language and replaces those for which the page has its own text. Returns English where
 * there is no translation.
 *
 * @param locale BCP 47
 * @param custom the page's own texts; a value of another type than the built-in one is ignored
 */
export async function loadMessages(
  locale: string,
  custom?: CustomMessages | null,
): Promise<Messages> {
  const translation = await translationLoaders[getTranslationKey(locale)]?.()
  const messages = isolateValues(mergeMessages(translation ?? en, custom ?? {}))
  return { ...messages, describeError: createErrorDescriber(messages) }
}

/** Returns the language of a locale, with the script where there are two: zh-TW is zh-Hant (UTS 35, likely subtags). */
function getTranslationKey(locale: string): string {
  const { language, script } = new Intl.Locale(locale).maximize()
  return language === 'zh' ? `zh-${script === 'Hant' ? 'Hant' : 'Hans'}` : language
}

/** Merges the page's own texts into the built-in ones, at any depth. */
function mergeMessages<T extends object>(builtIn: T, custom: object): T {
  const all = Object.entries(custom).map(([key, value]: [string, unknown]) => {
    const builtInValue = (builtIn as Record<string, unknown>)[key]
    if (builtInValue !== undefined && typeof value !== typeof builtInValue)
      return [key, builtInValue]
    const isNested = typeof value === 'object' && value !== null
    return [
      key,
      isNested ? mergeMessages((builtInValue ?? {}) as object, value) : (value ?? builtInValue),
    ]
  })
  return { ...builtIn, ...Object.fromEntries(all) }
}

/**
 * Isolates the values of right-to-left texts (UAX 9, 2.4.2), so that they keep their order: amounts, addresses, and
 * names with a number or a bracket at the end.
 */
function isolateValues(messages: BaseMessages): BaseMessages {
  if (messages.dir !== 'rtl') return messages
  return JSON.parse(JSON.stringify(messages).replace(/\{\w+\}/g, '\u2068$&\u2069'))
}
