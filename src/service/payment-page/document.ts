import { html } from 'hono/html'
import { type Html, type Money, toText } from '../texts/format.ts'

export type { Html }

/**
 * Renders a whole HTML document.
 *
 * @param assets the folder of its files, relative to the page
 */
export function renderDocument(
  title: string,
  head: Html | string,
  body: Html,
  { locale, dir }: { locale: string; dir: 'ltr' | 'rtl' },
  assets = 'assets/',
): Html {
  return html`<!doctype html>
<html lang="${locale}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets}page.css">
${head}
</head>
<body>
${body}
</body>
</html>`
}

/** Renders an attribute with a space before it; nothing for an empty value. */
export function renderAttribute(name: string, value: string | undefined): Html | string {
  return value ? html` ${name}="${value}"` : ''
}

/** Renders the price of a page in the size that its length leaves (style.ts): a number does not break. */
export function renderPrice(price: Money | string): Html {
  const { length } = toText(price)
  return html`<p class="price${length > 11 ? ` of${Math.min(length, maxPriceLength)}` : ''}">${price}</p>`
}

/** The most characters of a price that shrinks with each. */
export const maxPriceLength = 40
