import { formatAmount } from './amount.ts'

/** Formats amounts for one reader's language: on the card, on the service's pages and at the desk. */
export interface Formatter {
  /** BCP 47; undefined for the browser's language. */
  locale: string | undefined
  /** Formats a price in its currency: `$19.99`. */
  formatMoney(amount: string, currency: string): string
  /** Formats base units of a token: `19.99 DUSD`. */
  formatToken(units: bigint, token: { decimals: number; symbol: string }): string
}

/** Decimal text as the service writes it: without a sign, an exponent or leading zeros. */
const plainDecimal = /^(0|[1-9]\d*)(\.\d+)?$/

/**
 * Formats decimal text as Intl does in American English. The first format of Intl keeps a phone's main thread busy for
 * about 150 ms, because the browser then looks through all its locales: longer than everything else that a price
 * needs. So the language that is built in does without. A test holds both together.
 */
function formatEnglish(text: string, minimumFractionDigits: number): string {
  const [whole = '', fraction = ''] = text.split('.')
  const digits = fraction.replace(/0+$/, '').padEnd(minimumFractionDigits, '0')
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (digits && `.${digits}`)
}

/**
 * Creates {@link Formatter}. Intl accepts decimal text exactly, so no amount passes through floating point (ECMA-402).
 *
 * In a right-to-left language each amount is isolated (UAX 9, 2.4.2): its number and its unit stay in their order
 * whatever stands beside them.
 */
export function createFormatter(locale: string | undefined): Formatter {
  const language = locale ?? navigator.language
  const isEnglish = /^en(-US)?$/.test(language)
  const isolate = (text: string) => (/^(ar|he)/.test(language) ? `\u2068${text}\u2069` : text)
  /** The formats of Intl by their options. */
  const formats: Record<string, Intl.NumberFormat> = {}
  const format = (text: string, options: Intl.NumberFormatOptions) => {
    const key = JSON.stringify(options)
    formats[key] ??= new Intl.NumberFormat(locale, options)
    return formats[key].format(text as Intl.StringNumericLiteral)
  }
  return {
    locale,
    formatMoney(amount, currency) {
      if (isEnglish && /^usd$/i.test(currency) && plainDecimal.test(amount))
        return `$${formatEnglish(amount, 2)}`
      // Intl throws for anything that is not an ISO 4217 code, such as a token's symbol.
      if (!/^[a-z]{3}$/i.test(currency))
        return isolate(`${format(amount, { maximumFractionDigits: 77 })} ${currency}`)
      const text = format(amount, { style: 'currency', currency, maximumFractionDigits: 77 })
      // In right-to-left text, a currency sign at the end, as in US$, would be separated from its letters.
      return isolate(text.replace(/\u200f.*/, '$&\u200e'))
    },
    formatToken(units, { decimals, symbol }) {
      const text = formatAmount(units, decimals)
      // As prices are written: 34.00, not 34, and 34.50, not 34.5. Base units have no fraction.
      const minimumFractionDigits = Math.min(2, decimals)
      const amount = isEnglish
        ? formatEnglish(text, minimumFractionDigits)
        : format(text, { minimumFractionDigits, maximumFractionDigits: 77 })
      return isolate(`${amount} ${symbol}`)
    },
  }
}
