import { randomUUID } from 'node:crypto'
import { html, raw } from 'hono/html'
import { isWebUrl } from '../../../api/formats.ts'
import { readOrderDetails } from '../../charges/order-details.ts'
import {
  type Html,
  renderAttribute,
  renderDocument,
  renderPrice,
} from '../../payment-page/document.ts'
import { renderMessagePage } from '../../payment-page/html.ts'
import { getStoreName, readHexColor } from '../../payment-page/link.ts'
import { describeNothing, describeOffer } from '../../payment-page/link-preview/facts.ts'
import { renderPreviewTags } from '../../payment-page/link-preview/tags.ts'
import { renderHelp, renderOrder } from '../../payment-page/order.ts'
import { formatBrandCss } from '../../payment-page/refund-html.ts'
import { fillText, formatMoney, renderForeign, toText } from '../../texts/format.ts'
import type { Language } from '../../texts/language.ts'
import { getLinkUrl, type PaymentLinkRecord } from '../payment-links.ts'
import { getLinkCurrency } from '../replies.ts'
import type { FoundLink } from '../store/payment-links.ts'
import { type EnteredForm, renderAmounts, renderFields, renderQuantity } from './fields.ts'

/** Where the files of the payment page are, from a link's page. */
const assets = '../pay/assets/'

/** The name of the form's field that tells one opening of the page from another. */
export const visitField = 'visit'

/** Renders the page of a link that takes payments: the offer, and the form that a customer continues with. */
export function renderLinkPage(
  found: FoundLink,
  entered: EnteredForm,
  { publicUrl, language }: { publicUrl: string; language: Language },
): Html {
  const { link, account } = found
  const { brand } = account
  const { locale, texts } = language
  const store = getStoreName(account)
  const price = formatLinkPrice(link, locale)
  const preview = describeLinkOffer(found, language)
  const color = readHexColor(brand.color)
  const charge = {
    order: readOrderDetails(link.charge),
    status: 'NEW' as const,
    successUrl: '',
    cancelUrl: '',
    livemode: link.livemode,
    localCurrency: getLinkCurrency(link),
  }
  const view = { charge, store, logo: isWebUrl(brand.logoUrl) ? brand.logoUrl : undefined, price }
  const badge = link.livemode ? '' : html` <span class="test">${texts.paymentPage.test}</span>`
  return renderDocument(
    preview.title,
    html`${renderPreviewTags(preview, getLinkUrl(link, publicUrl))}
${color ? html`<meta name="theme-color" content="${color}">` : ''}<style>${raw(formatBrandCss(account))}</style>`,
    html`<div class="page">
${renderOrder(view, language)}
<main class="pay"><div class="refund"><form class="card offer" method="post"><input type="hidden" name="${visitField}" value="${entered.values.get(visitField) ?? randomUUID()}">
<p class="head">${price ? texts.paymentPage.total : renderForeign(store)}${badge}</p>
${renderPrice(price ?? texts.paymentPage.anyAmount)}
${link.imageUrl ? html`<img class="picture"${renderAttribute('src', link.imageUrl)} alt="">` : ''}
<div class="ruled">${renderAmounts(link, entered, language)}${renderQuantity(link, entered, language)}${renderFields(link, entered, language)}
<button class="button first end">${texts.linkPage.next}</button></div>
</form></div></main>
${renderHelp({ charge, store, supportUrl: brand.supportUrl }, language)}
</div>`,
    language,
    assets,
  )
}

/** Returns the price of a link; undefined where the customer chooses the amount. */
export function formatLinkPrice({ charge }: PaymentLinkRecord, locale: string) {
  const amount = charge.local_price?.amount
  if (charge.pricing_type !== 'fixed_price' || amount === undefined) return undefined
  return formatMoney(amount, charge.local_price?.currency ?? 'USD', locale)
}

/** Returns what messengers are told of a link that takes payments. */
export function describeLinkOffer(
  { link, account }: Pick<FoundLink, 'link' | 'account'>,
  language: Language,
) {
  return describeOffer(
    {
      store: getStoreName(account),
      name: link.charge.name,
      price: toText(formatLinkPrice(link, language.locale) ?? ''),
      color: readHexColor(account.brand.color),
      livemode: link.livemode,
    },
    language,
  )
}

/** Why a link takes no payment now. */
export type LinkRefusal = 'notFound' | 'ended' | 'expired' | 'paid' | 'taken' | 'busy'

/** Renders the page of a link that takes no payment now. */
export function renderRefusal(
  refusal: LinkRefusal,
  found: FoundLink | undefined,
  language: Language,
): Html {
  const { title, text } = describeRefusal(refusal, found, language)
  if (refusal === 'notFound') return renderMessagePage(title, text, language, '', assets)
  const preview = describeNothing(found ? getStoreName(found.account) : '', language)
  return renderMessagePage(title, text, language, renderPreviewTags(preview), assets)
}

/** Says why a link takes no payment now, and what a customer can do. */
export function describeRefusal(
  refusal: LinkRefusal,
  found: FoundLink | undefined,
  language: Language,
): { title: string; text: string } {
  const { linkPage: texts, paymentPage } = language.texts
  if (refusal === 'notFound') return { title: paymentPage.notFound, text: paymentPage.notFoundText }
  const store = found ? getStoreName(found.account) : ''
  const text =
    refusal === 'taken'
      ? describeWait(getWaitMs(refusal, found), language)
      : texts[`${refusal}Text`]
  return { title: texts[refusal], text: fillText(text, { store }) }
}

/** Returns the milliseconds until a link that is taken may be free again; undefined for any other, and where that is not known. */
export function getWaitMs(refusal: LinkRefusal, found: FoundLink | undefined): number | undefined {
  const freeAt = refusal === 'taken' ? found?.use.freeAt : undefined
  return freeAt && Math.max(freeAt.getTime() - Date.now(), 0)
}

/** Says when a link that is taken may be free again. */
function describeWait(waitMs: number | undefined, { locale, texts }: Language): string {
  if (waitMs === undefined) return texts.linkPage.takenTextUnknown
  const minutes = Math.max(1, Math.ceil(waitMs / 60_000))
  const when = new Intl.RelativeTimeFormat(locale).format(minutes, 'minute')
  return fillText(texts.linkPage.takenText, { when })
}

/** Renders the page that thanks a customer whose charge is paid. */
export function renderThanks(
  { link, account }: Pick<FoundLink, 'link' | 'account'>,
  chargeId: string,
  language: Language,
): Html {
  const { linkPage: texts } = language.texts
  const preview = describeNothing(getStoreName(account), language)
  return renderMessagePage(
    texts.thanks,
    html`${renderForeign(link.thankYou)}</p><p><a class="contact" href="../../../pay/${chargeId}">${texts.seePayment}</a>`,
    language,
    renderPreviewTags(preview),
    `../../${assets}`,
  )
}
