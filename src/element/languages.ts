import type { PayError } from '../errors.ts'
import { en } from './languages/en.ts'
import type { OwnWords, Translation, Words } from './languages/words.ts'

// Loaded where the payer reads another language than English, or where the page has words of its own.

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

/** The languages that the card speaks, as BCP 47 names them. */
export const spoken: readonly string[] = ['en', ...Object.keys(languages)]

/**
 * The words of a language, with the page's own in place of ours; English where nobody has written the language yet.
 *
 * @param locale BCP 47
 * @param own what is no text in a text's place is left out
 */
export async function speak(locale: string, own?: OwnWords | null): Promise<Words> {
  const ours = await languages[languageOf(locale)]?.()
  const words = over(ours ?? en, own ?? {})
  if (!ours && !own?.errors) return words
  // The same nodes for the same error: anew, a screen reader would say them with every drawing.
  const told = new WeakMap<PayError, unknown>()
  const once = (error: PayError) => {
    if (!told.has(error)) told.set(error, tell(error, words))
    return told.get(error)
  }
  return { ...words, tell: once }
}

/** By its script where a language is written in two: that of zh-TW is Hant (UTS 35, likely subtags). */
function languageOf(locale: string): string {
  const { language, script } = new Intl.Locale(locale).maximize()
  return language === 'zh' ? `zh-${script === 'Hant' ? 'Hant' : 'Hans'}` : language
}

/** What the page has given in place of what we have, at any depth. */
function over<T extends object>(ours: T, own: object): T {
  const all = Object.entries(own).map(([key, value]: [string, unknown]) => {
    const former = (ours as Record<string, unknown>)[key]
    if (former !== undefined && typeof value !== typeof former) return [key, former]
    const nested = typeof value === 'object' && value !== null
    return [key, nested ? over((former ?? {}) as object, value) : (value ?? former)]
  })
  return { ...ours, ...Object.fromEntries(all) }
}

/** Errors that are said in full by their code: their message tells the payer nothing more. */
const plain =
  /^(wallet_refused|wallet_busy|offline|timeout|rate_limited|not_found|chain_refused|chain_unreachable|storage_unavailable)$/

/** What went wrong, in the payer's language; what only its English message tells stands below, as nodes that Lit draws. */
function tell({ code, message, details, field }: PayError, words: Words): unknown {
  const { errors = {}, misfits = {} } = words as Partial<Translation>
  // It was made of these words (amounts.ts).
  if (code === 'invalid_amount' && field) return message
  const { misfit = '' } = (details ?? {}) as { misfit?: string }
  const { [code]: own, service_failed: other } = errors as Record<string, string>
  // Said in full, and what to do.
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
