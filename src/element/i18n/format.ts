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
  /** Formats base units rounded to three significant digits, for a network fee: `0.0000796 ETH`. */
  formatRounded(units: bigint, token: Pick<Token, 'decimals' | 'symbol'>): string
}

/**
 * Creates {@link Formatter}. Intl accepts decimal text exactly, so no amount passes through floating point (ECMA-402).
 */
export function createFormatter(locale: string | undefined): Formatter {
  const formatUnits = (
    units: bigint,
    { decimals, symbol }: Pick<Token, 'decimals' | 'symbol'>,
    digits: Intl.NumberFormatOptions,
  ) => {
    const text = formatAmount(units, decimals)
    // A single decimal place looks like a mistake in a price: 34.50, not 34.5.
    const minimumFractionDigits = /\.\d$/.test(text) ? 2 : 0
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits, ...digits })
    return `${format.format(text as Intl.StringNumericLiteral)} ${symbol}`
  }
  return {
    locale,
    formatMoney(amount, currency) {
      // Intl throws for anything that is not an ISO 4217 code, such as a token's symbol.
      const options = /^[a-z]{3}$/i.test(currency) && { style: 'currency' as const, currency }
      const format = new Intl.NumberFormat(locale, { ...options, maximumFractionDigits: 77 })
      // In right-to-left text, a currency sign at the end, as in US$, would be separated from its letters.
      const text = format
        .format(amount as Intl.StringNumericLiteral)
        .replace(/\u200f.*/, '$&\u200e')
      return options ? text : `${text} ${currency}`
    },
    formatToken: (units, of) => formatUnits(units, of, { maximumFractionDigits: 77 }),
    formatRounded: (units, of) => formatUnits(units, of, { maximumSignificantDigits: 3 }),
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
