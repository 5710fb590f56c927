import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { formatAmount } from '../../amount.ts'
import { isWebUrl } from '../../api/fields.ts'
import type { Account, ChargeRecord } from '../domain/records.ts'
import { payLink } from '../domain/replies.ts'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/**
 * The payment page of a charge. Brand and price stand in the HTML, where the element shows them until its script has
 * come; it covers them then. All addresses are relative: the page works below any path, and behind any host.
 */
export function chargePage(charge: ChargeRecord, account: Account, publicUrl: string): Html {
  const { brand } = account
  const name = brand.organizationName || account.name
  const logo = isWebUrl(brand.logoUrl) ? brand.logoUrl : undefined
  const price = priceText(charge)
  const title = name ? `Pay ${price} to ${name}` : `Pay ${price}`
  const color = hexColor(brand.color)
  return shell(
    title,
    html`<meta name="description" content="${title}">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${`Pay by ${charge.quote.symbol} from your own wallet.`}">
<meta property="og:url" content="${payLink(charge, publicUrl)}">
${name ? html`<meta property="og:site_name" content="${name}">` : ''}
${logo ? html`<meta property="og:image" content="${logo}">` : ''}
${color ? html`<meta name="theme-color" content="${color}">` : ''}
<script type="module" src="assets/pay-charge.js"></script>`,
    // No language is known (HTML, 3.2.6.1): the element speaks the browser's, and not that of this page's few words.
    html`<pay-charge lang="" proxy="${charge.id}" charge-id="${charge.id}"${attribute('success-url', charge.successUrl)}${attribute('cancel-url', charge.cancelUrl)}${attribute('brand-color', color)}${attribute('brand-logo', logo)}${attribute('brand-name', name)}>
<div class="card" lang="en">
<p class="brand">${logo ? html`<img src="${logo}" alt="">` : ''}${name}</p>
<p class="price">${price}</p>
<noscript><p>This page needs JavaScript, to reach your wallet.</p></noscript>
</div>
</pay-charge>`,
  )
}

/** For an address that names no charge. */
export function notFoundPage(): Html {
  return message(
    'There is nothing to pay here',
    'This address names no charge. Check that the link is complete, or ask the shop for a new one.',
  )
}

/** For an operator who has not built the widget. */
export function notBuiltPage(): Html {
  return message(
    'The payment page is not ready',
    'The widget was not built. Whoever runs this service: run “npm run build”, then load this page again.',
  )
}

/** For a page whose charge could not be read. */
export function failedPage(): Html {
  return message('This page could not be loaded', 'Nothing was paid. Please try again in a moment.')
}

function message(title: string, text: string): Html {
  return shell(title, '', html`<div class="card"><h1>${title}</h1><p>${text}</p></div>`)
}

function shell(title: string, head: Html | string, body: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="assets/page.css">
${head}
</head>
<body>
<main>${body}</main>
</body>
</html>`
}

/** An attribute with a blank before it; nothing for an empty value. */
function attribute(name: string, value: string | undefined): Html | string {
  return value ? html` ${name}="${value}"` : ''
}

const dollars = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 8,
})

/** As the merchant asked for it; of no_price what is suggested, or that the payer chooses. */
function priceText({ pricingType, localAmount, quote }: ChargeRecord): string {
  // Intl takes decimal text as it is, so no digit passes through floating point (ECMA-402).
  if (pricingType === 'fixed_price') return dollars.format(localAmount as Intl.StringNumericLiteral)
  const suggested = formatAmount(quote.amount, quote.decimals)
  return suggested === '0' ? 'any amount' : `${suggested} ${quote.symbol}`
}

/** The brand's colour, where it is one that every browser reads. */
function hexColor(text: string): string | undefined {
  return /^#([\da-f]{3}|[\da-f]{6})$/i.test(text) ? text : undefined
}
