import type { PayError } from '../../errors.ts'
import { en } from './languages/en.ts'
import type { OwnWords, Translation, Words } from './languages/words.ts'

// Loaded where the payer's language is not English, or where the page has texts of its own.

const languages: Record<string, () => Promise<Translation>> = {
  ar: async () => (await import('./languages/ar.ts')).ar,
  de: async () => (await import('./languages/de.ts')).de,
  es: async () => (await import('./languages/es.ts')).es,
  fr: async () => (await import('./languages/fr.ts')).fr,
  he: async () => (await import('./languages/he.ts')).he,
  hi: async () => (await import('./languages/hi.ts')).hi,
  id: async () => (await import('./languages/id.ts')).id,
  it: async () => (await import('./languages/it.ts')).it,
  ja: async () => (await import('./languages/ja.ts')).ja,
  ko: async () => (await import('./languages/ko.ts')).ko,
  nl: async () => (await import('./languages/nl.ts')).nl,
  pl: async () => (await import('./languages/pl.ts')).pl,
  pt: async () => (await import('./languages/pt.ts')).pt,
  tr: async () => (await import('./languages/tr.ts')).tr,
  vi: async () => (await import('./languages/vi.ts')).vi,
  'zh-Hans': async () => (await import('./languages/zh-Hans.ts')).zhHans,
  'zh-Hant': async () => (await import('./languages/zh-Hant.ts')).zhHant,
}

/** The locales for which there are messages, as BCP 47 tags. */
export const spoken: readonly string[] = ['en', ...Object.keys(languages)]

/**
 * Loads the messages of a language and replaces those for which the page has its own text. Returns English where
 * there is no translation.
 *
 * @param locale BCP 47
 * @param custom the page's own texts; a value of another type than the built-in one is ignored
 */
export async function speak(locale: string, own?: OwnWords | null): Promise<Words> {
  const ours = await languages[languageOf(locale)]?.()
  const words = over(ours ?? en, own ?? {})
  if (!ours && !own?.errors) return words
  // The same nodes for the same error: with new ones a screen reader would announce them on every render.
  const told = new WeakMap<PayError, unknown>()
  const once = (error: PayError) => {
    if (!told.has(error)) told.set(error, tell(error, words))
    return told.get(error)
  }
  return { ...words, tell: once }
}

/** Returns the language of a locale, with the script where there are two: zh-TW is zh-Hant (UTS 35, likely subtags). */
function languageOf(locale: string): string {
  const { language, script } = new Intl.Locale(locale).maximize()
  return language === 'zh' ? `zh-${script === 'Hant' ? 'Hant' : 'Hans'}` : language
}

/** Merges the page's own texts into the built-in ones, at any depth. */
function over<T extends object>(ours: T, own: object): T {
  const all = Object.entries(own).map(([key, value]: [string, unknown]) => {
    const former = (ours as Record<string, unknown>)[key]
    if (former !== undefined && typeof value !== typeof former) return [key, former]
    const nested = typeof value === 'object' && value !== null
    return [key, nested ? over((former ?? {}) as object, value) : (value ?? former)]
  })
  return { ...ours, ...Object.fromEntries(all) }
}

/** The error codes whose text says everything: the error's message would tell the payer nothing more. */
const plain =
  /^(wallet_refused|wallet_busy|offline|timeout|rate_limited|not_found|chain_refused|chain_unreachable|storage_unavailable)$/

/**
 * Describes an error in the payer's language. Details of its English message follow below, as nodes that Lit renders.
 */
function tell({ code, message, details, field }: PayError, words: Words): unknown {
  const { errors = {}, misfits = {} } = words as Partial<Translation>
  // This message was already made from these messages (amounts.ts).
  if (code === 'invalid_amount' && field) return message
  const { misfit = '' } = (details ?? {}) as { misfit?: string }
  const { [code]: own, service_failed: other } = errors as Record<string, string>
  // This text is complete, and says what to do.
  const why = (misfits as Record<string, string>)[misfit]
  if (why) return why
  const text = own ?? other ?? message
  if (plain.test(code) || text === message) return text
  const more = document.createElement('small')
  more.lang = 'en'
  more.dir = 'ltr'
  more.textContent = message
  return [text, document.createElement('br'), more]
}
