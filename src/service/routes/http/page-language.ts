// What all pages of the service need to speak their reader's language.

/** A reader's language and country. */
export interface PageLocale {
  /** BCP 47: the tag that the browser asked for, so that amounts look as in its country. */
  locale: string
  dir: 'ltr' | 'rtl'
}

/** The most languages of a header that are looked at: each that is none costs an exception, and a header has room for thousands. */
const maxPreferences = 20

/**
 * Returns the first language of an Accept-Language header among those of a page (RFC 9110, 12.5.4); else English.
 *
 * @param keys languages as `de`, or `zh-Hant`; `en` is one of them
 */
export function chooseLanguage(
  header: string,
  keys: readonly string[],
): PageLocale & { key: string } {
  const preferences = header
    .split(',', maxPreferences)
    .map((part) => {
      const [tag = '', quality] = part.trim().split(/;\s*q=/i)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of preferences) {
    const key = findLanguage(tag, keys)
    if (key) return { key, locale: tag, dir: /^(ar|he)$/.test(key) ? 'rtl' : 'ltr' }
  }
  return { key: 'en', locale: 'en', dir: 'ltr' }
}

function findLanguage(tag: string, keys: readonly string[]): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    const key = language === 'zh' ? `zh-${script}` : language
    return keys.includes(key) ? key : undefined
  } catch {
    return undefined
  }
}

/** Replaces the placeholders of a text. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}

/** Formats dollars. Intl formats decimal text without converting it to floating point, so no digit is lost (ECMA-402). */
export function formatDollars(amount: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 8,
  })
  return format.format(amount as Intl.StringNumericLiteral)
}

/** Formats an amount in whole units of a token, with all its digits. */
export function formatUnits(amount: string, symbol: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 77,
  })
  return `${format.format(amount as Intl.StringNumericLiteral)} ${symbol}`
}
