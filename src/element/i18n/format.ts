import { readLocale } from '../../api/formats.ts'
import type { PaymentOption, Quote } from '../../checkout/quote/payment-option.ts'
import type { Formatter } from '../../money.ts'

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
    return readLocale(lang ?? '') || undefined
  } catch {
    // An invalid `lang` of the page must not prevent the price from being shown.
    return undefined
  }
}

/** Counts the characters of a text that are drawn: the marks and isolates of text directions are not. */
export const countDrawn = (text: string): number =>
  text.replace(/[\u200e\u200f\u2068\u2069]/g, '').length
