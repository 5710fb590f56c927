import { formatAmount } from '../../amount.ts'
import type { PaymentOption, Quote, Token } from '../../checkout/quote/payment-option.ts'

/** Formats amounts for one payer's language. */
export interface Formatter {
  /** BCP 47; undefined for the browser's language. */
  locale: string | undefined
  /** Formats a price in its currency: `$19.99`. */
  formatMoney(amount: string, currency: string): string
  /** Formats base units of a token: `19.99 DUSD`. */
  formatToken(units: bigint, token: Pick<Token, 'decimals' | 'symbol'>): string
}

/** The formats of Intl by locale and options. */
const formats = new Map<string, Intl.NumberFormat>()

function getFormat(locale: string | undefined, options: Intl.NumberFormatOptions) {
  const key = JSON.stringify([locale, options])
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options)
  formats.set(key, format)
  return format
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
 */
export function createFormatter(locale: string | undefined): Formatter {
  const isEnglish = /^en(-US)?$/.test(locale ?? navigator.language)
  return {
    locale,
    formatMoney(amount, currency) {
      if (isEnglish && /^usd$/i.test(currency) && plainDecimal.test(amount))
        return `$${formatEnglish(amount, 2)}`
      // Intl throws for anything that is not an ISO 4217 code, such as a token's symbol.
      const options = /^[a-z]{3}$/i.test(currency) && { style: 'currency' as const, currency }
      const format = getFormat(locale, { ...options, maximumFractionDigits: 77 })
      // In right-to-left text, a currency sign at the end, as in US$, would be separated from its letters.
      const text = format
        .format(amount as Intl.StringNumericLiteral)
        .replace(/\u200f.*/, '$&\u200e')
      return options ? text : `${text} ${currency}`
    },
    formatToken(units, { decimals, symbol }) {
      const text = formatAmount(units, decimals)
      // A single decimal place looks like a mistake in a price: 34.50, not 34.5.
      const minimumFractionDigits = /\.\d$/.test(text) ? 2 : 0
      const amount = isEnglish
        ? formatEnglish(text, minimumFractionDigits)
        : getFormat(locale, { minimumFractionDigits, maximumFractionDigits: 77 }).format(
            text as Intl.StringNumericLiteral,
          )
      return `${amount} ${symbol}`
    },
  }
}

/** Formats the large price on the card: in the merchant's currency, or in the token where there is none. */
export function formatPrice({ charge, quote, price }: PaymentOption, formatter: Formatter): string {
  const local = charge.pricing?.local
  if (charge.pricing_type === 'fixed_price' && local)
    return formatter.formatMoney(local.amount, local.currency)
  return formatter.formatToken(price || quote.amount, quote.token)
}

/** Formats the amount that will be transferred, in the token. */
export function formatOwed(quote: Quote, formatter: Formatter): string {
  return formatter.formatToken(quote.amount, quote.token)
}

/** Shortens an address or hash to its first and last digits, so that people can compare it. */
export function shortenHex(hex: string): string {
  return hex.length > 13 ? `${hex.slice(0, 6)}…${hex.slice(-4)}` : hex
}

/**
 * Returns the language of an element: its nearest `lang`. Undefined, for the browser's language, where that is
 * missing or empty.
 */
export function getLocale(element: Element): string | undefined {
  const lang = element.closest('[lang]')?.getAttribute('lang')
  try {
    return Intl.getCanonicalLocales(lang ?? [])[0]
  } catch {
    // An invalid `lang` of the page must not prevent the price from being shown.
    return undefined
  }
}
