import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { formatAmount } from '../../amount.ts'
import { isWebUrl } from '../../api/formats.ts'
import type { ChargeRecord, MerchantAccount } from '../domain/records.ts'
import { getHostedUrl } from '../domain/replies.ts'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/**
 * Renders the payment page of a charge. The HTML contains brand and price, which are visible until the element's script
 * has loaded; then the element covers them. All URLs are relative: the page works below any path, and behind any host.
 *
 * @param page `scriptTags`: the HTML that loads the element, with the hash of every file; `quoteKey`: the key that signs
 * this account's quotes, where the service has one
 */
export function renderChargePage(
  charge: ChargeRecord,
  account: MerchantAccount,
  {
    publicUrl,
    scriptTags,
    quoteKey,
  }: { publicUrl: string; scriptTags: string; quoteKey?: string | undefined },
): Html {
  const { brand } = account
  const name = brand.organizationName || account.name
  const logo = isWebUrl(brand.logoUrl) ? brand.logoUrl : undefined
  const price = formatPrice(charge)
  const title = name ? `Pay ${price} to ${name}` : `Pay ${price}`
  const color = readHexColor(brand.color)
  return renderDocument(
    title,
    html`<meta name="description" content="${title}">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${`Pay with ${charge.quote.symbol} from your wallet.`}">
<meta property="og:url" content="${getHostedUrl(charge, publicUrl)}">
${name ? html`<meta property="og:site_name" content="${name}">` : ''}
${logo ? html`<meta property="og:image" content="${logo}">` : ''}
${color ? html`<meta name="theme-color" content="${color}">` : ''}
${raw(scriptTags)}`,
    // An empty lang means an unknown language (HTML, 3.2.6.1): the element then uses the browser's, not the page's
    // `en`.
    html`<pay-charge lang="" proxy="${charge.id}" charge-id="${charge.id}"${renderAttribute('success-url', charge.successUrl)}${renderAttribute('cancel-url', charge.cancelUrl)}${renderAttribute('brand-color', color)}${renderAttribute('brand-logo', logo)}${renderAttribute('brand-name', name)}${renderAttribute('quote-key', quoteKey)}>
<div class="card" lang="en">
<p class="brand">${logo ? html`<img src="${logo}" alt="">` : ''}${name}</p>
<p class="price">${price}</p>
<noscript><p>This page needs JavaScript, to reach your wallet.</p></noscript>
</div>
</pay-charge>`,
  )
}

/** Renders the page for a URL that names no charge. */
export function renderNotFoundPage(): Html {
  return renderMessagePage(
    'There is nothing to pay here',
    'This payment link isn’t valid. Check that you copied the whole link, or ask the store for a new one.',
  )
}

/** Renders the page for an operator who has not built the widget. */
export function renderNotBuiltPage(): Html {
  return renderMessagePage(
    'The payment page is not ready',
    'The widget was not built. Whoever runs this service: run “npm run build”, then load this page again.',
  )
}

/** Renders the page for a charge that could not be read. */
export function renderFailedPage(): Html {
  return renderMessagePage(
    'This page could not be loaded',
    'Nothing was paid. Please try again in a moment.',
  )
}

function renderMessagePage(title: string, text: string): Html {
  return renderDocument(title, '', html`<div class="card"><h1>${title}</h1><p>${text}</p></div>`)
}

function renderDocument(title: string, head: Html | string, body: Html): Html {
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

/** Renders an attribute with a space before it; nothing for an empty value. */
function renderAttribute(name: string, value: string | undefined): Html | string {
  return value ? html` ${name}="${value}"` : ''
}

const dollarFormat = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 8,
})

/** Returns the price as the merchant asked for it; for a no_price charge the suggested amount, or `any amount`. */
function formatPrice({ pricingType, localAmount, quote }: ChargeRecord): string {
  // Intl formats decimal text without converting it to floating point, so no digit is lost (ECMA-402).
  if (pricingType === 'fixed_price')
    return dollarFormat.format(localAmount as Intl.StringNumericLiteral)
  const suggested = formatAmount(quote.amount, quote.decimals)
  return suggested === '0' ? 'any amount' : `${suggested} ${quote.symbol}`
}

/** Returns the brand's color if it is a hex color that every browser supports. */
function readHexColor(text: string): string | undefined {
  return /^#([\da-f]{3}|[\da-f]{6})$/i.test(text) ? text : undefined
}
