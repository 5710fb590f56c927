import type { PayError } from '../../../errors.ts'
import { describeInEnglish, isWordless } from './describe-english.ts'
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
  if (!translation && !custom?.errors) return { ...messages, describeError: describeInEnglish }
  // The same nodes for the same error: with new ones a screen reader would announce them on every render.
  const descriptions = new WeakMap<PayError, unknown>()
  const describeOnce = (error: PayError) => {
    if (!descriptions.has(error)) descriptions.set(error, describeError(error, messages))
    return descriptions.get(error)
  }
  return { ...messages, describeError: describeOnce }
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

/** The error codes whose text says everything: the error's message would tell the payer nothing more. */
const selfExplanatoryCodes =
  /^(wallet_refused|wallet_busy|wallet_locked|offline|timeout|rate_limited|not_found|chain_refused|chain_unreachable|storage_unavailable|recipient_not_pinned|quote_mismatch|quote_not_signed|authorization_\w+)$/

/**
 * Describes an error in the payer's language. Details of its English message follow below, as nodes that Lit renders.
 */
function describeError(error: PayError, messages: Messages): unknown {
  const { code, message, details, field } = error
  const { errors = {}, mismatches = {} } = messages as Partial<Translation>
  // This message was already made from these messages (amounts.ts).
  if (code === 'invalid_amount' && field) return message
  const { mismatch = '' } = (details ?? {}) as { mismatch?: string }
  const { [code]: codeText, service_failed: fallbackText } = errors as Record<string, string>
  // This text is complete, and says what to do.
  const mismatchText = (mismatches as Record<string, string>)[mismatch]
  if (mismatchText) return mismatchText
  const text = codeText ?? fallbackText ?? message
  if (selfExplanatoryCodes.test(code) || isWordless(error) || text === message) return text
  const detail = document.createElement('small')
  // A wallet's own words may be in any language.
  const isForeign = code === 'wallet_failed' && error.cause != null
  detail.lang = isForeign ? '' : 'en'
  detail.dir = isForeign ? 'auto' : 'ltr'
  detail.textContent = message
  return [text, document.createElement('br'), detail]
}
