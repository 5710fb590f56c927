import { html } from 'hono/html'
import type { PaymentLink, PaymentLinkState } from '../../../../api/schemas/payment-links.ts'
import { formatMoney, type Money, renderForeign } from '../../../texts/format.ts'
import { renderCopy } from '../../copy.ts'
import { renderDeskPage } from '../../document.ts'
import { renderState, type State } from '../../format.ts'
import type { DeskLanguage } from '../../language.ts'
import { buildPath, linkTo } from '../../paths.ts'
import type { Content, DeskView, Html } from '../../view.ts'
import { renderEmpty, renderTop } from '../panel.ts'

/** How the state of a link is shown. */
export const linkStates: Readonly<Record<PaymentLinkState, State>> = {
  open: { kind: 'ok', icon: 'check', text: 'linkOpen' },
  taken: { kind: 'wait', icon: 'clock', text: 'linkTaken' },
  paid: { kind: 'ok', icon: 'check', text: 'paid' },
  expired: { kind: 'no', icon: 'x', text: 'expired' },
  ended: { kind: 'no', icon: 'x', text: 'linkEnded' },
}

/** Returns the price of a link, as its merchant asked for it. */
export function formatLinkPrice(
  { pricing_type, local_price: { amount, currency } }: PaymentLink,
  { locale, text }: DeskLanguage,
): Money | string {
  return pricing_type === 'fixed_price' ? formatMoney(amount, currency, locale) : text('anyAmount')
}

/** Renders the payments of a link so far, of those that it can have. */
export function renderCount(
  { payments_count: count, max_payments: max }: PaymentLink,
  { locale, text }: DeskLanguage,
): Content {
  const numbers = new Intl.NumberFormat(locale)
  const made = numbers.format(count)
  return max === null ? made : text('linkOf', { count: made, max: numbers.format(max) })
}

/** Renders the list of links. */
export function renderLinks(view: DeskView, links: readonly PaymentLink[], hasMore: boolean): Html {
  const { language } = view
  const { text } = language
  const action = view.may(buildPath('/links/new'))
    ? html`<a class="btn main" href="${linkTo(view, '/links/new')}">${text('newLink')}</a>`
    : ''
  const table = html`<table class="rows orders"><thead><tr><th scope="col">${text('paymentLink')}</th><th scope="col">${text('address')}</th><th scope="col">${text('state')}</th><th scope="col" class="num">${text('amount')}</th><th scope="col" class="num">${text('linkPayments')}</th></tr></thead>
<tbody>${links.map((link) => renderRow(view, link))}</tbody></table>`
  return renderDeskPage(
    view,
    text('links'),
    html`${renderTop(text('links'), text('newLinkText'), action)}
<section class="panel">${links.length > 0 ? table : renderEmpty(text('linksNone'))}
${hasMore ? html`<nav class="pages" aria-label="${text('pages')}"><a class="btn" href="${linkTo(view, '/links', {}, { after: links.at(-1)?.id })}">${text('older')}</a></nav>` : ''}
</section>`,
  )
}

function renderRow(view: DeskView, link: PaymentLink): Html {
  const { language } = view
  const { url, code } = link
  return html`<tr><td><a class="row" href="${linkTo(view, '/links/:uuid', { uuid: link.id })}">${renderForeign(link.name)}</a></td><td class="mail"><span class="short"><code dir="ltr" title="${url}">${code}</code>${renderCopy(language, url, language.text('paymentLink'))}</span></td><td>${renderState(linkStates[link.state], language)}</td><td class="num">${formatLinkPrice(link, language)}</td><td class="num note">${renderCount(link, language)}</td></tr>`
}
