import { formatAmount } from '../amount.ts'
import type { Deal, Quote, Token } from '../checkout/deal.ts'

/** Formats for one payer's language. */
export interface Formats {
  /** BCP 47; undefined for the browser's own. */
  locale: string | undefined
  /** A price in its currency: `$19.99`. */
  money(amount: string, currency: string): string
  /** Base units of a token: `19.99 DUSD`. */
  token(units: bigint, token: Pick<Token, 'decimals' | 'symbol'>): string
  /** The same to three digits, for a network's fee: `0.0000796 ETH`. */
  rough(units: bigint, token: Pick<Token, 'decimals' | 'symbol'>): string
}

/** Makes {@link Formats}. Intl takes decimal text as it is, so no digit passes through floating point (ECMA-402). */
export function createFormats(locale: string | undefined): Formats {
  const token = (
    units: bigint,
    { decimals, symbol }: Pick<Token, 'decimals' | 'symbol'>,
    digits: Intl.NumberFormatOptions,
  ) => {
    const text = formatAmount(units, decimals)
    // One place alone looks like a mistake in a price: 34.50, not 34.5.
    const minimumFractionDigits = /\.\d$/.test(text) ? 2 : 0
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits, ...digits })
    return `${format.format(text as Intl.StringNumericLiteral)} ${symbol}`
  }
  return {
    locale,
    money(amount, currency) {
      // Intl throws at what is no ISO 4217 code, such as a token's symbol.
      const options = /^[a-z]{3}$/i.test(currency) && { style: 'currency' as const, currency }
      const format = new Intl.NumberFormat(locale, { ...options, maximumFractionDigits: 77 })
      // A sign that ends a text from right to left, as in US$, would be torn from its letters.
      const text = format
        .format(amount as Intl.StringNumericLiteral)
        .replace(/\u200f.*/, '$&\u200e')
      return options ? text : `${text} ${currency}`
    },
    token: (units, of) => token(units, of, { maximumFractionDigits: 77 }),
    rough: (units, of) => token(units, of, { maximumSignificantDigits: 3 }),
  }
}

/** What is large on the card: the price in the merchant's currency, or in the token where there is none. */
export function bigPrice({ charge, quote, price }: Deal, formats: Formats): string {
  const local = charge.pricing?.local
  if (charge.pricing_type === 'fixed_price' && local)
    return formats.money(local.amount, local.currency)
  return formats.token(price || quote.amount, quote.token)
}

/** What the transfer will be, in the token. */
export function owed(quote: Quote, formats: Formats): string {
  return formats.token(quote.amount, quote.token)
}

/** An address short enough to compare: its first and last digits. */
export function shortHex(hex: string): string {
  return hex.length > 13 ? `${hex.slice(0, 6)}…${hex.slice(-4)}` : hex
}

/** The language of a place in the page: its nearest `lang`, else the browser's; so it is too where that is empty, for unknown. */
export function localeAt(element: Element): string | undefined {
  const lang = element.closest('[lang]')?.getAttribute('lang')
  try {
    return Intl.getCanonicalLocales(lang ?? [])[0]
  } catch {
    // A page's own mistake in `lang` is no reason to show no price.
    return undefined
  }
}
