import { formatAmount } from '../../amount.ts'
import type { Deal, Quote, Token } from '../../checkout/quote/payment-option.ts'

/** Formats amounts for one payer's language. */
export interface Formats {
  /** BCP 47; undefined for the browser's language. */
  locale: string | undefined
  /** Formats a price in its currency: `$19.99`. */
  money(amount: string, currency: string): string
  /** Formats base units of a token: `19.99 DUSD`. */
  token(units: bigint, token: Pick<Token, 'decimals' | 'symbol'>): string
  /** Formats base units rounded to three significant digits, for a network fee: `0.0000796 ETH`. */
  rough(units: bigint, token: Pick<Token, 'decimals' | 'symbol'>): string
}

/**
 * Creates {@link Formats}. Intl accepts decimal text exactly, so no amount passes through floating point (ECMA-402).
 */
export function createFormats(locale: string | undefined): Formats {
  const token = (
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
    money(amount, currency) {
      // Intl throws for anything that is not an ISO 4217 code, such as a token's symbol.
      const options = /^[a-z]{3}$/i.test(currency) && { style: 'currency' as const, currency }
      const format = new Intl.NumberFormat(locale, { ...options, maximumFractionDigits: 77 })
      // In right-to-left text, a currency sign at the end, as in US$, would be separated from its letters.
      const text = format
        .format(amount as Intl.StringNumericLiteral)
        .replace(/\u200f.*/, '$&\u200e')
      return options ? text : `${text} ${currency}`
    },
    token: (units, of) => token(units, of, { maximumFractionDigits: 77 }),
    rough: (units, of) => token(units, of, { maximumSignificantDigits: 3 }),
  }
}

/** Formats the large price on the card: in the merchant's currency, or in the token where there is none. */
export function bigPrice({ charge, quote, price }: Deal, formats: Formats): string {
  const local = charge.pricing?.local
  if (charge.pricing_type === 'fixed_price' && local)
    return formats.money(local.amount, local.currency)
  return formats.token(price || quote.amount, quote.token)
}

/** Formats the amount that will be transferred, in the token. */
export function owed(quote: Quote, formats: Formats): string {
  return formats.token(quote.amount, quote.token)
}

/** Shortens an address or hash to its first and last digits, so that people can compare it. */
export function shortHex(hex: string): string {
  return hex.length > 13 ? `${hex.slice(0, 6)}…${hex.slice(-4)}` : hex
}

/**
 * Returns the language of an element: its nearest `lang`. Undefined, for the browser's language, where that is
 * missing or empty.
 */
export function localeAt(element: Element): string | undefined {
  const lang = element.closest('[lang]')?.getAttribute('lang')
  try {
    return Intl.getCanonicalLocales(lang ?? [])[0]
  } catch {
    // An invalid `lang` of the page must not prevent the price from being shown.
    return undefined
  }
}
