import { html } from 'hono/html'
import type { ReducedCharge } from '../../../../api/schemas/charges/charge.ts'
import type { PaymentLink } from '../../../../api/schemas/payment-links.ts'
import { formatMoney, renderForeign } from '../../../texts/format.ts'
import { renderCopy } from '../../copy.ts'
import { renderDeskPage } from '../../document.ts'
import { renderState, renderTime } from '../../format.ts'
import { icon } from '../../icons.ts'
import { buildPath, linkTo } from '../../paths.ts'
import { drawCode } from '../../qr-code.ts'
import { type Content, type DeskView, type Html, renderAction } from '../../view.ts'
import { renderChargeTable } from '../charges/charges.ts'
import { renderEmpty, renderFacts, renderPanel, renderTop } from '../panel.ts'
import { formatLinkPrice, linkStates, renderCount } from './list.ts'

/** Renders the page of a link: how it is sent or pasted, its charges, and what it asks for. */
export function renderLink(
  view: DeskView,
  link: PaymentLink,
  charges: { data: readonly ReducedCharge[]; hasMore: boolean; tags: string | undefined },
): Html {
  const { language } = view
  const { text } = language
  const like = view.may(buildPath('/links/new'))
    ? html`<a class="btn" href="${linkTo(view, '/links/new', {}, { like: link.id })}">${text('linkLike')}</a>`
    : ''
  return renderDeskPage(
    view,
    link.name,
    html`<a class="up" href="${linkTo(view, '/links')}">${icon('back')}${text('links')}</a>
${renderTop(link.name, html`${renderState(linkStates[link.state], language)} · ${formatLinkPrice(link, language)}`, like)}
${renderSending(view, link)}${renderTags(view, link, charges.tags)}
${renderPanel(
  { title: text('linkPayments'), note: renderCount(link, language) },
  charges.data.length > 0
    ? html`${renderChargeTable(view, charges.data)}${charges.hasMore ? html`<nav class="pages" aria-label="${text('pages')}"><a class="btn" href="${linkTo(view, '/links/:uuid', { uuid: link.id }, { after: charges.data.at(-1)?.id })}">${text('older')}</a></nav>` : ''}`
    : renderEmpty(text('linkUnpaid')),
)}
${renderDetails(view, link)}`,
  )
}

/** Renders the link as text and as code; nothing once it makes no charge any more. */
function renderSending(view: DeskView, { id, url, state }: PaymentLink): Content {
  if (state !== 'open' && state !== 'taken') return ''
  const { language } = view
  const { text } = language
  const code = (format: 'svg' | 'png') =>
    linkTo(view, '/links/:uuid/code/:format', { uuid: id, format })
  return renderPanel(
    { title: text('linkSend'), note: text('linkSendText') },
    html`<div class="pad ask-link"><img src="${drawCode(url)}" alt="${text('qrCode')}" width="148" height="148"><div><p class="copy-row"><code class="id" dir="ltr">${url}</code>${renderCopy(language, url, text('paymentLink'))}</p>
<ul class="ways"><li><a href="${url}" target="_blank" rel="noreferrer">${icon('out')}${text('linkOpenPage')}</a></li><li><a href="${code('svg')}" download>${icon('save')}SVG</a> <a href="${code('png')}" download>${icon('save')}PNG</a></li></ul></div></div>`,
  )
}

/** Renders the lines of HTML that sell the link on a page of the merchant; nothing where the widget was not built. */
function renderTags(
  { language }: DeskView,
  { state }: PaymentLink,
  tags: string | undefined,
): Content {
  if (tags === undefined || (state !== 'open' && state !== 'taken')) return ''
  const { text } = language
  return renderPanel(
    { title: text('linkPaste'), note: text('linkPasteText') },
    html`<div class="pad"><div class="copy-row"><pre class="tags" dir="ltr" tabindex="0" aria-label="HTML"><code>${tags}</code></pre>${renderCopy(language, tags, 'HTML')}</div></div>`,
  )
}

function renderDetails(view: DeskView, link: PaymentLink): Html {
  const { language } = view
  const { text, locale } = language
  const { quantity, fields, line_items: items } = link
  const asked = fields.map(({ kind, label, required }) => {
    const name = label ? renderForeign(label) : text(fieldTexts[kind])
    return required ? name : html`${name} (${text('linkAskOptional').toLocaleLowerCase(locale)})`
  })
  const list = (parts: readonly Content[]) =>
    parts.map((part, index) => html`${index > 0 ? ', ' : ''}${part}`)
  const end = renderAction(view, {
    path: buildPath('/links/:uuid/end', { uuid: link.id }),
    label: text('linkEnd'),
    kind: 'low',
  })
  return renderPanel(
    { title: text('details') },
    html`<div class="pad">${renderFacts([
      link.description ? [text('linkDescription'), renderForeign(link.description)] : undefined,
      [text('amount'), formatLinkPrice(link, language)],
      ...link.suggested_amounts.map(
        (one, index) =>
          [
            text('linkSuggestion', { n: String(index + 1) }),
            formatMoney(one, link.local_price.currency, locale),
          ] as const,
      ),
      items.length > 0
        ? [text('items'), list(items.map(({ name }) => renderForeign(name)))]
        : undefined,
      link.tax_note ? [text('linkTax'), renderForeign(link.tax_note)] : undefined,
      quantity.max > 1 ? [text('quantity'), html`${quantity.min}–${quantity.max}`] : undefined,
      asked.length > 0 ? [text('linkAsks'), list(asked)] : undefined,
      link.thank_you ? [text('linkThanks'), renderForeign(link.thank_you)] : undefined,
      link.redirect_url
        ? [text('linkAfter'), html`<bdi dir="ltr">${link.redirect_url}</bdi>`]
        : undefined,
      link.expires_at ? [text('linkUntil'), renderTime(link.expires_at, view)] : undefined,
      link.ended_at ? [text('linkEnded'), renderTime(link.ended_at, view)] : undefined,
      [text('created'), renderTime(link.created_at, view)],
    ])}${link.ended_at ? '' : html`<p class="note">${text('linkEndText')}</p>${end}`}</div>`,
  )
}

/** What a link asks for. */
export const fieldTexts = { name: 'linkName', email: 'linkEmail', note: 'linkNote' } as const
