import { html, raw } from 'hono/html'
import { isWebUrl } from '../../api/formats.ts'
import type { MerchantAccount } from '../accounts/accounts.ts'
import type { ChargeRecord } from '../charges/records.ts'
import { getHostedUrl } from '../charges/replies.ts'
import { fillText, renderForeign } from '../texts/format.ts'
import type { Language } from '../texts/language.ts'
import { type Html, renderAttribute, renderDocument, renderPrice } from './document.ts'
import { describeLink, formatPrice, getStoreName, readHexColor } from './link.ts'
import { renderPreviewTags } from './link-preview/tags.ts'
import { renderHelp, renderOrder } from './order.ts'

/**
 * Renders the payment page of a charge, with the order next to the card. The HTML contains brand and price, which are visible until
 * the element's script has loaded; then the element covers them. All URLs are relative: the page works below any path, and behind
 * any host.
 *
 * @param page `scriptTags`: the HTML that loads the element, with the hash of every file; `quoteKey`: the key that signs
 * this account's quotes, where the service has one; `language`: of the order
 */
export function renderChargePage(
  charge: ChargeRecord,
  account: MerchantAccount,
  {
    publicUrl,
    scriptTags,
    quoteKey,
    language,
  }: {
    publicUrl: string
    scriptTags: string
    quoteKey?: string | undefined
    language: Language
  },
): Html {
  const { brand } = account
  const {
    locale,
    texts: { paymentPage: texts },
  } = language
  const store = getStoreName(account)
  const logo = isWebUrl(brand.logoUrl) ? brand.logoUrl : undefined
  const price = formatPrice(charge, locale)
  const color = readHexColor(brand.color)
  const view = { charge, store, logo, price }
  const preview = describeLink(charge, account, language)
  const title = preview.picture
    ? fillText(texts.payTo, { price: price ?? texts.anyAmount, store })
    : preview.title
  return renderDocument(
    title,
    html`${renderPreviewTags(preview, getHostedUrl(charge, publicUrl))}
${color ? html`<meta name="theme-color" content="${color}">` : ''}
${raw(scriptTags)}`,
    // The brand is the charge's: as attributes it is on the screen before the charge is loaded.
    // An empty lang means an unknown language (HTML, 3.2.6.1): the element then uses the browser's own. Its summary is empty, since
    // the order is next to the card. So are the store's name, which is also the way out: the card's head names the price, and has no Cancel.
    html`<div class="page">
${renderOrder(view, language)}
<main class="pay"><div><pay-charge lang="" proxy="${charge.id}" charge-id="${charge.id}"${renderAttribute('brand-color', color)}${renderAttribute('brand-logo', logo)}${renderAttribute('brand-name', brand.organizationName)}${renderAttribute('quote-key', quoteKey)} hide="cancel">
<span slot="summary" hidden></span>
${price ? html`<span slot="heading" lang="${locale}">${texts.total}</span>\n` : ''}<div class="card" lang="${locale}">
<p class="head">${price ? texts.total : renderForeign(store)}${charge.livemode ? '' : html` <span class="test">${texts.test}</span>`}</p>
${renderPrice(price ?? texts.anyAmount)}
<noscript><p>${texts.noScript}</p></noscript>
</div>
</pay-charge></div></main>
${renderHelp({ charge, store, supportUrl: brand.supportUrl }, language)}
</div>`,
    language,
  )
}

/** Renders the page for the URL of an unknown charge. */
export function renderNotFoundPage(language: Language): Html {
  const { notFound, notFoundText } = language.texts.paymentPage
  return renderMessagePage(notFound, notFoundText, language)
}

/**
 * Renders the page for a charge that could not be read or shown.
 *
 * @param reason a comment for the operator, whom the payer cannot help
 * @param assets the folder of its files, relative to the page
 */
export function renderFailedPage(language: Language, reason = '', assets?: string): Html {
  const { failed, failedText } = language.texts.paymentPage
  const comment = reason && raw(`<!-- ${reason} -->`)
  return renderMessagePage(failed, failedText, language, comment, assets)
}

/**
 * Renders a page that says one thing.
 *
 * @param assets the folder of its files, relative to the page
 */
export function renderMessagePage(
  title: string,
  text: Html | string,
  language: Language,
  head: Html | string = '',
  assets?: string,
): Html {
  const card = html`<main class="message"><div class="card"><h1>${title}</h1><p>${text}</p></div></main>`
  return renderDocument(title, head, card, language, assets)
}
