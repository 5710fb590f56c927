import { html } from 'hono/html'
import { isSupportUrl, isWebUrl } from '../../api/formats.ts'
import type { LineItem } from '../../api/schemas/charges/line-item.ts'
import { toOrderFields } from '../charges/order-details.ts'
import type { ChargeRecord } from '../charges/records.ts'
import { fillText, formatMoney, type Money, renderForeign } from '../texts/format.ts'
import type { Language } from '../texts/language.ts'
import { type Html, renderAttribute } from './document.ts'

// The order next to the card: its items, its payer and its price.

/** The parts of a charge and its merchant that the order shows. */
export interface OrderView {
  charge: Pick<
    ChargeRecord,
    'order' | 'status' | 'successUrl' | 'cancelUrl' | 'livemode' | 'localCurrency'
  >
  /** The merchant's name; '' where there is none. */
  store: string
  logo: string | undefined
  /** The price as the merchant asked for it; undefined where the payer chooses the amount. */
  price: Money | undefined
}

/** Renders the store, as a link back, and the order. Lines are folded on a phone, so that Pay is near. */
export function renderOrder(view: OrderView, language: Language): Html {
  const { charge, store, price } = view
  const { paymentPage: texts } = language.texts
  const {
    name,
    description,
    line_items: lines,
    payer_email_hint: email,
  } = toOrderFields(charge.order)
  const heading = name ? renderForeign(name) : fillText(texts.heading, { store })
  const note = [description, email]
    .filter(Boolean)
    .map((text) => html`<p class="for">${renderForeign(text)}</p>`)
  return html`<header class="order"><div>
${renderStore(view, language)}
<h1>${heading}</h1>
${note}
${
  price
    ? html`<details><summary><span>${texts.details}</span><b>${price}</b></summary>
${lines.length > 0 ? html`<ul class="items">${lines.map((line) => renderLine(line, charge.localCurrency, language))}</ul>` : ''}
<dl class="sums"><dt>${texts.total}</dt><dd><b>${price}</b></dd>${charge.order.taxNote ? html`<dd class="tax">${renderForeign(charge.order.taxNote)}</dd>` : ''}</dl></details>`
    : ''
}
</div></header>`
}

/** Renders the note about who holds the money on its way, or that there is none, and where the store is reached. */
export function renderHelp(
  { charge, store, supportUrl }: Pick<OrderView, 'charge' | 'store'> & { supportUrl: string },
  language: Language,
): Html {
  const { paymentPage: texts } = language.texts
  return html`<footer class="help"><div><p>${charge.livemode ? texts.custody : texts.testHelp}</p>
${renderContact({ store, supportUrl }, language)}</div></footer>`
}

/** Renders the link to the store's contact; nothing where it has none. */
export function renderContact(
  { store, supportUrl }: { store: string; supportUrl: string },
  { texts: { paymentPage: texts } }: Language,
): Html | string {
  if (!isSupportUrl(supportUrl)) return ''
  return html`<p>${texts.questions} <a class="contact"${renderAttribute('href', supportUrl)} rel="noreferrer">${fillText(texts.contact, { store })}</a></p>`
}

function renderStore(
  { charge, store, logo }: OrderView,
  { texts: { paymentPage: texts } }: Language,
): Html | string {
  const name = html`${logo ? html`<img src="${logo}" alt="">` : ''}<span>${renderForeign(store)}</span>`
  // A store may take whoever comes to its cancel URL for somebody who did not pay.
  const url = charge.status === 'COMPLETED' ? charge.successUrl : charge.cancelUrl
  if (!isWebUrl(url)) return html`<p class="store">${name}</p>`
  const label = fillText(texts.returnTo, { store })
  return html`<a class="store"${renderAttribute('href', url)}${renderAttribute('aria-label', label)} rel="noreferrer"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M15 5l-7 7 7 7"/></svg>${name}</a>`
}

function renderLine(
  { name, description, quantity, unit_amount, amount }: LineItem,
  currency: string,
  { locale }: Language,
): Html {
  const money = (text: string) => formatMoney(text, currency, locale)
  const details = description ? [renderForeign(description)] : []
  if (quantity !== 1) details.push(html`${quantity} × ${money(unit_amount)}`)
  const note = details.map((part, index) => html`${index ? ' · ' : ''}${part}`)
  return html`<li><span><b>${renderForeign(name)}</b>${note.length > 0 ? html`<small>${note}</small>` : ''}</span>${money(amount)}</li>`
}
